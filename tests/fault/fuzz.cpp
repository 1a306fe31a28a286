// Random sequences of calls of the public functions of one interface: of a tuner, a model, or a tuner in C.
//
//     fuzz [sequences=1000] [seed=1] [first=0]    the same seed and number give the same sequence

#include "calls.hpp"

int main(int argc, char** argv) {
  fault::tell_what_at_the_end();
  const std::uint64_t sequences = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::uint64_t first = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0;
  for (std::uint64_t number = first; number < first + sequences; ++number) {
    fault::doing = "fuzz 1 " + std::to_string(seed) + " " + std::to_string(number) + ":";
    fault::within(120);
    fault::play(taut::Random(seed).stream("sequence", number), number % 100 == 0);
    if ((number + 1) % 10000 == 0) {
      std::fprintf(stderr, "%s sequences\n", std::to_string(number + 1 - first).c_str());
    }
  }
  std::printf("%s sequences of seed %s, %s calls\n", std::to_string(sequences).c_str(), std::to_string(seed).c_str(),
              std::to_string(fault::calls).c_str());
  return 0;
}
