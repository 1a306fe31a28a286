// libgcc's 64-bit division has unwinding tables, which name these. Defined here, they keep the unwinder out of the
// image; nothing throws, so nothing calls them.

extern "C" {
void __aeabi_unwind_cpp_pr0();
void __aeabi_unwind_cpp_pr1();
void __aeabi_unwind_cpp_pr2();
void __aeabi_unwind_cpp_pr0() {}
void __aeabi_unwind_cpp_pr1() {}
void __aeabi_unwind_cpp_pr2() {}
}
