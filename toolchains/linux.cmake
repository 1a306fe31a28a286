# What the toolchain files for Linux on ARM share. Each sets TAUT_TRIPLE (of Debian's cross compiler) and TAUT_QEMU, and
# then includes this file.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${TAUT_TRIPLE}-gcc)
set(CMAKE_CXX_COMPILER ${TAUT_TRIPLE}-g++)

set(CMAKE_FIND_ROOT_PATH /usr/${TAUT_TRIPLE})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

# Programs run in QEMU, with the C library of the cross compiler.
set(CMAKE_CROSSCOMPILING_EMULATOR ${TAUT_QEMU} -L /usr/${TAUT_TRIPLE})
