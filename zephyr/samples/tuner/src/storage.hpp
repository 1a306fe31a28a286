#pragma once

#include <taut/status.hpp>
#include <taut/storage.hpp>

/// The partition of the flash for checkpoints, with the sectors and the unit of writing that the flash has. Fails with
/// `storage_failed` if it cannot be opened.
taut::Status open_storage(taut::Storage& storage);
