#include "setup.hpp"

// An emulated board is ready at reset.
void set_up_board() {}
