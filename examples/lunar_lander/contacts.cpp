#include "contacts.hpp"

namespace lunar_lander {

namespace {

bool concerns(b2Contact& contact, const b2Body* body) {
  return contact.GetFixtureA()->GetBody() == body || contact.GetFixtureB()->GetBody() == body;
}

}  // namespace

void Contacts::watch(const b2Body* hull, const std::array<b2Body*, 2>& legs) {
  hull_ = hull;
  legs_ = {legs[0], legs[1]};
}

void Contacts::BeginContact(b2Contact* contact) {
  hull_touched_ = hull_touched_ || concerns(*contact, hull_);
  mark_legs(*contact, true);
}

void Contacts::EndContact(b2Contact* contact) { mark_legs(*contact, false); }

void Contacts::mark_legs(b2Contact& contact, bool down) {
  for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
    if (concerns(contact, legs_[leg])) {
      legs_down_[leg] = down;
    }
  }
}

}  // namespace lunar_lander
