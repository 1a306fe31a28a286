#pragma once

#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace fault {

/// What is being done, enough to do it again: printed when a claim, a sanitizer or the clock ends the program.
inline std::string doing;

inline void tell_what() { std::fprintf(stderr, "while: %s\n", doing.c_str()); }

/// Ends the program unless the claim holds.
inline void require(bool holds, const char* claim) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %s\n", claim);
    tell_what();
    std::exit(1);
  }
}

/// Has `doing` printed also when a sanitizer ends the program, or the clock: see `within`.
inline void tell_what_at_the_end() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_set_death_callback(tell_what);
#endif
  std::signal(SIGALRM, [](int) {
    tell_what();
    _exit(3);
  });
}

/// Ends the program if it takes longer than that until the next call of this.
inline void within(unsigned seconds) { alarm(seconds); }

}  // namespace fault
