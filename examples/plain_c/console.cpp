#include "console.h"

#include <taut/port/console.hpp>

void console_write(const char* text) { taut::port::write(text); }
