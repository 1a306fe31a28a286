// From the processor's own start-up to main.

#include <taut/port/bare_metal/exit.hpp>
#include <taut/port/bare_metal/stack.hpp>

#include <cstdint>

#include "processor.hpp"
#include "startup.hpp"

extern "C" {
// The program's main, by another name: C++ does not let main be called.
int program() asm("main");

// Set by sections.ld.
extern std::uint32_t data_begin[];
extern std::uint32_t data_end[];
extern const std::uint32_t data_source[];
extern std::uint32_t bss_begin[];
extern std::uint32_t bss_end[];
using Initialiser = void (*)();
extern const Initialiser init_array_begin[];
extern const Initialiser init_array_end[];
}

namespace taut::port {

namespace {

void initialise_data() {
  const std::uint32_t* source = data_source;
  for (std::uint32_t* at = data_begin; at != data_end; ++at) {
    *at = *source++;
  }
  for (std::uint32_t* at = bss_begin; at != bss_end; ++at) {
    *at = 0;
  }
}

void construct_statics() {
  for (const Initialiser* initialiser = init_array_begin; initialiser != init_array_end; ++initialiser) {
    (*initialiser)();
  }
}

}  // namespace

}  // namespace taut::port

extern "C" [[gnu::used]] void start_program() {
  using namespace taut::port;
  processor::prepare();
  paint_stack();
  initialise_data();
  construct_statics();
  exit(program());
}
