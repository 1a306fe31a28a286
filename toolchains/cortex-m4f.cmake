set(TAUT_CORE_FLAGS "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16")
set(TAUT_BOARD mps2_an386)
set(TAUT_QEMU_MACHINE mps2-an386)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
