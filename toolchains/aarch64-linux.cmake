set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(TAUT_TRIPLE aarch64-linux-gnu)
set(TAUT_QEMU qemu-aarch64)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
