// The experiments of Picheny et al., "Bayesian Quantile and Expectile Optimisation" (UAI 2022): see README.md.
//
//     paper gld|lander|fel [options]
//     paper smoke

#include <cstdio>

#include "campaign.hpp"
#include "smoke.hpp"

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 1 && words.front() == "smoke") {
    return paper::smoke() ? 0 : 1;
  }
  const paper::Options options = paper::parse(words);
  if (!paper::campaign(options)) {
    std::fprintf(stderr, "cannot write to %s\n", options.out.c_str());
    return 1;
  }
  return 0;
}
