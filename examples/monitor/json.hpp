#pragma once

#include <string>
#include <string_view>

namespace monitor {

/// Text that a page can read: objects and arrays, member by member. Commas come by themselves.
class Json {
 public:
  Json& open(char bracket) { return put(std::string_view(&bracket, 1), true); }
  Json& close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
  }
  Json& name(std::string_view name) {
    string(name);
    text_ += ':';
    first_ = true;
    return *this;
  }
  Json& number(const std::string& digits) { return put(digits, false); }
  Json& truth(bool value) { return put(value ? "true" : "false", false); }
  Json& string(std::string_view text) {
    std::string quoted = "\"";
    for (const char letter : text) {
      const bool plain = letter >= ' ' && letter != '"' && letter != '\\' && letter < 0x7F;
      quoted += plain ? letter : '?';
    }
    return put(quoted + "\"", false);
  }

  const std::string& text() const { return text_; }

 private:
  Json& put(std::string_view part, bool opens) {
    text_ += first_ ? "" : ",";
    text_ += part;
    first_ = opens;
    return *this;
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace monitor
