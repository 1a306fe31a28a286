# What port/bare_metal is completed with on a 32-bit RISC-V.
set(TAUT_ARCHITECTURE_SOURCES fault.cpp processor.cpp)
set(TAUT_WITHOUT_FPU "") # reset_handler switches it on before anything else
# There is no C++ library to link, and nothing of one is needed. What a heap would be made from, __heap_start, is not there.
set(TAUT_ARCHITECTURE_LINK_OPTIONS --specs=picolibc.specs -nodefaultlibs)
set(TAUT_ARCHITECTURE_LIBRARIES gcc c gcc)
