#pragma once

#include <taut/finding.hpp>

namespace taut::numeric {

/// Keeps the first of several demands that is not met.
class FirstFinding {
 public:
  void require(bool met, const Finding& otherwise) {
    if (!met && found_.status == Status::ok) {
      found_ = otherwise;
    }
  }
  void require(const Finding& found) { require(found.status == Status::ok, found); }

  const Finding& found() const { return found_; }

 private:
  Finding found_{};
};

}  // namespace taut::numeric
