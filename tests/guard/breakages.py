"""The ways in which prove_guards.py breaks the project, and the guard that must notice each."""
import dataclasses

STATUS, HEADER, LIBRARY = "lib/src/status.cpp", "lib/include/taut/status.hpp", "lib/CMakeLists.txt"
HISTORY = "lib/src/numeric/curvature_history.cpp"
CHECKPOINT = "lib/src/tuner/checkpoint.cpp"
OPTIONS, DEPENDENCIES = "toolchains/compile-options.cmake", "toolchains/dependencies.cmake"
TIDY = f"lint.py tidy --only {STATUS}"  # not a CTest test but a script
HOST, DEBUG, CORE, LARGE_CORE = "host", "host-debug", "cortex-m4f", "cortex-m7"


@dataclasses.dataclass
class Breakage:
    """What is broken, by which edits, and the test that must fail with a certain text. Without a test, the build must.
    """
    name: str
    preset: str
    test: str
    says: str
    edits: list  # (file, text to replace or None to append, new text)
    build: str = ""


def append(file, text):
    return (file, None, f"\n{text}\n")


def compiled_with(option):
    # A precompiled header was compiled without the option, and would be refused.
    return append(LIBRARY, "set_source_files_properties(src/status.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON "
                           f"COMPILE_OPTIONS {option})")


def function(body, before=""):
    """Appends a function to the library that nobody calls: it is in the archive and in no image."""
    return [append(STATUS, f"{before}\nint broken(int n);\nint broken(int n) {{ {body} }}")]


def in_text(statements):
    """Inserts statements into a function of the library that a unit test calls."""
    return [(STATUS, "  switch (status)", f"  {statements}\n  switch (status)")]


SLOW_MATH = (OPTIONS, "  -fno-fast-math\n", "")
CONTRACTED = [(OPTIONS, "  -ffp-contract=off", "  -ffp-contract=fast")]

BREAKAGES = [
    Breakage("a heap call in the archive", CORE, "guard.heap", "malloc referenced in",
             function("void* volatile block = __builtin_malloc(static_cast<unsigned>(n));\n"
                      "  return block != nullptr;"), "taut"),
    Breakage("a heap call in the host archive", HOST, "guard.heap", "_Znwm referenced in",
             function("int* volatile number = new int(n);\n  return *number;"), "taut"),
    Breakage("operator new in an image", CORE, "guard.heap", "_Znwj defined in",
             [("tests/unit/test_status.cpp", "int main() {",
               "[[gnu::noinline]] void* operator new(decltype(sizeof 0)) {\n  static long room;\n  return &room;\n}\n\n"
               "int main() {\n  int* volatile number = new int(3);\n  *number = 4;")], "unit_status_float"),
    Breakage("double arithmetic in float code", CORE, "guard.double", "__aeabi_dmul",
             in_text("volatile double one = 1.0;\n  one = one * 3.0;"), "unit_status_float"),
    Breakage("a function of the maths library", CORE, "guard.libm", "expf referenced in",
             function("return static_cast<int>(__builtin_expf(static_cast<float>(n)));"), "taut"),
    Breakage("a constructor that any program links with", CORE, "guard.consumer", "a program must not link",
             [("lib/include/taut/tuner.hpp", "[[gnu::abi_tag(TAUT_BUILT_FOR_)]] ", ""),
              ("lib/src/tuner.cpp", "[[gnu::abi_tag(TAUT_BUILT_FOR_)]] ", "")], "taut"),
    Breakage("a function of C that any program links with", CORE, "guard.consumer", "a program must not link",
             [("lib/include/taut/taut.h", "#define taut_tuner_create TAUT_JOIN_(taut_tuner_create_for_, TAUT_MACHINE_)\n", "")], "taut"),
    Breakage("ETL in front of the compiler's headers", CORE, "guard.consumer", "No such file or directory",
             [("tests/consumer/makefile/Makefile", "-idirafter $(ETL)", "-isystem $(ETL)")], "taut"),
    Breakage("the time in the archive", LARGE_CORE, "guard.reproducible", "is another one when it is compiled elsewhere",
             [compiled_with("-Wno-date-time"),
              *in_text("static const volatile char when[] = __TIME__;\n  static_cast<void>(when[0]);")], "taut"),
    Breakage("a path in the archive", LARGE_CORE, "guard.reproducible", "a path of this machine is in the archive",
             in_text("static const volatile char where[] = __FILE__;\n  static_cast<void>(where[0]);"), "taut"),
    Breakage("dates in the archive", LARGE_CORE, "guard.reproducible", "members with a date or an owner",
             [(LIBRARY, "qcD", "qcU"), (LIBRARY, "qD", "qU"), (LIBRARY, "-D <TARGET>", "-U <TARGET>")], "taut"),
    Breakage("a wrong version in the bill of materials", HOST, "guard.sbom", "Eigen is 0",
             [("lib/sbom.cmake", "\"EIGEN_WORLD_VERSION;EIGEN_MAJOR", "\"EIGEN_MINOR_VERSION;EIGEN_MAJOR")], "taut"),
    Breakage("a tag that was moved", HOST, "guard.dependencies", "it was accepted",
             [(DEPENDENCIES, "if(NOT fetched STREQUAL commit)", "if(FALSE)")], ""),
    Breakage("a variable in the archive", CORE, "guard.variables", "what every tuner of a program would share",
             in_text("static int calls = 0;\n  calls = calls + 1;"), "taut"),
    Breakage("a variable that two tuners share", HOST, "threads.two_tuners", "data race",
             [("lib/src/tuner.cpp", "  const Outcome outcome = engine.advance(arrays);",
               "  static int slices = 0;\n  slices = slices + 1;\n  const Outcome outcome = engine.advance(arrays);")],
             "two_tuners"),
    Breakage("an exception", CORE, "guard.runtime", "__cxa_throw referenced in",
             [compiled_with("-fexceptions"),
              *function("throw n;")], "taut"),
    Breakage("run-time type information", CORE, "guard.runtime", "_ZTI",
             [compiled_with("-frtti"),
              *function("return n;", "struct Broken { virtual ~Broken(); };\nBroken::~Broken() = default;")], "taut"),
    Breakage("a guarded static", CORE, "guard.runtime", "__cxa_guard_acquire referenced in",
             [compiled_with("-fthreadsafe-statics"),
              *function("static const int first = elsewhere();\n  return first + n;", "int elsewhere();")], "taut"),
    Breakage("recursion", CORE, "guard.stack", "recursion: _Z6brokeni -> _Z6brokeni",
             function("return n < 2 ? n : broken(n - 1) * broken(n - 2);"), "taut"),
    Breakage("a large frame", CORE, "guard.stack", "more than 4096",
             function("volatile char room[5000];\n  room[n] = 1;\n  return room[n + 1];"), "taut"),
    Breakage("a frame of unknown size", CORE, "guard.stack", "frame of unknown size",
             function("volatile char* room = static_cast<char*>(__builtin_alloca(static_cast<unsigned>(n)));\n"
                      "  room[0] = 1;\n  return room[n - 1];"), "taut"),
    Breakage("a call through a pointer", CORE, "guard.stack", "call through a pointer",
             function("return pointer(n) + 1;", "extern int (*pointer)(int);"), "taut"),
    Breakage("a call of a function nobody knows", CORE, "guard.stack", "no library of the toolchain has _Z9elsewherei",
             function("return elsewhere(n) + 1;", "int elsewhere(int n);"), "taut"),
    Breakage("fused multiply-add on the target", CORE, "guard.same_bits", "arithmetic:", CONTRACTED, "same_bits"),
    Breakage("fused multiply-add on the host", HOST, "guard.same_bits.avx2", "arithmetic:", CONTRACTED,
             "same_bits_avx2"),
    Breakage("a sum in the machine's order", HOST, "guard.same_bits.avx2", "bounded_lbfgs:",
             [(HISTORY, "#include <algorithm>", "#include <Eigen/Core>\n#include <algorithm>"),
              (HISTORY, "  Scalar sum = 0;\n  for (Index i = 0; i < inputs; ++i) {\n    sum +=",
               "  using Whole = Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>;\n"
               "  Scalar sum = (Whole(a, inputs) * Whole(b, inputs)).sum();\n"
               "  for (Index i = inputs; i < inputs; ++i) {\n    sum +=")], "same_bits same_bits_avx2"),
    Breakage("an out-of-bounds read under the sanitizers", DEBUG, "unit.status.float", "runtime error: load of address",
             in_text("int room[2] = {1, 2};\n  volatile int index = 2;\n  room[0] = *(room + index);\n"
                     "  if (room[0] == 7) {\n    return {};\n  }"), "unit_status_float"),
    Breakage("a public header that needs Eigen", HOST, "", "Eigen/Core", [append(HEADER, "#include <Eigen/Core>")],
             "guard_headers"),
    Breakage("a public header that does not compile alone", HOST, "", "status.hpp",
             [(HEADER, "#include <etl/string_view.h>", "")], "guard_headers"),
    Breakage("Eigen in a public header", HOST, "guard.sources", "Eigen stays behind the archive",
             [append(HEADER, "#include <Eigen/Core>")]),
    Breakage("a forbidden header", HOST, "guard.sources", "#include <vector>: not among the permitted",
             [append(STATUS, "#include <vector>")]),
    Breakage("a word that needs exceptions", HOST, "guard.sources", "throw: taut is built without exceptions",
             function("throw n;")),
    Breakage("std::exp in the library", HOST, "guard.sources", "use numeric/",
             function("return int(std::exp(float(n)));")),
    Breakage("a checkpoint written over the latest one", HOST, "fault.power_cut", "a completed checkpoint is found",
             [(CHECKPOINT, "1 - latest->slot", "latest->slot")], "fault_power_cut"),
    Breakage("a checkpoint whose checksum nobody compares", HOST, "fault.corruption", "damage is refused",
             [(CHECKPOINT, "  return checksum.value() == found.checksum ? Status::ok : Status::no_checkpoint;",
               "  return Status::ok;")], "fault_corruption"),
    Breakage("a checkpoint of other ranges that is taken", HOST, "unit.checkpoint_task.float",
             "the_checkpoint_of_another_task_is_refused:FAIL",
             [("lib/src/model/model_engine.cpp", "  checksum.add_numbers<Scalar>(full_workspace(memory).all_ranges());\n",
               "  static_cast<void>(memory);\n")], "unit_checkpoint_task_float"),
    Breakage("a checkpoint of another task that is taken", HOST, "fault.fuzz", "a tuner that has begun keeps its task",
             [("lib/src/tuner.cpp", "engine.state() != State::idle && engine.task(arrays) != found->task",
               "found->slot > 1")], "fault_fuzz"),
    Breakage("a number of an older format", HOST, "fault.kept_image", "a kept checkpoint of the present format",
             [(CHECKPOINT, "format = 2;", "format = 1;")], "fault_kept_image"),
    Breakage("a layout that changes without its number", HOST, "fault.kept_image", "a kept checkpoint of the present",
             [("lib/src/tuner/tuner_engine.hpp", "  Scalar best_value_ = 0;\n",
               "  Scalar best_value_ = 0;\n  Scalar more_[8]{};\n")], "fault_kept_image"),
    Breakage("settings that nobody looks at when they are restored", HOST, "fault.hostile",
             "a setting lies in its range",
             [("lib/src/tuner/tuner_engine.cpp", "model_.check(memory(arrays), trial(arrays, slot)) != Status::ok",
               "trial(arrays, slot).empty()")], "fault_hostile"),
    Breakage("a stage that nobody looks at when it is restored", HOST, "fault.hostile", "does not hold",
             [("lib/src/tuner/tuner_engine.cpp", "!valid_counts(arrays) || !valid_stage()", "!valid_counts(arrays)")],
             "fault_hostile"),
    Breakage("a write that is no whole unit", HOST, "fault.power_cut", "a write is of whole units",
             [(CHECKPOINT, "const std::size_t count = whole_units(*storage_, held_);",
               "const std::size_t count = held_;")], "fault_power_cut"),
    Breakage("a header that may be there before its payload", HOST, "fault.power_cut", "completed checkpoint is found",
             [(CHECKPOINT, "(!storage_->sync.is_valid() || storage_->sync())", "true")], "fault_power_cut"),
    Breakage("a write that nobody reads again", HOST, "fault.worn_flash", "what is missing is noticed",
             [(CHECKPOINT, "written && *written == next && check_payload(next) == Status::ok", "written.has_value()")],
             "fault_worn_flash"),
    Breakage("an older checkpoint for one that cannot be read", HOST, "fault.worn_flash",
             "what cannot be read is reported",
             [(CHECKPOINT, "    if (payload == Status::storage_failed) {", "    if (payload == Status::full) {")],
             "fault_worn_flash"),
    Breakage("a refused reading that takes its trial along", HOST, "fault.fuzz", "is refused changes nothing",
             [("lib/src/tuner/tuner_engine.cpp",
               "  if (status != Status::ok) {\n    return status;\n  }\n  arrays.ids[slot_of(arrays, id)] = 0;\n",
               "  if (status != Status::ok) {\n    arrays.ids[slot_of(arrays, id)] = 0;\n    --outstanding_;\n"
               "    return status;\n  }\n  arrays.ids[slot_of(arrays, id)] = 0;\n")], "fault_fuzz"),
    Breakage("semihosting in the image for a board", LARGE_CORE, "selftest.image", "semihosting in",
             [("port/cortex_m/boards/nucleo_h743zi2/exit.cpp", '"wfi"', '"bkpt 0xab"')], "selftest_nucleo_h743zi2"),
    Breakage("a slice that goes through all observations", LARGE_CORE, "guard.slices", "longer than is promised",
             [("lib/src/model/hyperparameter_search.cpp", "      add_sites(workspace, problem, pack_, 0);\n",
               "      while (pack_ + 1 < packs(problem.observations)) {\n"
               "        add_sites(workspace, problem, pack_++, 0);\n      }\n"
               "      add_sites(workspace, problem, pack_, 0);\n")], "bench_slices"),
    Breakage("a table that takes four kilobytes of flash", CORE, "guard.size", ".flash has grown",
             [("lib/src/tuner.cpp", "Status TunerCore<Scalar>::poll() {\n",
               "Status TunerCore<Scalar>::poll() {\n  static const volatile char table[4000] = {1};\n"
               "  if (table[1] == 1) {\n    return Status::not_ready;\n  }\n")], "size_images"),
    Breakage("a reduction of Eigen", HOST, "guard.sources", "add up one after the other", function("return x.sum();")),
    Breakage("an include upwards", HOST, "guard.layers", "layer numeric may not use model",
             [append("lib/src/numeric/vector.hpp", '#include "model/kernel.hpp"')]),
    Breakage("a public header that includes a layer", HOST, "guard.layers", "a public header may not use numeric",
             [append(HEADER, '#include "numeric/pack.hpp"')]),
    Breakage("a program in the README that does not compile", HOST, "guard.readme", "does not compile and link",
             [("README.md", "#include <taut/taut.hpp>", "#include <taut/tuat.hpp>")]),
    Breakage("a README without a program", HOST, "guard.readme", "has no ```cpp block",
             [("README.md", "```cpp", "```c++")] * 2),  # there are two programs
    Breakage("limits in the README that do not compile", HOST, "guard.readme", "block 2 of README.md does not compile",
             [("README.md", "taut::most_observations(", "taut::most_readings(")]),
    Breakage("a project in the README for another library", HOST, "guard.consumer",
             "configuring the project of README.md failed",
             [("README.md", "target_link_libraries(firmware PRIVATE taut::taut)",
               "target_link_libraries(firmware PRIVATE taut::tuat)")]),
    Breakage("a Makefile in the README without its libraries", HOST, "guard.consumer",
             "building with the Makefile of README.md failed",
             [("README.md", "$$(pkg-config --cflags --libs taut)", "$$(pkg-config --cflags taut)")]),
    Breakage("a README with a command that is not there", HOST, "guard.commands", "./dev fly",
             [append("README.md", "Run `./dev fly`.")]),
    Breakage("a demo that installs what it does not need", HOST, "guard.setup", "./dev demo says 'qemu'",
             [("dev", "  setup build && build --programs", "  setup build cores && build --programs")]),
    Breakage("a formatter without which there is no test", HOST, "guard.setup", "formatting is not checked",
             [("toolchains/install-packages.sh", "clang-format@14) echo", "clang-format@99) echo")]),
    Breakage("a git that trusts no server", HOST, "guard.setup", "where ETL is not to be had",
             [("toolchains/install-packages.sh", "(git ca-certificates)", "(git)")]),
    Breakage("notes of the compiler", CORE, "guard.notes", "parameter passing", [(OPTIONS, " -Wno-psabi\n", "\n")],
             "unity_float"),
    Breakage("progress for nobody", HOST, "guard.progress", "lines of progress",
             [("examples/laser/run_firmware.py", "elif readings * 10 // self.total > self.tenths", "elif readings")]),
    Breakage("a table in the README that is not on record", HOST, "guard.tables", "does not say what is on record",
             [("README.md", "| Tuner 4 / 24 / 200 / 8 / 128 | ", "| Tuner 4 / 24 / 200 / 8 / 128 | 1")]),
    Breakage("a link to a page that is not there", HOST, "guard.links", "nowhere.md: no such file",
             [append("README.md", "See [nowhere](nowhere.md).")]),
    Breakage("a public member that nobody describes", HOST, "guard.doxygen", "Member broken",
             [("lib/include/taut/tuner.hpp", "  /// One bounded", "  Status broken();\n\n  /// One bounded")]),
    Breakage("a public function that nobody describes", HOST, "guard.doxygen", "Member broken",
             [(HEADER, "/// A short English", "int broken();\n\n/// A short English")]),
    Breakage("a page that is not where it was", HOST, "guard.doxygen", "unable to resolve reference",
             [("lib/src/model/site_inference.md", "](likelihood.md)", "](likelihoods.md)")]),
    Breakage("a missing dependency that is only a warning", HOST, "guard.dependencies", "not one error",
             [(DEPENDENCIES, 'message(FATAL_ERROR "taut needs', 'message(SEND_ERROR "taut needs')]),
    Breakage("an installed package that mentions Eigen", HOST, "guard.consumer", "mentions Eigen",
             [append(HEADER, "// as in Eigen")]),
    Breakage("an installed package that accepts any version", HOST, "guard.consumer", "it was accepted",
             [append(LIBRARY, 'file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/taut-config-version.cmake"\n'
                     '  "set(PACKAGE_VERSION ${PROJECT_VERSION})\\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\\n")')],
             "taut"),
    Breakage("an archive without one of its functions", HOST, "guard.consumer",
             "building tests/consumer/installed failed", [(LIBRARY, "src/numeric/statistics.cpp", "")], "taut"),
    Breakage("a package of another version", HOST, "guard.packages", "library.json says version",
             [("library.json", '"version": "', '"version": "9')]),
    Breakage("a package without a flag", HOST, "guard.packages", "library.json lacks flags",
             [("library.json", '      "-ffp-contract=off",\n', "")]),
    Breakage("a package without its headers", HOST, "guard.packages", "does not export",
             [("library.json", '"lib/include", ', '"lib/include/taut/status.hpp", ')]),
    Breakage("a package without some of its sources", HOST, "guard.packages", "other sources than lib/CMakeLists.txt",
             [("library.json", ', "lib/src"]', ', "lib/src/numeric"]')]),
    Breakage("a source that no package has", HOST, "guard.packages", "does not name every source",
             [(LIBRARY, "  src/status.cpp\n", "")]),
    Breakage("a component that registers too late", HOST, "guard.packages", "configuring tests/consumer/esp_idf failed",
             [("CMakeLists.txt", "if(ESP_PLATFORM)\n  idf_component_register()\nendif()\n\n", ""),
              ("CMakeLists.txt", "  target_link_libraries(${COMPONENT_LIB}",
               "  idf_component_register()\n  target_link_libraries(${COMPONENT_LIB}")]),
    Breakage("a module without the board's flags", HOST, "guard.packages", "lacks the board's flags",
             [("zephyr/CMakeLists.txt", "link_libraries(zephyr_interface)", "")]),
    Breakage("a module on a stack that is too small", HOST, "guard.packages", "it was accepted",
             [("zephyr/CMakeLists.txt", "CONFIG_MAIN_STACK_SIZE LESS 6144", "CONFIG_MAIN_STACK_SIZE LESS 614")]),
    Breakage("a module that brings warnings", HOST, "guard.packages", "brings a warning",
             [append(LIBRARY, "include(GNUInstallDirs)")]),
    Breakage("a module whose flags the board's flags undo", HOST, "guard.packages", "compile it with -fno-fast-math",
             [("zephyr/CMakeLists.txt", "link_libraries(zephyr_interface)", ""),
              append("zephyr/CMakeLists.txt", "target_link_libraries(taut PRIVATE zephyr_interface)")]),
    Breakage("a project around it with an Eigen of its own", HOST, "guard.consumer",
             "configuring tests/consumer/subfolder failed",
             [(DEPENDENCIES, "  if(TARGET Eigen3::Eigen)\n    set(folder", "  if(FALSE)\n    set(folder"),
              (DEPENDENCIES, 'NOT folder MATCHES "^\\\\$<" AND ', "")]),
    Breakage("a project around it with a target named eigen", HOST, "guard.consumer", "without Eigen3::Eigen failed",
             [(DEPENDENCIES, 'set(folder "${EIGEN3_INCLUDE_DIR}")',
               "get_target_property(folder Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)")]),
    Breakage("flags that make arithmetic wrong", HOST, "guard.consumer", "compile it with -fno-fast-math", [SLOW_MATH]),
    Breakage("wrong arithmetic that nobody refuses", HOST, "guard.consumer", "with -ffast-math around it",
             [SLOW_MATH, ("lib/src/numeric/arithmetic.hpp", "defined(__FAST_MATH__)", "0"),
              ("lib/src/numeric/arithmetic.hpp", "__FINITE_MATH_ONLY__ != 0", "0")]),
    Breakage("a source that refuses no flags", HOST, "guard.sources", "status.cpp: does not include arithmetic.hpp",
             [(STATUS, '#include "numeric/arithmetic.hpp"\n', "")]),
    Breakage("a package for pkg-config of another version", HOST, "guard.consumer", "taut.pc says version",
             [("lib/cmake/taut.pc.in", "Version: ", "Version: 9")], "taut"),
    Breakage("a file that is not formatted", HOST, "guard.format", "status.cpp", [append(STATUS, "int   broken ;")]),
    Breakage("a name in the wrong style", HOST, TIDY, "readability-identifier-naming",
             function("const int WrongStyle = n;\n  return WrongStyle;")),
    Breakage("a reminder left behind", HOST, "guard.hygiene", "a reminder", [append(STATUS, "// TO" "DO: later")]),
    Breakage("a path of one machine", HOST, "guard.hygiene", "a path of one machine",
             [append(STATUS, "// see /ho" "me/me/notes")]),
    Breakage("a host that nobody has agreed to", HOST, "guard.hygiene", "not among the hosts",
             [append(STATUS, "// see https:/" "/packages.example.net")]),
    Breakage("a scale of the noise that varies at will", HOST, "unit.threshold.float", ":FAIL",
             [("lib/src/model/hyperprior.cpp", "largest_variation_deviations = 0", "largest_variation_deviations = 5")],
             "unit_threshold_float"),
    Breakage("a knob that is not named", HOST, "unit.tuner_refusals.float", ":FAIL",
             [("lib/src/model/model_engine.cpp", "Field::ranges, knob}", "Field::ranges}")], "unit_tuner_refusals_float"),
    Breakage("a limit that is not named", HOST, "guard.messages", "{'batch': 0} is refused without",
             [("lib/include/taut/limits.hpp", '"taut::Limits: outstanding, ', '"taut::Limits: ')], "taut"),
    Breakage("ranges of another scalar without a word", HOST, "guard.messages", "'ranges': 'double'} compiles",
             [("lib/include/taut/range.hpp", "static_assert(sizeof(Array) == 0,", "static_assert(sizeof(Array) != 0,")],
             "taut"),
    Breakage("known noise that is not looked at", HOST, "unit.gibbon.float", "given_variances_say:FAIL",
             [("lib/src/model/model_engine.cpp", "known ? log_scale_of_known_noise(workspace, observations_)",
               "!known ? log_scale_of_known_noise(workspace, observations_)")], "unit_gibbon_float"),
    Breakage("known noise of the first fit for all others", HOST, "unit.model_answers.float", "given_deviations:FAIL",
             [("lib/src/model/model_engine.cpp", "else if (problem_.noise == Noise::known) {",
               "else if (problem_.noise > Noise::known) {")], "unit_model_answers_float"),
    Breakage("variances that nobody looks at when they are restored", HOST, "fault.hostile",
             "does not hold",
             [("lib/src/model/model_engine.cpp", "valid = valid && precision > 0 && std::isfinite(precision)",
               "static_cast<void>(precision)")], "fault_hostile"),
    Breakage("a setting that is confirmed for ever", HOST, "unit.tuner_best.float", "measured_again:FAIL",
             [("lib/src/acquire/confirmation.cpp", "enough_readings = 4", "enough_readings = 400")],
             "unit_tuner_best_float"),
    Breakage("an arm that rings for ever", HOST, "unit.shaper_gantry.float", "published_formula_says:FAIL",
             [("examples/shaper/gantry.cpp", "exponential({-damping * angle, ", "exponential({0, ")],
             "unit_shaper_gantry_float"),
]
