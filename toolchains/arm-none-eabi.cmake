# What the Cortex-M toolchain files share. Each sets TAUT_CORE_FLAGS (the core and its FPU), TAUT_BOARD (a folder of
# port/cortex_m/boards) and TAUT_QEMU_MACHINE, and then includes this file.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(TAUT_ARCHITECTURE cortex_m) # a folder of port
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a test program would need start-up code and a linker script

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_AR arm-none-eabi-gcc-ar)
set(CMAKE_RANLIB arm-none-eabi-gcc-ranlib)
set(CMAKE_NM arm-none-eabi-gcc-nm)
set(CMAKE_OBJDUMP arm-none-eabi-objdump)
set(CMAKE_SIZE arm-none-eabi-size)

set(CMAKE_C_FLAGS_INIT "${TAUT_CORE_FLAGS} -mthumb -mfloat-abi=hard")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT} -fno-use-cxa-atexit")
# Cached, because CMake would append its -O3 to the _INIT variables.
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "Flags of C in release builds")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "Flags of C++ in release builds")
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Images run in QEMU as if they were programs: output and exit code by semihosting, virtual time by instruction count.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-arm -machine ${TAUT_QEMU_MACHINE} -display none -monitor none -serial none
  -semihosting-config enable=on,target=native -icount shift=0 -kernel)
