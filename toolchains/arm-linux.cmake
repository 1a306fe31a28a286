set(CMAKE_SYSTEM_PROCESSOR armv7l)
set(TAUT_TRIPLE arm-linux-gnueabihf)
set(TAUT_QEMU qemu-arm)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
