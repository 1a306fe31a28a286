# What port/bare_metal is completed with on a Cortex-M.
set(TAUT_ARCHITECTURE_SOURCES fault.cpp processor.cpp unwinding.cpp vectors.cpp)
set(TAUT_WITHOUT_FPU -mgeneral-regs-only)
# What a heap would be made from, _sbrk, is not there. The vectors, and what keeps the unwinder out, are fetched from the
# archive whether or not something has asked for them yet.
set(TAUT_ARCHITECTURE_LINK_OPTIONS --specs=nano.specs LINKER:--undefined=vectors,--undefined=__aeabi_unwind_cpp_pr0)
