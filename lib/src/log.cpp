#include <taut/log.hpp>
#include <taut/version.hpp>

#include "numeric/arithmetic.hpp"
#include "numeric/checksum.hpp"

#include <bit>
#include <cmath>

namespace taut {
namespace {

constexpr int digits = 6;

// 10^exponent times a number of which only the first digits are looked at.
float scaled(float number, int exponent) {
  for (; exponent > 0; --exponent) {
    number *= 10.0F;
  }
  for (; exponent < 0; ++exponent) {
    number /= 10.0F;
  }
  return number;
}

template <class Count>
void append_digits(etl::istring& line, Count value, int count) {
  Count unit = 1;
  for (int i = 1; i < count; ++i) {
    unit *= 10;
  }
  for (; unit > 0; unit /= 10) {
    line.push_back(static_cast<char>('0' + value / unit % 10));
  }
}

// Digit by digit from the first on, so that a number is cut off like everything else.
template <class Count>
void append_count(etl::istring& line, Count count) {
  int length = 1;
  for (Count rest = count; rest >= 10; rest /= 10) {
    ++length;
  }
  append_digits(line, count, length);
}

void append_word_bits(etl::istring& line, std::uint32_t bits) {
  for (int shift = 28; shift >= 0; shift -= 4) {
    line.push_back("0123456789abcdef"[(bits >> static_cast<unsigned>(shift)) & 0xFU]);
  }
}

void append_settings(etl::istring& line, etl::span<const float> settings) {
  for (const float setting : settings) {
    line.append(" ");
    append_bits(line, setting);
  }
  const char* separator = " (";
  for (const float setting : settings) {
    line.append(separator);
    append(line, setting);
    separator = ", ";
  }
  line.append(")");
}

void append_both(etl::istring& line, float number) {
  append_bits(line, number);
  line.append(" (");
  append(line, number);
  line.append(")");
}

const char* name(Statistic::Kind kind) {
  switch (kind) {  // no default, here and below: the compiler names the entry that is missing
    case Statistic::Kind::quantile:
      return "quantile";
    case Statistic::Kind::expectile:
      return "expectile";
    case Statistic::Kind::mean:
      return "mean";
  }
  return "?";
}

const char* name(Strategy strategy) {
  switch (strategy) {
    case Strategy::thompson:
      return "thompson";
    case Strategy::gibbon:
      return "gibbon";
    case Strategy::improvement:
      return "improvement";
  }
  return "?";
}

const char* name(WhenFull when_full) {
  switch (when_full) {
    case WhenFull::finish:
      return "finish";
    case WhenFull::forget_oldest:
      return "forget_oldest";
  }
  return "?";
}

const char* name(Noise noise) {
  switch (noise) {
    case Noise::varies:
      return "varies";
    case Noise::constant:
      return "constant";
    case Noise::known:
      return "known";
  }
  return "?";
}

const char* name(Placement placement) {
  switch (placement) {
    case Placement::greedy:
      return "greedy";
    case Placement::clusters:
      return "clusters";
  }
  return "?";
}

const char* name(Scale scale) {
  switch (scale) {
    case Scale::linear:
      return "linear";
    case Scale::logarithmic:
      return "logarithmic";
  }
  return "?";
}

// Of a member, its name and its value.

void append_member(etl::istring& line, const char* member, const char* value) {
  line.append(" ");
  line.append(member);
  line.append(" ");
  line.append(value);
}

void append_member(etl::istring& line, const char* member, bool value) {
  append_member(line, member, value ? "yes" : "no");
}

void append_member(etl::istring& line, const char* member, std::uint64_t count) {
  append_member(line, member, "");
  append_count(line, count);
}

void append_member(etl::istring& line, const char* member, int count) {
  append_member(line, member, count < 0 ? "-" : "");
  append_count(line, count < 0 ? 0U - static_cast<std::uint32_t>(count) : static_cast<std::uint32_t>(count));
}

void append_member(etl::istring& line, const char* member, etl::span<const float> settings) {
  append_member(line, member, settings.empty() ? "none" : "");
  const char* separator = "";
  for (const float setting : settings) {
    line.append(separator);
    append_bits(line, setting);
    separator = " ";
  }
}

void append_member(etl::istring& line, const char* member, float number) {
  append_member(line, member, "");
  append_both(line, number);
}

void append_reading(etl::istring& line, const Event<float>& event) {
  line.append("reading ");
  append_count(line, event.trial.id);
  line.append(" ");
  append_both(line, event.reading);
  if (event.variance > 0) {
    append_member(line, "variance", event.variance);
  }
  if (!event.constraints.empty()) {
    line.append(" with");
    for (const float reading : event.constraints) {
      line.append(" ");
      append_both(line, reading);
    }
  }
  line.append(" ");
  append_count(line, static_cast<std::uint32_t>(event.readings));
  line.append(" so far");
  if (event.trial.id == 0) {  // nobody knows its settings from a trial
    line.append(" at");
    append_settings(line, event.trial.settings);
  }
}

void append_best(etl::istring& line, const Event<float>& event) {
  line.append("best");
  if (event.status != Status::ok) {
    line.append(" none: ");
    line.append(text(event.status).data());
    return;
  }
  append_settings(line, event.best.settings);
  line.append(" value ");
  append_both(line, event.best.value);
  line.append(" deviation ");
  append_both(line, event.best.deviation);
  line.append(" level ");
  append_both(line, event.best.level);
  if (event.best.feasible != 1) {
    append_member(line, "feasible", event.best.feasible);
  }
}

}  // namespace

void append_bits(etl::istring& line, float number) { append_word_bits(line, std::bit_cast<std::uint32_t>(number)); }

void append(etl::istring& line, float number) {
  if (std::isnan(number)) {
    line.append("nan");
    return;
  }
  if (std::signbit(number)) {
    line.append("-");
    number = -number;
  }
  if (std::isinf(number)) {
    line.append("inf");
    return;
  }
  if (number == 0) {
    line.append("0");
    return;
  }
  int exponent = 0;  // of the first digit
  for (float rest = number; rest >= 10.0F; rest /= 10.0F) {
    ++exponent;
  }
  for (float rest = number; rest < 1.0F; rest *= 10.0F) {
    --exponent;
  }
  auto value = (static_cast<std::uint32_t>(2 * scaled(number, digits - 1 - exponent)) + 1) / 2;  // rounded
  if (value >= 1000000) {  // rounded up to one digit more
    value /= 10;
    ++exponent;
  }
  const bool plain = exponent >= -4 && exponent < digits;
  int before = plain ? exponent + 1 : 1;  // digits before the point
  int places = digits - before;
  while (places > 0 && value % 10 == 0) {
    value /= 10;
    --places;
  }
  std::uint32_t unit = 1;
  for (int i = 0; i < places && i < 9; ++i) {
    unit *= 10;
  }
  if (before <= 0) {  // 0.00012: the zeros after the point are digits, too
    line.append("0.");
    append_digits(line, value, places);
  } else {
    append_digits(line, value / unit, before);
    if (places > 0) {
      line.append(".");
      append_digits(line, value % unit, places);
    }
  }
  if (!plain) {
    line.append(exponent < 0 ? "e-" : "e");
    append_count(line, static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent));
  }
}

void append(etl::istring& line, const Finding& finding) {
  if (finding.field != Field::none) {
    line.append(text(finding.field).data());
    const bool one_of_several = finding.field == Field::ranges || finding.field == Field::travel ||
                                finding.field == Field::start || finding.field == Field::constraints;
    if (one_of_several && finding.status != Status::wrong_size) {
      line.append("[");
      append_count(line, static_cast<std::uint32_t>(finding.knob));
      line.append("]");
    }
    line.append(": ");
  }
  line.append(text(finding.status).data());
}

void append(etl::istring& line, const Event<float>& event) {
  const auto readings = static_cast<std::uint32_t>(event.readings);
  switch (event.kind) {
    case Event<float>::Kind::trial:
      line.append("trial ");
      append_count(line, event.trial.id);
      append_settings(line, event.trial.settings);
      break;
    case Event<float>::Kind::reading:
      append_reading(line, event);
      break;
    case Event<float>::Kind::failure:
      line.append("failure ");
      append_count(line, event.trial.id);
      break;
    case Event<float>::Kind::fit:
      line.append("fit ");
      append_count(line, readings);
      line.append(" readings, ");
      if (event.status != Status::ok) {
        line.append(text(event.status).data());
        break;
      }
      append_count(line, static_cast<std::uint32_t>(event.fit.passes));
      line.append(" passes, ");
      append_count(line, static_cast<std::uint32_t>(event.fit.evaluations));
      line.append(" evaluations, evidence ");
      append(line, event.fit.evidence);
      break;
    case Event<float>::Kind::recommendation:
      append_best(line, event);
      break;
    case Event<float>::Kind::batch:
      line.append("batch ");
      append_count(line, readings);
      line.append(" readings");
      break;
    case Event<float>::Kind::finished:
      line.append("finished ");
      append_count(line, readings);
      line.append(" readings");
      break;
    case Event<float>::Kind::resumption:
      line.append("go_on ");
      append_count(line, readings);
      line.append(" readings");
      break;
    case Event<float>::Kind::verification:
      line.append("verify ");
      append_count(line, static_cast<std::uint32_t>(event.certificate.readings));
      line.append(" readings");
      break;
    case Event<float>::Kind::certificate:
      line.append("certificate ");
      append_count(line, static_cast<std::uint32_t>(event.certificate.readings));
      line.append(" readings");
      append_member(line, "bound", event.certificate.bound);
      append_member(line, "confidence", event.certificate.confidence);
      break;
  }
}

void append(etl::istring& line, const Limits& limits, const TunerConfig<float>& config) {
  const std::size_t start = line.size();
  const char* separator = "task ";
  for (const int number : {version.major, version.minor, version.patch}) {
    line.append(separator);
    append_count(line, static_cast<std::uint32_t>(number));
    separator = ".";
  }
  append_member(line, "inputs", std::uint64_t{limits.inputs});
  append_member(line, "inducing", std::uint64_t{limits.inducing});
  append_member(line, "observations", std::uint64_t{limits.observations});
  append_member(line, "outstanding", std::uint64_t{limits.outstanding});
  append_member(line, "features", std::uint64_t{limits.features});
  append_member(line, "gibbon", limits.gibbon);
  if (limits.constraints > 0) {
    append_member(line, "constraints", std::uint64_t{limits.constraints});
  }
  append_member(line, "minimise", config.goal.minimise);
  append_member(line, "statistic", name(config.goal.statistic.kind));
  append_member(line, "level", config.goal.statistic.level);
  append_member(line, "seed", config.seed);
  append_member(line, "strategy", name(config.strategy));
  append_member(line, "initial", std::uint64_t{config.initial});
  append_member(line, "batch", std::uint64_t{config.batch});
  append_member(line, "budget", std::uint64_t{config.budget});
  append_member(line, "when_full", name(config.when_full));
  append_member(line, "noise", name(config.noise));
  append_member(line, "placement", name(config.placement));
  append_member(line, "cold_evaluations", config.cold_evaluations);
  append_member(line, "warm_evaluations", config.warm_evaluations);
  append_member(line, "ease_level", config.ease_level);
  append_member(line, "confirm", config.confirm);
  append_member(line, "caution", config.caution);
  append_member(line, "noise_multiplier", config.noise_multiplier);
  append_member(line, "travel", config.travel);
  append_member(line, "start", config.start);
  append_member(line, "widen", config.widen);
  append_member(line, "tolerance", config.tolerance);
  for (const Constraint& constraint : config.constraints) {
    append_member(line, constraint.at_least ? "at_least" : "at_most", name(constraint.statistic.kind));
    for (const float number : {constraint.statistic.level, constraint.bound}) {
      line.append(" ");
      append_both(line, number);
    }
  }
  line.append(" ranges");
  for (const Range<float>& range : config.ranges) {
    line.append(" ");
    line.append(name(range.scale));
    for (const float number : {range.lowest, range.highest, range.step}) {
      line.append(" ");
      append_bits(line, number);
    }
  }
  numeric::Checksum checksum;
  checksum.add_numbers<char>({line.data() + start, line.size() - start});
  line.append(" checksum ");
  append_word_bits(line, checksum.value());
}

}  // namespace taut
