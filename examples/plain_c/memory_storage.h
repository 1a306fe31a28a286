#pragma once

#include <taut/taut.h>

/* A storage for checkpoints in RAM: it outlives the tuner, not the program. A device has flash in its place. */

/** The storage over `size` bytes of memory. */
taut_storage memory_storage(uint8_t* memory, size_t size);

/** Bytes of a sector; a slot is made of whole ones. */
#define MEMORY_SECTOR_SIZE 256

/** Bytes of memory that two checkpoints of `size` bytes take. */
#define MEMORY_STORAGE_SIZE(size) (2 * (((size) + MEMORY_SECTOR_SIZE - 1) / MEMORY_SECTOR_SIZE * MEMORY_SECTOR_SIZE))
