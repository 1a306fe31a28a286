#include "plant.hpp"

void Plant::begin_run(taut::Random& random) {
  speed_ = 0;
  past_.fill(0);
  load_ = 0.2F + 0.8F * random.uniform<float>();
  delay_ = 2;
  // One run in four meets a busy bus.
  if (random.uniform<float>() < 0.25F) {
    delay_ = 3 + random.below(4);
  }
}

float Plant::reading(taut::Random& random) const {
  return past_[(now_ + longest_delay - delay_) % longest_delay] + 0.01F * random.normal<float>();
}

void Plant::advance(float input, bool loaded) {
  constexpr float share = 1.0F / 20;  // of a time constant, in a millisecond
  speed_ += share * (input - (loaded ? load_ : 0) - speed_);
  now_ = (now_ + 1) % longest_delay;
  past_[now_] = speed_;
}
