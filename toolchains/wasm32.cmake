# WebAssembly with Clang and the system interface WASI: for the monitor's page, and to compare bits. One thread. Vectors
# of 128 bits, which every browser of today has, and which compute the same everywhere; "relaxed" ones would not.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

find_program(TAUT_CLANG NAMES clang REQUIRED)
find_program(TAUT_CLANGXX NAMES clang++ REQUIRED)
set(CMAKE_C_COMPILER ${TAUT_CLANG})
set(CMAKE_CXX_COMPILER ${TAUT_CLANGXX})
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Only LLVM's own archiver makes an index of WebAssembly objects.
find_program(CMAKE_AR NAMES llvm-ar llvm-ar-14 llvm-ar-19 REQUIRED)
find_program(CMAKE_RANLIB NAMES llvm-ranlib llvm-ranlib-14 llvm-ranlib-19 REQUIRED)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fno-exceptions")
set(CMAKE_C_FLAGS_INIT "-msimd128")
# A stack below the data, so that one that grows too far is an error instead of other data.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--stack-first -Wl,-z,stack-size=262144")

# Programs run in Node.js.
find_program(TAUT_NODE NAMES node nodejs)
if(TAUT_NODE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${TAUT_NODE} "${CMAKE_CURRENT_LIST_DIR}/../port/web/run.mjs")
endif()
