#include "world.hpp"

namespace lunar_lander {

namespace {

constexpr float gravity = -10;  // m/s²
constexpr float frames = 50;    // per second
constexpr int velocity_iterations = 6 * 30;
constexpr int position_iterations = 2 * 30;
constexpr double greatest_push = 1000;  // N

// Drawing units are 1/30 m.
constexpr float scale = 30;
const std::array<b2Vec2, 6> hull_corners = {{{-14 / scale, 17 / scale},
                                             {-17 / scale, 0},
                                             {-17 / scale, -10 / scale},
                                             {17 / scale, -10 / scale},
                                             {17 / scale, 0},
                                             {14 / scale, 17 / scale}}};
constexpr float hull_density = 5;  // kg/m²
constexpr float hull_friction = 0.1F;
constexpr float leg_away = 20 / scale;        // m
constexpr float leg_down = 18 / scale;        // m
constexpr float leg_half_width = 2 / scale;   // m
constexpr float leg_half_height = 8 / scale;  // m
constexpr float leg_angle = 0.05F;            // rad, at the start
constexpr float leg_density = 1;              // kg/m²
constexpr float leg_friction = 0.2F;
constexpr float leg_torque = 40;     // N m, of its spring
constexpr float leg_speed = 0.3F;    // rad/s: low enough not to jump back up
constexpr float least_splay = 0.4F;  // rad
constexpr float most_splay = 0.9F;   // rad
constexpr float ground_friction = 0.1F;
constexpr float floor_friction = 0.2F;

constexpr float start_x = scene_width / 2;                   // m
constexpr float start_y = static_cast<float>(scene_height);  // m

// What collides with what: everything with the ground, and nothing else.
constexpr std::uint16_t ground_category = 0x0001;
constexpr std::uint16_t hull_category = 0x0010;
constexpr std::uint16_t leg_category = 0x0020;

void add_fixture(b2Body& body, const b2Shape& shape, float density, float friction, std::uint16_t category) {
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.density = density;
  fixture.friction = friction;
  fixture.filter.categoryBits = category;
  fixture.filter.maskBits = category == ground_category ? 0xFFFF : ground_category;
  body.CreateFixture(&fixture);
}

}  // namespace

World::World(taut::Random random) : random_(random), terrain_(draw_terrain(random_)), world_(b2Vec2(0, gravity)) {
  world_.SetContactListener(&contacts_);
  build_ground();
  build_hull();
  const auto push_x = static_cast<float>(uniform(random_, -greatest_push, greatest_push));
  const auto push_y = static_cast<float>(uniform(random_, -greatest_push, greatest_push));
  hull_->ApplyForceToCenter({push_x, push_y}, true);  // a force lasts for one step
  legs_ = {build_leg(-1), build_leg(1)};
  contacts_.watch(hull_, legs_);
}

void World::build_ground() {
  const b2BodyDef definition;
  b2Body* const ground = world_.CreateBody(&definition);
  b2EdgeShape edge;
  edge.SetTwoSided({0, 0}, {static_cast<float>(scene_width), 0});
  add_fixture(*ground, edge, 0, floor_friction, ground_category);
  b2Vec2 from(0, static_cast<float>(terrain_[0]));
  for (std::size_t i = 1; i < corners; ++i) {
    const b2Vec2 to(static_cast<float>(corner_distance * static_cast<double>(i)), static_cast<float>(terrain_[i]));
    edge.SetTwoSided(from, to);
    add_fixture(*ground, edge, 0, ground_friction, ground_category);
    from = to;
  }
}

void World::build_hull() {
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = {start_x, start_y};
  hull_ = world_.CreateBody(&definition);
  b2PolygonShape shape;
  shape.Set(hull_corners.data(), static_cast<int>(hull_corners.size()));
  add_fixture(*hull_, shape, hull_density, hull_friction, hull_category);
}

b2Body* World::build_leg(float side) {
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  definition.position = {start_x - side * leg_away, start_y};
  definition.angle = leg_angle * side;
  b2Body* const leg = world_.CreateBody(&definition);
  b2PolygonShape shape;
  shape.SetAsBox(leg_half_width, leg_half_height);
  add_fixture(*leg, shape, leg_density, leg_friction, leg_category);

  b2RevoluteJointDef joint;
  joint.bodyA = hull_;
  joint.bodyB = leg;
  joint.localAnchorB = {side * leg_away, leg_down};
  joint.referenceAngle = leg_angle * side;  // limits count from where the leg starts
  joint.enableMotor = true;
  joint.maxMotorTorque = leg_torque;
  joint.motorSpeed = leg_speed * side;
  joint.enableLimit = true;
  joint.lowerAngle = side < 0 ? least_splay : -most_splay;
  joint.upperAngle = side < 0 ? most_splay : -least_splay;
  world_.CreateJoint(&joint);
  return leg;
}

void World::step(Action action) {
  const double first = uniform(random_, -1, 1);
  const double second = uniform(random_, -1, 1);
  fire(*hull_, action, {first, second});
  world_.Step(1 / frames, velocity_iterations, position_iterations);
}

State World::state() const {
  constexpr double half_width = scene_width / 2;
  constexpr double half_height = scene_height / 2;
  const b2Vec2 position = hull_->GetPosition();
  const b2Vec2 velocity = hull_->GetLinearVelocity();  // of the centre of mass
  constexpr double second = 1 / static_cast<double>(frames);
  return {.x = (static_cast<double>(position.x) - half_width) / half_width,
          .y = (static_cast<double>(position.y) - rest_height) / half_height,
          .velocity_x = static_cast<double>(velocity.x) * half_width * second,
          .velocity_y = static_cast<double>(velocity.y) * half_height * second,
          .angle = static_cast<double>(hull_->GetAngle()),
          .angular_velocity = 20 * static_cast<double>(hull_->GetAngularVelocity()) * second,
          .legs_down = contacts_.legs_down()};
}

std::array<double, 3> World::masses() const {
  return {static_cast<double>(hull_->GetMass()), static_cast<double>(legs_[0]->GetMass()),
          static_cast<double>(legs_[1]->GetMass())};
}

}  // namespace lunar_lander
