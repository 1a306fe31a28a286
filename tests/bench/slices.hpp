#pragma once

#include <taut/port/bare_metal/instructions.hpp>
#include <taut/port/clock.hpp>
#include <taut/port/console.hpp>

#include <etl/string_view.h>

#include <array>
#include <cstddef>
#include <cstdint>

/// Instructions on an emulated core, and lines about them: case, quantity, unit and value.
namespace slices {

inline void print_number(std::uint64_t value) {
  char digits[20];
  std::size_t first = sizeof digits;
  do {
    digits[--first] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  taut::port::write({digits + first, sizeof digits - first});
}

inline void print(etl::string_view work, etl::string_view quantity, etl::string_view unit, std::uint64_t value) {
  taut::port::write(work);
  taut::port::write(",");
  taut::port::write(quantity);
  taut::port::write(",");
  taut::port::write(unit);
  taut::port::write(",");
  print_number(value);
  taut::port::write("\n");
}

template <class Work>
std::uint64_t instructions_of(Work work) {
  const std::uint64_t start = taut::port::ticks();
  work();
  return (taut::port::ticks() - start) * taut::port::instructions_per_tick();
}

/// Instructions of slices of one kind.
class Slices {
 public:
  template <class Work>
  void add(Work work) {
    add(instructions_of(work));
  }

  void add(std::uint64_t instructions) {
    std::size_t bin = 0;
    while (bin + 1 < bins && instructions >> (bin + 1) != 0) {
      ++bin;
    }
    ++histogram_[bin];
    ++count_;
    total_ += instructions;
    longest_ = instructions > longest_ ? instructions : longest_;
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t longest() const { return longest_; }
  std::uint64_t count() const { return count_; }
  std::uint64_t mean() const { return count_ > 0 ? total_ / count_ : 0; }

  /// How many have 2^k instructions or more, and fewer than twice as many.
  void print_histogram(etl::string_view work) const {
    for (std::size_t bin = 0; bin < bins; ++bin) {
      if (histogram_[bin] != 0) {
        taut::port::write(work);
        taut::port::write(",slices_from_2^");
        print_number(bin);
        taut::port::write(",slices,");
        print_number(histogram_[bin]);
        taut::port::write("\n");
      }
    }
  }

 private:
  static constexpr std::size_t bins = 40;

  std::array<std::uint32_t, bins> histogram_{};
  std::uint64_t total_ = 0;
  std::uint64_t longest_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace slices
