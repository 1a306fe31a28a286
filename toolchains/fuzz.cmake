# Clang with libFuzzer, which GCC does not have.
find_program(TAUT_CLANG NAMES clang REQUIRED)
find_program(TAUT_CLANGXX NAMES clang++ REQUIRED)
set(CMAKE_C_COMPILER ${TAUT_CLANG})
set(CMAKE_CXX_COMPILER ${TAUT_CLANGXX})
