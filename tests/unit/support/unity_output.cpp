#include "unity_config.h"

#include <taut/port/console.hpp>

namespace {

char line[120];
unsigned used = 0;

}  // namespace

extern "C" void unity_flush() {
  taut::port::write({line, used});
  used = 0;
}

extern "C" void unity_put_char(int character) {
  line[used++] = static_cast<char>(character);
  if (character == '\n' || used == sizeof line) {
    unity_flush();
  }
}
