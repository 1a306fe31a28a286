#pragma once

#include <box2d/box2d.h>

#include <array>

namespace lunar_lander {

/// Remembers what of the lander touches the ground.
class Contacts : public b2ContactListener {
 public:
  void watch(const b2Body* hull, const std::array<b2Body*, 2>& legs);

  /// Whether the hull ever did.
  [[nodiscard]] bool hull_touched() const { return hull_touched_; }
  /// Whether each leg does. One counts as up as soon as one of its contacts ends, even if it has another.
  [[nodiscard]] const std::array<bool, 2>& legs_down() const { return legs_down_; }

  void BeginContact(b2Contact* contact) override;
  void EndContact(b2Contact* contact) override;

 private:
  void mark_legs(b2Contact& contact, bool down);

  const b2Body* hull_ = nullptr;
  std::array<const b2Body*, 2> legs_{};
  bool hull_touched_ = false;
  std::array<bool, 2> legs_down_{};
};

}  // namespace lunar_lander
