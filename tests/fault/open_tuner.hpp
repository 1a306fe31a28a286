#pragma once

#include <taut/tuner.hpp>

#include <limits>
#include <vector>

#include "flash.hpp"

namespace fault {

using Tuner = taut::TunerCore<float>;

/// The arrays of a tuner, on the heap so that a step outside is noticed. They hold no numbers at first, so that
/// whatever is used before it is set, or missing in a checkpoint, spoils what follows.
struct Arrays {
  explicit Arrays(const taut::Limits& limits)
      : scalars(taut::tuner_scalars(limits), std::numeric_limits<float>::quiet_NaN()),
        ids(limits.outstanding, 0xA5A5A5A5U),
        constraint_memory(taut::constraint_bytes<float>(limits.constraints) / 8, 0xA5A5A5A5A5A5A5A5U),
        constraints(limits.constraints == 0
                        ? nullptr
                        : taut::make_constraints<float>(
                              static_cast<std::byte*>(static_cast<void*>(constraint_memory.data())), limits)) {}

  std::vector<float> scalars;
  std::vector<std::uint32_t> ids;
  std::vector<std::uint64_t> constraint_memory;
  taut::ConstraintSet<float>* constraints;
};

/// A tuner whose limits are chosen while the program runs, and whose bytes can be looked at.
class OpenTuner : private Arrays, public Tuner {
 public:
  explicit OpenTuner(const taut::Limits& limits)
      : Arrays(limits), Tuner(scalars.data(), ids.data(), limits, constraints), limits_(limits) {}

  /// All that makes it up.
  std::vector<std::uint8_t> content() const {
    std::vector<std::uint8_t> bytes;
    append(bytes, static_cast<const Tuner*>(this), sizeof(Tuner));
    append(bytes, ids.data(), ids.size() * sizeof(ids[0]));
    append(bytes, constraint_memory.data(), constraint_memory.size() * sizeof(std::uint64_t));
    append(bytes, scalars.data(), scalars.size() * sizeof(scalars[0]));
    return bytes;
  }

  /// Its checkpoint, as the only one in a storage.
  std::vector<std::uint8_t> checkpoint() const {
    Flash flash = Flash::for_checkpoints_of(checkpoint_size(), 4096);
    require(save(flash.storage()) == taut::Status::ok, "a tuner that has begun can be saved");
    return flash.bytes();
  }

  /// That of a tuner restored from it, because some work then begins once more: two with the same image will do the
  /// same from here on.
  std::vector<std::uint8_t> image() const {
    std::vector<std::uint8_t> saved = checkpoint();
    Flash flash(saved.size(), saved.size() / 2);
    flash.load(std::move(saved));
    OpenTuner restored(limits_);
    require(restored.restore(flash.storage()) == taut::Status::ok, "what was saved is restored");
    return restored.checkpoint();
  }

 private:
  static void append(std::vector<std::uint8_t>& bytes, const void* first, std::size_t count) {
    const auto* const from = static_cast<const std::uint8_t*>(first);
    bytes.insert(bytes.end(), from, from + count);
  }

  taut::Limits limits_;
};

}  // namespace fault
