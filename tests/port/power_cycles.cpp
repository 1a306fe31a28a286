// Marks one more byte of the storage's last sector at each run, and says how many are marked.

#include <taut/port/console.hpp>
#include <taut/port/storage.hpp>

namespace storage = taut::port::storage;

int main() {
  const std::size_t sector = storage::size() - storage::sector_size();
  for (std::size_t runs = 0; runs < 9; ++runs) {
    std::uint8_t mark = 0;
    if (!storage::read(sector + runs, {&mark, 1})) {
      return 1;
    }
    if (mark == 0xFF) {
      const std::uint8_t marked = 0x5A;
      const char digit = static_cast<char>('1' + runs);
      taut::port::write({&digit, 1});
      return storage::write(sector + runs, {&marked, 1}) ? 0 : 2;
    }
    if (mark != 0x5A) {
      return 3;
    }
  }
  return 4;
}
