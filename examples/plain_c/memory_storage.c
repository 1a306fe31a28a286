#include "memory_storage.h"

#include <string.h>

static bool read_bytes(void* memory, size_t offset, uint8_t* bytes, size_t count) {
  memcpy(bytes, (const uint8_t*)memory + offset, count);
  return true;
}

static bool write_bytes(void* memory, size_t offset, const uint8_t* bytes, size_t count) {
  memcpy((uint8_t*)memory + offset, bytes, count);
  return true;
}

static bool erase_sector(void* memory, size_t offset) {
  memset((uint8_t*)memory + offset, 0xFF, MEMORY_SECTOR_SIZE);
  return true;
}

taut_storage memory_storage(uint8_t* memory, size_t size) {
  const taut_storage storage = {.size = size,
                                .sector_size = MEMORY_SECTOR_SIZE,
                                .read = read_bytes,
                                .write = write_bytes,
                                .erase = erase_sector,
                                .context = memory};
  return storage;
}
