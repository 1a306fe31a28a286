#pragma once

#include <cstddef>
#include <cstring>

#include "check.hpp"

/// Work that goes on as copies of its bytes.
namespace copies {

/// An object that does something in pieces, and the memory it does it in.
template <class Object, class Room>
struct Pair {
  Object object{};
  Room room{};
};

/// Carries the first through; after every piece of work both go on as copies of their bytes in the other pair, and the
/// originals are wiped. Returns where they end.
template <class Object, class Room>
const Pair<Object, Room>& carry_through(Pair<Object, Room> (&pairs)[2]) {
  std::size_t present = 0;
  while (!pairs[present].object.done()) {
    Pair<Object, Room>& here = pairs[present];
    Pair<Object, Room>& there = pairs[1 - present];
    here.object.advance(here.room.workspace());
    std::memcpy(&there.object, &here.object, sizeof(Object));
    there.room = here.room;
    here = {};
    present = 1 - present;
  }
  return pairs[present];
}

}  // namespace copies
