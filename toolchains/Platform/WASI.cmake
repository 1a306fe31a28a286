# The system interface of WebAssembly, which CMake before 3.31 does not know by itself.
set(WASI 1)
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
