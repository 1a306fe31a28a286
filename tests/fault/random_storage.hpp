#pragma once

#include <taut/random.hpp>
#include <taut/storage.hpp>

#include "flash.hpp"

namespace fault {

/// Makes a storage, which is that of `flash`, one that cannot be restored from. Returns whether it might still be saved
/// to: it then fails when it is read.
inline bool spoil_storage(taut::Storage& storage, Flash& flash, taut::Random& random) {
  switch (random.below(6)) {
    case 0:
      storage.read = {};
      return false;
    case 1:
      storage.sector_size = 0;
      return false;
    case 2:
      storage.size = random.below(128);
      return false;
    case 3:
      storage.sector_size = storage.size;
      return false;
    case 4:
      flash.fail_reads_after(random.below(2));
      return true;
    default:
      storage = {};
      return false;
  }
}

}  // namespace fault
