#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace monitor {

/// The words of a line, one after the other. A word ends with a blank.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  std::string_view next() {
    const std::size_t end = rest_.find(' ');
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return word;
  }

  /// Whether the next word is this one. If so, it is taken.
  bool take(std::string_view word) {
    Words ahead(*this);
    if (empty() || ahead.next() != word) {
      return false;
    }
    *this = ahead;
    return true;
  }

  /// A whole number, if the next word is one. Whatever it is, it is taken.
  template <class Number>
  std::optional<Number> number() {
    const std::string_view word = next();
    Number value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() ? std::optional<Number>(value) : std::nullopt;
  }

  /// Eight hexadecimal digits.
  std::optional<std::uint32_t> word_bits() {
    const std::string_view word = next();
    std::uint32_t bits = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bits, 16);
    return word.size() == 8 && error == std::errc() && end == word.data() + 8 ? std::optional(bits) : std::nullopt;
  }

  /// A float by its bits.
  std::optional<float> bits() {
    const auto found = word_bits();
    return found ? std::optional(std::bit_cast<float>(*found)) : std::nullopt;
  }

  /// The same, followed by what it is for people: `40811062 (4.03325)`.
  std::optional<float> bits_and_text() {
    const auto value = bits();
    const std::string_view word = next();
    return word.size() > 2 && word.front() == '(' && word.back() == ')' ? value : std::nullopt;
  }

 private:
  std::string_view rest_;
};

}  // namespace monitor
