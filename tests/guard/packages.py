#!/usr/bin/env python3
"""The packages for PlatformIO, ESP-IDF and Zephyr hold what they say, and compile as those tools would compile them. That
for Python says what pip needs: ./dev python builds it.

usage: packages.py <build folder of taut> <version> <folder for builds> <C++ compiler> <Eigen>

The tools themselves are not needed. For Zephyr and ESP-IDF, whose packages are this CMake project, tests/consumer has
projects that stand in for them; of PlatformIO the script does what it would do with library.json. What is compiled is
little; that all the rest would be, and with which flags, is read from the commands.

What PlatformIO and ESP-IDF pack is worked out by their rules, and is what is compiled. Where their packers are here (pio
and compote, which PyPI has as platformio and idf-component-manager), these pack it, too, and must come to the same.
"""
import json
import pathlib
import re
import shlex
import shutil
import sys
import tarfile
import tomllib

import cmake
from tree import ROOT, includes, project_files

GUARD = "packages"
PROGRAM = """\
#include <taut/taut.hpp>
#include <taut/taut.h>
int main() {
  const bool random = taut::Random(1).next() != taut::Random(2).next();
  return random && !taut::text(taut::Status::ok).empty() ? 0 : 1;
}
"""


def fail(message):
    sys.exit(f"guard '{GUARD}': {message}")


def demand(condition, message):
    if not condition:
        fail(message)


def library_commands(build, root=ROOT):
    """The arguments that compile each source of the library, from the file that CMake writes."""
    demand((build / "compile_commands.json").is_file(),
           f"{build} was configured without CMAKE_EXPORT_COMPILE_COMMANDS, which the presets set")
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if root / "lib/src" in path.parents:
            found.setdefault(path.relative_to(root), shlex.split(entry["command"]))
    return found


def code_generation(arguments):
    """What decides about results and symbols: -f options, definitions for Eigen and the language."""
    return {word for word in arguments if re.match(r"-f|-DEIGEN_|-std=", word)}


def sources():
    return sorted(path.relative_to(ROOT) for path in (ROOT / "lib/src").rglob("*.cpp"))


# What is packed

# Of a package for a build, whoever packs it: sources, and what people read who use them.
OF_A_PACKAGE = re.compile(r"(CHANGELOG|README)\.md|LICENSE|library\.json|idf_component\.yml|CMakeLists\.txt|"
                          r"lib/(CMakeLists\.txt|README\.md|THREADS\.md|cmake/.+|(include|src)/.+\.(h|hpp|cpp))|"
                          r"toolchains/(compile-options|dependencies)\.cmake")
# Packs as `pio pkg pack` does, which asks a server for the names of all licences: of which this is one.
PACK_LIKE_PLATFORMIO = """\
import sys
from platformio.package.manifest.schema import ManifestSchema
from platformio.package.pack import PackagePacker
ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "MIT"}]})
PackagePacker(sys.argv[1]).pack(sys.argv[2])
"""


def files_of_the_project():
    return {path.relative_to(ROOT).as_posix() for path in project_files()}


def matching(patterns):
    """The files of the project that the patterns name, as far as they are files."""
    found = set()
    for pattern in patterns:
        here = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern) if path.is_file()}
        demand(here, f"a package is to have {pattern}, which is nothing")
        found |= here
    return found & files_of_the_project()


def copied(names, folder):
    """A folder with these files and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in sorted(names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def of_a_package(names, who):
    furniture = sorted(name for name in names if not OF_A_PACKAGE.fullmatch(name))
    demand(not furniture, f"{who} packs what is of no use in a package: {furniture}")


def packed_alike(who, tool, command, folder, names):
    """Whether the tool, if it is here, packs just these files of a tree that has them all."""
    program = shutil.which(tool)
    if not program:
        return f"{who} by its rules"
    tree = copied(files_of_the_project(), folder / "tree")
    shutil.rmtree(folder / "packed", ignore_errors=True)
    (folder / "packed").mkdir()
    cmake.must(GUARD, f"packing with {tool}", cmake.run(*command(program, tree, folder / "packed"), cwd=tree))
    archive = next((folder / "packed").glob("*.t*gz"))
    with tarfile.open(archive) as file:
        members = [member.name.removeprefix("./") for member in file if member.isfile()]
    differ = sorted(set(members) ^ set(names))
    demand(not differ, f"{tool} packs other files than its rules say: {differ}")
    return f"{who} by {tool}, {archive.stat().st_size} bytes"


def shebang(program):
    return pathlib.Path(program).read_text().splitlines()[0].removeprefix("#!").strip()


# PlatformIO


def exported(manifest):
    """The files that library.json exports."""
    wanted = [f"{name}/**/*" if (ROOT / name).is_dir() else name for name in manifest["export"]["include"]]
    return matching(wanted) - matching(manifest["export"]["exclude"])


def includes_resolve(source_dir, include_dir):
    for path in [*source_dir.rglob("*.[ch]pp"), *include_dir.rglob("*.h*")]:
        for number, name, quoted in includes(path):
            if quoted or name.startswith("taut/"):
                demand(any((home / name).is_file() for home in (path.parent, source_dir, include_dir)),
                       f"line {number} of {path.name} includes {name}, which library.json does not export")


def platformio(version, commands, folder, compiler, dependencies):
    manifest = json.loads((ROOT / "library.json").read_text())
    demand(manifest["version"] == version, f"library.json says version {manifest['version']}, the project {version}")
    tag = re.search(r"TAUT_ETL_TAG (\S+)\)", (ROOT / "lib/cmake/taut-etl.cmake").read_text())[1]
    wanted = {"etlcpp/Embedded Template Library": f"^{tag}"}
    demand(manifest["dependencies"] == wanted, f"library.json should depend on {wanted}")
    names = exported(manifest)
    of_a_package(names, "library.json")
    package = copied(names, folder / "platformio")
    said = packed_alike("PlatformIO", "pio", lambda program, tree, into: [
        shebang(program), "-c", PACK_LIKE_PLATFORMIO, tree, into], folder / "pio", names)
    build = manifest["build"]
    source_dir, include_dir = package / build["srcDir"], package / build["includeDir"]
    for header in manifest["headers"]:
        demand((include_dir / header).is_file(), f"library.json names the header {header}, which it does not export")
    includes_resolve(source_dir, include_dir)

    # PlatformIO compiles every source below srcDir: those must be the ones of CMake, with the same flags.
    found = {path.relative_to(source_dir) for path in source_dir.rglob("*.c*")}
    demand(found == {path.relative_to("lib/src") for path in commands},
           "PlatformIO would compile other sources than lib/CMakeLists.txt names")
    flags = set(build["flags"])
    for path, arguments in commands.items():
        missing = code_generation(arguments) - flags
        demand(not missing, f"library.json lacks flags with which CMake compiles {path.name}: {sorted(missing)}")
    portable = {"-DEIGEN_DONT_VECTORIZE", "-DEIGEN_MAX_ALIGN_BYTES=0", "-DEIGEN_NO_DEBUG"}
    demand(portable <= flags, f"library.json lacks flags of every machine but a PC: {sorted(portable - flags)}")

    (folder / "main.cpp").write_text(PROGRAM)
    needed = [source_dir / name for name in ("status.cpp", "numeric/random.cpp", "numeric/elementary.cpp",
                                             "numeric/normal.cpp")]
    homes = [f"-I{include_dir}", f"-I{source_dir}", *(word for home in dependencies for word in ("-isystem", home))]
    image = folder / "platformio_program"
    cmake.must(GUARD, "compiling and linking the package for PlatformIO",
               cmake.run(*compiler, *build["flags"], "-O1", *homes, folder / "main.cpp", *needed, "-Wl,--gc-sections",
                         "-o", image))
    cmake.must(GUARD, "running a program with the package for PlatformIO", cmake.run(image))
    return f"{said}, {len(names)} files"


# ESP-IDF and Zephyr


def stand_in(name, commands, folder, root=ROOT):
    """Configures the project that stands in for a tool, looks at its commands, and compiles a source or two."""
    build = folder / name
    options = [f"-DTAUT_FOLDER={root}", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
               "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    said = cmake.must(GUARD, f"configuring tests/consumer/{name}",
                      cmake.configure(ROOT / "tests/consumer" / name, build, "--fresh", "-Wdev", *options))
    demand("CMake Warning" not in said, f"configuring tests/consumer/{name} brings a warning:\n{said}")
    found = library_commands(build, root)
    demand(found.keys() == commands.keys(), f"tests/consumer/{name} compiles other sources than lib/CMakeLists.txt names")
    for path, arguments in found.items():
        missing = code_generation(commands[path]) - set(arguments)
        demand(not missing, f"in tests/consumer/{name}, {path.name} is compiled without {sorted(missing)}")
        demand("-DFLAG_OF_THE_BOARD=1" in arguments, f"in tests/consumer/{name}, {path.name} lacks the board's flags")
    link = cmake.must(GUARD, f"asking for the commands of tests/consumer/{name}",
                      cmake.run("ninja", "-C", build, "-t", "commands", "-s", "consumer")).splitlines()[-1]
    demand("libtaut.a" in link, f"tests/consumer/{name} does not link libtaut.a:\n{link}")
    targets = cmake.must(GUARD, "asking for objects", cmake.run("ninja", "-C", build, "-t", "targets", "all"))
    objects = re.findall(r"^(\S+/(?:status\.cpp|program\.cpp|knobs\.cpp|tuner\.c)\.o):", targets, re.M)
    demand(len(objects) == 4, f"tests/consumer/{name} has other objects than expected: {objects}")
    cmake.must(GUARD, f"compiling in tests/consumer/{name}", cmake.run("ninja", "-C", build, *objects))


def yaml_value(path, key):
    """A value of the simplest kind: `key: value` on a line of its own."""
    match = re.search(rf"^\s*{key}: *\"?([^\"#\n]*?)\"? *(#.*)?$", path.read_text(), re.M)
    demand(match, f"{path.relative_to(ROOT)} has no {key}")
    return match[1]


def esp_idf(version, commands, folder):
    manifest = ROOT / "idf_component.yml"
    said = yaml_value(manifest, "version")
    demand(said == version, f"idf_component.yml says version {said}, the project {version}")
    names = matching(re.findall(r"^    - ([^\s\"]+)$", manifest.read_text(), re.M)) | {"idf_component.yml"}
    of_a_package(names, "idf_component.yml")
    said = packed_alike("ESP-IDF", "compote", lambda program, tree, into: [
        program, "component", "pack", "--name", "taut", "--dest-dir", into], folder / "compote", names)
    stand_in("esp_idf", commands, folder, copied(names, folder / "esp_idf_package"))
    return f"{said}, {len(names)} files"


def zephyr(commands, folder):
    module = ROOT / "zephyr/module.yml"
    demand((ROOT / yaml_value(module, "cmake") / "CMakeLists.txt").is_file(), "zephyr/module.yml: no such CMakeLists.txt")
    kconfig = ROOT / yaml_value(module, "kconfig")
    demand(kconfig.is_file(), "zephyr/module.yml: no such Kconfig")
    asked = set(re.findall(r"\bCONFIG_(TAUT\w*)", (ROOT / "zephyr/CMakeLists.txt").read_text()))
    demand(asked == set(re.findall(r"^config (\w+)", kconfig.read_text(), re.M)),
           f"zephyr/CMakeLists.txt asks for {sorted(asked)}, which is not what zephyr/Kconfig has")
    stand_in("zephyr", commands, folder)
    for option, says in (("-DCONFIG_MAIN_STACK_SIZE=1024", "CONFIG_MAIN_STACK_SIZE"),
                         ("-DCONFIG_FPU_SHARING=", "CONFIG_FPU_SHARING")):
        outcome = cmake.configure(ROOT / "tests/consumer/zephyr", folder / "zephyr_refused", "--fresh",
                                  f"-DTAUT_FOLDER={ROOT}", option)
        cmake.must_refuse(GUARD, f"Zephyr with {option}", outcome, says, "prj.conf")


# Python


def python(version):
    """What pip and CMake read in pyproject.toml."""
    manifest = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project, build = manifest["project"], manifest["tool"]["scikit-build"]
    source = build["metadata"]["version"]
    found = re.search(source["regex"], (ROOT / source["input"]).read_text())
    said = source["result"].format(**found.groupdict()) if found else "none"
    demand(said == version, f"pip would find version {said}, and the project has {version}")
    options = set(re.findall(r"^option\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M))
    unknown = set(build["cmake"]["define"]) - options
    demand(not unknown, f"pyproject.toml defines what is no option of CMakeLists.txt: {sorted(unknown)}")
    for name in (project["readme"], *project["license-files"], *build["wheel"]["packages"]):
        demand((ROOT / name).exists(), f"pyproject.toml names {name}, which does not exist")
    needed = {"lib", "toolchains", "port", "port/python", "CMakeLists.txt"}
    demand(not needed & set(build["sdist"]["exclude"]), "pyproject.toml leaves out of the sources what the build needs")


def main():
    taut_build, version, folder, compiler, eigen = sys.argv[1:]
    taut_build, folder = pathlib.Path(taut_build), pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    commands = library_commands(taut_build)
    demand(sorted(commands) == sources(), "lib/CMakeLists.txt does not name every source below lib/src")
    packed = [platformio(version, commands, folder, shlex.split(compiler), [taut_build / "dependencies/etl", eigen]),
              esp_idf(version, commands, folder)]
    zephyr(commands, folder)
    python(version)
    print(f"packages: {len(commands)} sources in each; packed for {'; for '.join(packed)}")


if __name__ == "__main__":
    main()
