// Sequences of calls of the public functions of one interface, chosen by libFuzzer: by changing the bytes of those that
// reached something new. What fuzz.cpp claims of an interface holds here, too. `./dev fuzz` runs it.
//
//     guided_fuzz_tuner <file>    does what an input has it do: one that has found something

#include <bit>

#include "calls.hpp"

namespace {

std::uint64_t executions = 0;

// At the end, and as often as libFuzzer tells how far it is.
void count() {
  std::fprintf(stderr, "%s executions, %s calls\n", std::to_string(executions).c_str(),
               std::to_string(fault::calls).c_str());
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  std::atexit(count);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fault::doing = "an input of " + std::to_string(size) + " bytes:";
  fault::Choices choices({data, size});
  const bool patient = choices.one_in(64);
  fault::play(choices, patient);
  if (std::has_single_bit(++executions)) {
    count();
  }
  return 0;
}
