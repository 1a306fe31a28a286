#pragma once

#include <etl/span.h>
#include <taut/status.hpp>

#include "frame.hpp"

/// One end asks for a measurement, the other makes it and answers. Each end is a state machine that knows no transport:
/// give it the bytes that arrive, send those it hands out, tell it the time in ticks of any clock.
namespace hil {

/// A request is a number and the settings of so many knobs.
inline constexpr std::size_t most_settings = most_words - 1;

/// How far the requester is.
enum class Exchange : std::uint8_t {
  idle,        ///< Nothing was asked yet.
  waiting,     ///< For the answer.
  answered,    ///< There is a reading.
  refused,     ///< The other end cannot measure at these settings.
  unanswered,  ///< The request was sent `most_tries` times, in vain.
};

/// The end that asks, one thing at a time, and asks again where no answer comes.
class Requester {
 public:
  static constexpr int most_tries = 100;

  /// `boot` is a nonce: another one after each reset, because sequence numbers then begin anew and the other end may
  /// still hold an answer to what was asked before. `patience` is how many ticks it waits for an answer before it sends
  /// the request again.
  Requester(std::uint32_t boot, std::uint64_t patience) : boot_(boot), patience_(patience) {}

  /// Starts to ask for a measurement. Fails with `not_ready` while the one before is under way, or `wrong_size` for
  /// more than `most_settings`.
  taut::Status ask(std::uint32_t id, etl::span<const float> settings);

  /// The next byte to send, if there is one; `now` in ticks. To be called until the exchange ends.
  etl::optional<std::uint8_t> transmit(std::uint64_t now);
  void receive(std::uint8_t byte);

  [[nodiscard]] Exchange exchange() const { return encoder_.idle() ? exchange_ : Exchange::waiting; }
  [[nodiscard]] float reading() const { return reading_; }  ///< Once answered.
  [[nodiscard]] std::uint32_t resent() const { return resent_; }

 private:
  void hear(const Frame& frame);

  std::uint32_t boot_;
  std::uint64_t patience_;
  std::uint64_t sent_ = 0;  ///< When the last byte went out.
  Encoder encoder_;
  Decoder decoder_;
  Frame request_;
  Exchange exchange_ = Exchange::idle;
  int tries_ = 0;
  std::uint32_t resent_ = 0;
  float reading_ = 0;
};

/// The end that measures. A request that arrives again is answered again, but not measured again.
class Answerer {
 public:
  struct Request {
    std::uint32_t id;
    etl::span<const float> settings;  ///< Valid until the request is answered.
  };

  void receive(std::uint8_t byte);

  /// What is to be measured, if anything. Until it is answered or refused, and that is sent, other requests go unheard.
  [[nodiscard]] etl::optional<Request> request() const;

  /// Each fails with `not_ready` where nothing was asked.
  taut::Status answer(float reading);
  taut::Status refuse();

  /// The next byte to send, if there is one.
  etl::optional<std::uint8_t> transmit() { return encoder_.next(); }

 private:
  void hear(const Frame& frame);
  taut::Status reply(const Frame& frame);

  Encoder encoder_;
  Decoder decoder_;
  Frame request_;  ///< The last one.
  Frame reply_;    ///< To it.
  std::array<float, most_settings> settings_{};
  bool measuring_ = false;
  bool replied_ = false;
};

}  // namespace hil
