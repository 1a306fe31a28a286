#include "setup.hpp"

// An emulated MPS2 board is ready at reset.
void set_up_board() {}
