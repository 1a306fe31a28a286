#include <taut/port/console.hpp>

#include <cstdio>

namespace taut::port {

void write(etl::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace taut::port
