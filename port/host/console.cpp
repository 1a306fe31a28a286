#include <taut/port/console.hpp>

#include <cstdio>

namespace taut::port {

void write(etl::string_view text) {
  if (!text.empty()) {  // an empty view may have no data, which fwrite must not be given
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }
}

}  // namespace taut::port
