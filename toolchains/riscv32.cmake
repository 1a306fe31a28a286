# A 32-bit RISC-V core with single-precision floating point and no operating system, in GCC's words rv32imafc: the
# machine virt of QEMU. The C library is picolibc.
set(TAUT_CORE_FLAGS "-march=rv32imafc -mabi=ilp32f")
set(TAUT_BOARD qemu_virt)

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(TAUT_ARCHITECTURE riscv) # a folder of port
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY) # a test program would need start-up code and a linker script

# One compiler is for 64 bits and 32, and named after the former.
set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_AR riscv64-unknown-elf-gcc-ar)
set(CMAKE_RANLIB riscv64-unknown-elf-gcc-ranlib)
set(CMAKE_NM riscv64-unknown-elf-gcc-nm)
set(CMAKE_OBJDUMP riscv64-unknown-elf-objdump)
set(CMAKE_SIZE riscv64-unknown-elf-size)

# Debian's compiler comes without a C++ library. taut needs nothing but headers of one, of the same major version of GCC:
# those for RISC-V where they are packaged (Debian 13), otherwise those for ARM (Debian 12), which has the same sizes of
# types. They come before the headers of C, whose <math.h> they wrap.
set(headers "")
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "^[0-9]+" version "${version}")
foreach(machine riscv64-unknown-elf/rv32imafc/ilp32f arm-none-eabi)
  file(GLOB folders "/usr/include/newlib/c++/${version}.*/${machine}/bits/c++config.h")
  if(folders AND NOT headers)
    list(GET folders 0 folder)
    string(REGEX REPLACE "/${machine}/bits/.*" "" folder "${folder}")
    set(headers "-isystem ${folder} -isystem ${folder}/${machine}")
  endif()
endforeach()
set(c_headers "-isystem /usr/lib/picolibc/riscv64-unknown-elf/include")
set(TAUT_C_LIBRARY -B/usr/lib/picolibc/riscv64-unknown-elf/lib/) # where -print-file-name finds it

set(CMAKE_C_FLAGS_INIT "${TAUT_CORE_FLAGS} ${c_headers}")
set(CMAKE_CXX_FLAGS_INIT "${TAUT_CORE_FLAGS} -fno-use-cxa-atexit ${headers} ${c_headers}")
# Cached, because CMake would append its -O3 to the _INIT variables.
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "Flags of C in release builds")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "Flags of C++ in release builds")
set(CMAKE_EXECUTABLE_SUFFIX_C .elf)
set(CMAKE_EXECUTABLE_SUFFIX_CXX .elf)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Images run in QEMU as if they were programs: output and exit code by semihosting, virtual time by instruction count.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-system-riscv32 -machine virt -cpu rv32,d=off -bios none -display none
  -monitor none -serial none -semihosting-config enable=on,target=native -icount shift=0 -kernel)
