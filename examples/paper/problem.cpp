#include "problem.hpp"

#include <cstdlib>

#include "fel.hpp"
#include "gld.hpp"
#ifdef PAPER_HAS_LANDER
#include "lander.hpp"
#endif

namespace paper {

bool has_lander() {
#ifdef PAPER_HAS_LANDER
  return true;
#else
  return false;
#endif
}

std::shared_ptr<const Problem> make_problem(const ProblemName& name) {
  const float tau = std::strtof(name.level.c_str(), nullptr);
  if (name.family == "gld") {
    const Gld::Variant variant = name.variant == "text" ? Gld::Variant::text : Gld::Variant::runs;
    return std::make_shared<Gld>(variant, name.dimensions, tau, name.index);
  }
  if (name.family == "fel") {
    return std::make_shared<Fel>(tau);
  }
#ifdef PAPER_HAS_LANDER
  if (name.family == "lander") {
    return std::make_shared<Lander>(tau, name.episodes);
  }
#endif
  return nullptr;
}

}  // namespace paper
