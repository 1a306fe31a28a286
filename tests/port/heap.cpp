// Must not link for a target: there is no heap.

#include <cstdlib>

int main() {
  void* volatile block = std::malloc(16);
  return block == nullptr ? 1 : 0;
}
