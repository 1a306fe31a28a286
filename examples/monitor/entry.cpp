#include "entry.hpp"

#include <cstdlib>
#include <string>

#include "words.hpp"

namespace monitor {
namespace {

using Kind = Entry::Kind;

template <class Value>
bool put(Value& value, const std::optional<Value>& found) {
  value = found.value_or(value);
  return found.has_value();
}

// The bits of each setting, and then all of them for people: `41200000 c1a00000 (10, -20)`.
bool read_settings(Words& words, std::vector<float>& settings) {
  while (!words.empty() && words.rest().front() != '(') {
    const auto setting = words.bits();
    if (!setting) {
      return false;
    }
    settings.push_back(*setting);
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string_view word = words.next();
    if (word.size() < 2 || word.back() != (i + 1 < settings.size() ? ',' : ')')) {
      return false;
    }
  }
  return !settings.empty();
}

bool read_decimal(Words& words, float& number) {
  const std::string word(words.next());
  char* end = nullptr;
  number = std::strtof(word.c_str(), &end);
  return !word.empty() && *end == '\0';
}

bool read_trial(Words& words, Entry& entry) {
  return put(entry.id, words.number<std::uint32_t>()) && read_settings(words, entry.settings);
}

bool read_reading(Words& words, Entry& entry) {
  bool well = put(entry.id, words.number<std::uint32_t>()) && put(entry.reading, words.bits_and_text());
  if (words.take("variance")) {
    well = put(entry.variance, words.bits_and_text()) && well;
  }
  if (words.take("with")) {  // as many as there are before the count, which has no brackets behind it
    for (Words ahead = words; well && ahead.bits_and_text(); ahead = words) {
      entry.constraints.push_back(words.bits_and_text().value_or(0.0F));
    }
  }
  well = well && put(entry.readings, words.number<std::uint32_t>()) && words.take("so") && words.take("far");
  return entry.id != 0 ? well : well && words.take("at") && read_settings(words, entry.settings);
}

bool read_fit(Words& words, Entry& entry) {
  if (!put(entry.readings, words.number<std::uint32_t>()) || !words.take("readings,")) {
    return false;
  }
  const auto passes = Words(words).number<int>();
  if (!passes) {  // instead, why it failed
    const bool said = !words.empty();
    words = Words("");
    return said;
  }
  entry.fitted = true;
  return put(entry.passes, words.number<int>()) && words.take("passes,") &&
         put(entry.evaluations, words.number<int>()) && words.take("evaluations,") && words.take("evidence") &&
         read_decimal(words, entry.evidence);
}

bool read_best(Words& words, Entry& entry) {
  if (words.take("none:")) {  // and why
    const bool said = !words.empty();
    words = Words("");
    return said;
  }
  const bool well = read_settings(words, entry.settings) && words.take("value") &&
                    put(entry.value, words.bits_and_text()) && words.take("deviation") &&
                    put(entry.deviation, words.bits_and_text()) && words.take("level") &&
                    put(entry.level, words.bits_and_text());
  return words.take("feasible") ? well && put(entry.feasible, words.bits_and_text()) : well;
}

bool read_count(Words& words, Entry& entry) {
  return put(entry.readings, words.number<std::uint32_t>()) && words.take("readings");
}

bool read_certificate(Words& words, Entry& entry) {
  return read_count(words, entry) && words.take("bound") && put(entry.bound, words.bits_and_text()) &&
         words.take("confidence") && put(entry.confidence, words.bits_and_text());
}

bool read_failure(Words& words, Entry& entry) { return put(entry.id, words.number<std::uint32_t>()); }

struct Form {
  const char* name;
  Kind kind;
  bool (*read)(Words& words, Entry& entry);
};

constexpr Form forms[] = {{"trial", Kind::trial, read_trial},
                          {"reading", Kind::reading, read_reading},
                          {"failure", Kind::failure, read_failure},
                          {"fit", Kind::fit, read_fit},
                          {"best", Kind::best, read_best},
                          {"batch", Kind::batch, read_count},
                          {"finished", Kind::finished, read_count},
                          {"verify", Kind::verify, read_count},
                          {"certificate", Kind::certificate, read_certificate},
                          {"go_on", Kind::go_on, read_count}};

}  // namespace

Entry read(std::string_view line) {
  Words words(line);
  if (words.take("task")) {
    return {.kind = Kind::task};
  }
  for (const Form& form : forms) {
    if (words.take(form.name)) {
      Entry entry{.kind = form.kind};
      const bool well = form.read(words, entry) && words.empty();
      return well ? entry : Entry{.kind = Kind::damaged};
    }
  }
  return {};
}

}  // namespace monitor
