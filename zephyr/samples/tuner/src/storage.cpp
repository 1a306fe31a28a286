#include "storage.hpp"

#include <zephyr/drivers/flash.h>
#include <zephyr/storage/flash_map.h>

namespace {

// Boards that have room for it call it `storage`; for the others the folder `boards` has a partition of its own.
#if FIXED_PARTITION_EXISTS(tuner_partition)
constexpr std::uint8_t partition = FIXED_PARTITION_ID(tuner_partition);
#else
constexpr std::uint8_t partition = FIXED_PARTITION_ID(storage_partition);
#endif

const flash_area* area = nullptr;
std::size_t sector_size = 0;

bool read(std::size_t offset, etl::span<std::uint8_t> bytes) {
  return flash_area_read(area, static_cast<off_t>(offset), bytes.data(), bytes.size()) == 0;
}

bool write(std::size_t offset, etl::span<const std::uint8_t> bytes) {
  return flash_area_write(area, static_cast<off_t>(offset), bytes.data(), bytes.size()) == 0;
}

bool erase(std::size_t offset) { return flash_area_erase(area, static_cast<off_t>(offset), sector_size) == 0; }

}  // namespace

taut::Status open_storage(taut::Storage& storage) {
  flash_pages_info page{};
  if (flash_area_open(partition, &area) != 0 ||
      flash_get_page_info_by_offs(flash_area_get_device(area), area->fa_off, &page) != 0 ||
      flash_area_erased_val(area) != 0xFF) {
    return taut::Status::storage_failed;
  }
  sector_size = page.size;
  storage.size = area->fa_size;
  storage.sector_size = sector_size;
  storage.write_size = flash_area_align(area);
  storage.read.set<read>();
  storage.write.set<write>();
  storage.erase.set<erase>();
  return taut::Status::ok;
}
