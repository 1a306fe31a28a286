set(TAUT_CORE_FLAGS "-mcpu=cortex-m7 -mfpu=fpv5-d16")
set(TAUT_BOARD mps2_an500)
set(TAUT_QEMU_MACHINE mps2-an500)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
