# Clang with libFuzzer, which GCC does not have: of the version that toolchains/packages.txt names.
find_program(TAUT_CLANG NAMES clang-14 clang REQUIRED)
find_program(TAUT_CLANGXX NAMES clang++-14 clang++ REQUIRED)
set(CMAKE_C_COMPILER ${TAUT_CLANG})
set(CMAKE_CXX_COMPILER ${TAUT_CLANGXX})
