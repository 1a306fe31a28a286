#pragma once

#include <etl/string.h>
#include <etl/to_string.h>
#include <taut/log.hpp>
#include <taut/port/clock.hpp>
#include <taut/port/console.hpp>

#include <bit>
#include <cstdint>

namespace selftest {

/// A line of the report.
class Line {
 public:
  Line& text(etl::string_view text) {
    line_.append(text.data(), text.size());
    return *this;
  }
  Line& count(std::uint64_t number) {
    etl::to_string(number, line_, true);
    return *this;
  }
  Line& number(float number) {
    taut::append(line_, number);
    return *this;
  }
  /// For people, and for a comparison with what another machine has found.
  Line& number_with_bits(float number) {
    this->number(number).text(" [");
    taut::append_bits(line_, number);
    return text("]");
  }
  Line& bits(std::uint32_t word) {
    taut::append_bits(line_, std::bit_cast<float>(word));
    return *this;
  }
  /// A time in ticks of the clock.
  Line& time(std::uint64_t ticks) {
    return count(ticks * 1000 / taut::port::ticks_per_second()).text(" ms, ").count(ticks).text(" ticks");
  }
  void write() {
    line_.append("\n");
    taut::port::write(line_);
  }

 private:
  etl::string<160> line_;
};

}  // namespace selftest
