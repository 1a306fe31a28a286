set(TAUT_CORE_FLAGS "-mcpu=cortex-m33 -mfpu=fpv5-sp-d16")
set(TAUT_BOARD mps2_an505)
set(TAUT_QEMU_MACHINE mps2-an505)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
