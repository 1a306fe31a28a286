#pragma once

#include <taut/limits.hpp>

#include <cstddef>

namespace taut {

/// What a tuner with constraints has for them, in memory of its owner: an object of the archive.
template <class Scalar>
class ConstraintSet;

/// Bytes that it takes, for a tuner with so many constraints.
template <class Scalar>
constexpr std::size_t constraint_bytes(std::size_t constraints) {
  const std::size_t head = 16 * sizeof(Scalar) + 48 * sizeof(std::size_t);
  const std::size_t each = 232 * sizeof(Scalar) + 64 * sizeof(std::size_t) + 400;
  return constraints == 0 ? 0 : head + constraints * each;
}

/// Makes it in memory of that size, aligned for a std::uint64_t. A program that does not call this does not link what
/// constraints take: a tuner without them has no need of it.
template <class Scalar>
ConstraintSet<Scalar>* make_constraints(std::byte* memory, const Limits& limits);

/// The memory for so many constraints, as a part of an object.
template <class Scalar, std::size_t constraints>
struct ConstraintMemory {
  /// Makes what the tuner has for them.
  static ConstraintSet<Scalar>* make(ConstraintMemory& memory, const Limits& limits) {
    return make_constraints<Scalar>(memory.bytes, limits);
  }

  alignas(8) std::byte bytes[constraint_bytes<Scalar>(constraints)];  ///< For the archive.
};

/// Without constraints there is nothing.
template <class Scalar>
struct ConstraintMemory<Scalar, 0> {
  /// There is none.
  static ConstraintSet<Scalar>* make(ConstraintMemory& /*memory*/, const Limits& /*limits*/) { return nullptr; }
};

}  // namespace taut
