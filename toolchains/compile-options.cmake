# Flags of taut's own code. `taut_warnings` is for everything here that is ours; `taut_codegen` for the library.

# -Wno-psabi: a note for each call that GCC before 7.1 would have made differently. No such GCC knows C++20.
add_library(taut_warnings INTERFACE)
target_compile_options(taut_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wdouble-promotion -Wfloat-conversion -Wshadow -Wvla
  -Wcast-align -Wundef -Wunused -Wmissing-declarations -Wdate-time -Wno-psabi
  $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast -Woverloaded-virtual -Wnon-virtual-dtor -Wextra-semi>
  $<$<BOOL:${TAUT_WERROR}>:-Werror>)

# -fno-fast-math takes back what a project around taut may have among its own flags, which come first: -ffast-math and
# each of its parts, with which numbers would be wrong. -ffp-contract=off is what makes results the same bits on every machine: a
# fused multiply-add rounds once where the separate operations round twice, and only some machines have one.
# -fno-math-errno lets sqrt be one instruction; -fno-trapping-math lets selections be vectorised. Neither changes a
# result. -fno-delete-null-pointer-checks, because address 0 is flash on many boards, and because without it GCC 12 can
# take a function for pure after rewriting its loads to a zero base, and drop the calls to it.
add_library(taut_codegen INTERFACE)
target_compile_options(taut_codegen INTERFACE
  -fno-fast-math
  -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-delete-null-pointer-checks -ffunction-sections -fdata-sections
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -fno-threadsafe-statics>)

# For the whole tree, because sanitized and plain objects do not mix well.
if(TAUT_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# Likewise, because what an input reaches is only seen in code that counts it. A number that does not fit into the integer
# it is made into is undefined, too, and not among what `undefined` looks for.
if(TAUT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,float-cast-overflow)
endif()
