#pragma once

#include <box2d/box2d.h>
#include <taut/random.hpp>

#include <array>

#include "contacts.hpp"
#include "engines.hpp"
#include "state.hpp"
#include "terrain.hpp"

namespace lunar_lander {

/// Of the hull's origin when it stands on the pad, in m.
inline constexpr double rest_height = pad_height + 18.0 / 30;

/// A moon with a lander above it: a hull, and two legs on springs. What is random about it comes from one stream: the
/// terrain, then the push that the lander starts with, then two numbers for the engines in every step.
class World {
 public:
  explicit World(taut::Random random);
  ~World() = default;
  World(const World&) = delete;
  World(World&&) = delete;
  World& operator=(const World&) = delete;
  World& operator=(World&&) = delete;

  /// 20 ms, with that engine firing.
  void step(Action action);

  [[nodiscard]] State state() const;
  [[nodiscard]] bool hull_touched() const { return contacts_.hull_touched(); }  ///< The ground, ever.
  [[nodiscard]] bool at_rest() const { return !hull_->IsAwake(); }              ///< For half a second.
  [[nodiscard]] const Terrain& terrain() const { return terrain_; }

  /// Of the hull and of each leg, in kg.
  [[nodiscard]] std::array<double, 3> masses() const;

 private:
  void build_ground();
  void build_hull();
  b2Body* build_leg(float side);

  taut::Random random_;
  Terrain terrain_;
  Contacts contacts_;
  b2World world_;
  b2Body* hull_ = nullptr;
  std::array<b2Body*, 2> legs_{};
};

}  // namespace lunar_lander
