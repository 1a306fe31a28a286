set(TAUT_CORE_FLAGS "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16")
set(TAUT_BOARD netduinoplus2)
set(TAUT_QEMU_MACHINE netduinoplus2)
include("${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
