#include "link.hpp"

#include <bit>

namespace hil {

using taut::Status;

Status Requester::ask(std::uint32_t id, etl::span<const float> settings) {
  if (exchange() == Exchange::waiting) {
    return Status::not_ready;
  }
  if (settings.size() > most_settings) {
    return Status::wrong_size;
  }
  const auto sequence = static_cast<std::uint16_t>(request_.sequence + 1);
  request_ = {.sequence = sequence,
              .kind = Kind::request,
              .size = static_cast<std::uint8_t>(settings.size() + 1),
              .boot = boot_};
  request_.words[0] = id;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    request_.words[i + 1] = std::bit_cast<std::uint32_t>(settings[i]);
  }
  encoder_.begin(request_);
  exchange_ = Exchange::waiting;
  tries_ = 1;
  return Status::ok;
}

etl::optional<std::uint8_t> Requester::transmit(std::uint64_t now) {
  // A frame that was begun is sent to its end, even if the answer to the one before has just arrived: the other end
  // would take the next one for its rest.
  if (encoder_.idle() && exchange_ == Exchange::waiting && now - sent_ >= patience_) {
    if (tries_ == most_tries) {
      exchange_ = Exchange::unanswered;
    } else {
      ++tries_;
      ++resent_;
      encoder_.begin(request_);
    }
  }
  const auto byte = encoder_.next();
  if (byte.has_value()) {
    sent_ = now;
  }
  return byte;
}

void Requester::receive(std::uint8_t byte) {
  decoder_.put(byte);
  while (const auto frame = decoder_.take()) {
    hear(*frame);
  }
}

void Requester::hear(const Frame& frame) {
  if (exchange_ != Exchange::waiting || frame.boot != boot_ || frame.sequence != request_.sequence || frame.size < 1 ||
      frame.words[0] != request_.words[0]) {
    return;  // an answer that came twice, one to what was asked before a reset, or a stray one
  }
  if (frame.kind == Kind::answer && frame.size == 2) {
    reading_ = std::bit_cast<float>(frame.words[1]);
    exchange_ = Exchange::answered;
  } else if (frame.kind == Kind::refusal) {
    exchange_ = Exchange::refused;
  }
}

void Answerer::receive(std::uint8_t byte) {
  decoder_.put(byte);
  while (const auto frame = decoder_.take()) {
    hear(*frame);
  }
}

void Answerer::hear(const Frame& frame) {
  if (frame.kind != Kind::request || frame.size < 1 || measuring_ || !encoder_.idle()) {
    return;
  }
  if (replied_ && frame == request_) {
    encoder_.begin(reply_);
    return;
  }
  request_ = frame;
  for (std::size_t i = 0; i + 1 < frame.size; ++i) {
    settings_[i] = std::bit_cast<float>(frame.words[i + 1]);
  }
  measuring_ = true;
}

etl::optional<Answerer::Request> Answerer::request() const {
  if (!measuring_) {
    return {};
  }
  const std::size_t knobs = request_.size - std::size_t{1};
  return Request{request_.words[0], {settings_.data(), knobs}};
}

Status Answerer::answer(float reading) {
  return reply({.sequence = request_.sequence,
                .kind = Kind::answer,
                .size = 2,
                .boot = request_.boot,
                .words = {request_.words[0], std::bit_cast<std::uint32_t>(reading)}});
}

Status Answerer::refuse() {
  return reply({.sequence = request_.sequence,
                .kind = Kind::refusal,
                .size = 1,
                .boot = request_.boot,
                .words = {request_.words[0]}});
}

Status Answerer::reply(const Frame& frame) {
  if (!measuring_) {
    return Status::not_ready;
  }
  measuring_ = false;
  replied_ = true;
  reply_ = frame;
  encoder_.begin(reply_);
  return Status::ok;
}

}  // namespace hil
