#include "task.hpp"

#include <taut/version.hpp>

#include <array>
#include <initializer_list>
#include <utility>

#include "any_tuner.hpp"
#include "words.hpp"

namespace monitor {
namespace {

// CRC-32, as Ethernet and zlib have it, bit by bit.
std::uint32_t checksum(std::string_view text) {
  std::uint32_t remainder = 0xFFFFFFFFU;
  for (const char letter : text) {
    remainder ^= static_cast<std::uint8_t>(letter);
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0xEDB88320U : 0U);
    }
  }
  return ~remainder;
}

// Reads members in their order, and knows the first one that is not as it should be.
class Members {
 public:
  explicit Members(std::string_view line) : words_(line) {}

  template <class Number>
  void read(const char* name, Number& value) {
    if (begins(name)) {
      const auto number = words_.number<Number>();
      check(name, number.has_value());
      value = number.value_or(value);
    }
  }

  void read(const char* name, float& value) {
    if (begins(name)) {
      const auto number = words_.bits_and_text();
      check(name, number.has_value());
      value = number.value_or(value);
    }
  }

  void read(const char* name, bool& value) { read(name, value, {{"no", false}, {"yes", true}}); }

  template <class Value>
  void read(const char* name, Value& value, std::initializer_list<std::pair<const char*, Value>> choices) {
    if (begins(name)) {
      check(name, choose(value, choices));
    }
  }

  // As many as there are knobs, or the word for none.
  void read(const char* name, std::vector<float>& settings, std::size_t knobs) {
    if (!begins(name) || words_.take("none")) {
      return;
    }
    for (std::size_t d = 0; d < knobs && problem_.empty(); ++d) {
      const auto setting = words_.bits();
      check(name, setting.has_value());
      settings.push_back(setting.value_or(0.0F));
    }
  }

  void read(const char* name, std::vector<taut::Range<float>>& ranges) {
    if (!begins(name)) {
      return;
    }
    for (taut::Range<float>& range : ranges) {
      const bool known =
          choose(range.scale, {{"linear", taut::Scale::linear}, {"logarithmic", taut::Scale::logarithmic}});
      const auto lowest = words_.bits();
      const auto highest = words_.bits();
      const auto step = words_.bits();
      check(name, known && lowest && highest && step);
      range.lowest = lowest.value_or(0.0F);
      range.highest = highest.value_or(0.0F);
      range.step = step.value_or(0.0F);
    }
    check(name, words_.empty());
  }

  void read(std::vector<taut::Constraint>& constraints) {
    while (next_is("at_most") || next_is("at_least")) {
      taut::Constraint constraint{};
      constraint.at_least = words_.next() == "at_least";
      using Kind = taut::Statistic::Kind;
      const bool known = choose(constraint.statistic.kind,
                                {{"quantile", Kind::quantile}, {"expectile", Kind::expectile}, {"mean", Kind::mean}});
      const auto level = words_.bits_and_text();
      const auto bound = words_.bits_and_text();
      check("constraints", known && level && bound);
      constraint.statistic.level = level.value_or(0.5F);
      constraint.bound = bound.value_or(0.0F);
      constraints.push_back(constraint);
    }
  }

  bool next_is(const char* name) const {
    Words ahead = words_;
    return ahead.take(name);
  }

  const std::string& problem() const { return problem_; }

 private:
  bool begins(const char* name) {
    check(name, words_.take(name));
    return problem_.empty();
  }

  template <class Value>
  bool choose(Value& value, std::initializer_list<std::pair<const char*, Value>> choices) {
    const std::string_view word = words_.next();
    for (const auto& [name, meaning] : choices) {
      if (word == name) {
        value = meaning;
        return true;
      }
    }
    return false;
  }

  void check(const char* name, bool well) {
    if (!well && problem_.empty()) {
      problem_ = std::string("the task line says nothing that is known of ") + name;
    }
  }

  Words words_;
  std::string problem_;
};

void read_limits(Members& members, taut::Limits& limits) {
  members.read("inputs", limits.inputs);
  members.read("inducing", limits.inducing);
  members.read("observations", limits.observations);
  members.read("outstanding", limits.outstanding);
  members.read("features", limits.features);
  members.read("gibbon", limits.gibbon);
  if (members.next_is("constraints")) {
    members.read("constraints", limits.constraints);
  }
}

void read_config(Members& members, taut::TunerConfig<float>& config) {
  using taut::Noise;
  using taut::Placement;
  using taut::Strategy;
  using taut::WhenFull;
  using Kind = taut::Statistic::Kind;
  members.read("minimise", config.goal.minimise);
  members.read("statistic", config.goal.statistic.kind,
               {{"quantile", Kind::quantile}, {"expectile", Kind::expectile}, {"mean", Kind::mean}});
  members.read("level", config.goal.statistic.level);
  members.read("seed", config.seed);
  members.read(
      "strategy", config.strategy,
      {{"thompson", Strategy::thompson}, {"gibbon", Strategy::gibbon}, {"improvement", Strategy::improvement}});
  members.read("initial", config.initial);
  members.read("batch", config.batch);
  members.read("budget", config.budget);
  members.read("when_full", config.when_full,
               {{"finish", WhenFull::finish}, {"forget_oldest", WhenFull::forget_oldest}});
  members.read("noise", config.noise,
               {{"varies", Noise::varies}, {"constant", Noise::constant}, {"known", Noise::known}});
  members.read("placement", config.placement, {{"greedy", Placement::greedy}, {"clusters", Placement::clusters}});
  members.read("cold_evaluations", config.cold_evaluations);
  members.read("warm_evaluations", config.warm_evaluations);
  members.read("ease_level", config.ease_level);
  members.read("confirm", config.confirm);
  members.read("caution", config.caution);
  members.read("noise_multiplier", config.noise_multiplier);
}

}  // namespace

std::string read(std::string_view line, Task& task) {
  constexpr std::string_view mark = " checksum ";
  const std::size_t end = line.rfind(mark);
  const auto sum = end == std::string_view::npos ? std::nullopt : Words(line.substr(end + mark.size())).word_bits();
  if (!sum) {
    return "the task line is cut off: it has no checksum at its end";
  }
  if (*sum != checksum(line.substr(0, end))) {
    return "the task line is damaged: its checksum is another one";
  }
  Words words(line.substr(0, end));
  static_cast<void>(words.take("task"));
  task = {};
  task.version = words.next();
  Members members(words.rest());
  read_limits(members, task.limits);
  read_config(members, task.config);
  if (members.problem().empty() && !affordable(task.limits)) {
    return "the tuner of this log has limits that are too large for this program";
  }
  members.read("travel", task.travel, task.limits.inputs);
  members.read("start", task.start, task.limits.inputs);
  members.read("widen", task.config.widen);
  members.read("tolerance", task.config.tolerance);
  members.read(task.constraints);
  task.ranges.assign(members.problem().empty() ? task.limits.inputs : 0, {.lowest = 0, .highest = 1});
  members.read("ranges", task.ranges);
  return members.problem();
}

std::string own_version() {
  return std::to_string(taut::version.major) + "." + std::to_string(taut::version.minor) + "." +
         std::to_string(taut::version.patch);
}

}  // namespace monitor
