#include <taut/log.hpp>

#include "numeric/arithmetic.hpp"

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

void append_digits(etl::istring& line, std::uint32_t value, int count) {
  std::uint32_t unit = 1;
  for (int i = 1; i < count; ++i) {
    unit *= 10;
  }
  for (; unit > 0; unit /= 10) {
    line.push_back(static_cast<char>('0' + value / unit % 10));
  }
}

// Digit by digit from the first on, so that a number is cut off like everything else.
void append_count(etl::istring& line, std::uint32_t count) {
  int length = 1;
  for (std::uint32_t rest = count; rest >= 10; rest /= 10) {
    ++length;
  }
  append_digits(line, count, length);
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

}  // namespace

void append_bits(etl::istring& line, float number) {
  const auto bits = std::bit_cast<std::uint32_t>(number);
  for (int shift = 28; shift >= 0; shift -= 4) {
    line.push_back("0123456789abcdef"[(bits >> static_cast<unsigned>(shift)) & 0xFU]);
  }
}

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
    if (finding.field == Field::ranges && finding.status != Status::wrong_size) {
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
      line.append("reading ");
      append_count(line, event.trial.id);
      line.append(" ");
      append_both(line, event.reading);
      line.append(" ");
      append_count(line, readings);
      line.append(" so far");
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
      line.append("best");
      append_settings(line, event.best.settings);
      line.append(" value ");
      append_both(line, event.best.value);
      line.append(" deviation ");
      append_both(line, event.best.deviation);
      line.append(" level ");
      append_both(line, event.best.level);
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
  }
}

}  // namespace taut
