#!/usr/bin/env python3
"""Flash, RAM and stack of small firmware per core and configuration, compared with the figures on record.

usage: size.py [--build <folder>] [--record] [--details] [--check] [<preset>...]

The images (target size_images) are looked for in <folder>/<preset>, by default in build/ of the project. What is
measured is also written to <folder>/size.csv. A figure that is more than 3 % above the one on record (recorded.csv,
beside this script), or not on record, is an error; --record puts the present ones on record. --details shows the
largest functions and the deepest chain of calls. --check only compares, and writes nothing.

flash   what is programmed into it: code, constants, initial values; with start-up code and vector table
ram     static data: the object and whatever else is there; without the stack
object  the object alone, its sizeof
stack   the deepest chain of calls from main, from the compiler's call graph, as guard.stack finds it
"""
import argparse
import csv
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/guard"))
sys.dont_write_bytecode = True

from stack import Walker, demangled, read_call_graph, shown  # noqa: E402
from toolchain import Function, StackError, Toolchain, output  # noqa: E402

RECORD = HERE / "recorded.csv"
CORES = ("cortex-m4f", "cortex-m7", "cortex-m33")
FIGURES = ("flash", "ram", "object", "stack")
TOLERANCE = 0.03

SECTION = re.compile(r"^\s*\d+ (\.\w+)\s+([0-9a-f]{8}) ", re.M)
OUTPUT_SECTION = re.compile(r"^(?=\.\w+)", re.M)
INPUT_SECTION = re.compile(r"^ \.\S+\s+0x[0-9a-f]+\s+(0x[0-9a-f]+) (\S.*)$", re.M)
RAM_LENGTH = re.compile(r"RAM .*LENGTH = (\d+)K")


def layers():
    """The folder of lib/src that each source of the library is in, by the name that its object has in the archive."""
    sources = ROOT / "lib/src"
    return {f"{path.name}.obj": path.parent.name if path.parent != sources else "interface"
            for path in sources.rglob("*.cpp")}


def flash_parts(image, total, layer_of):
    """Bytes of flash by where they come from, by the linker's map."""
    placed = image.with_suffix(".map").read_text().split("Linker script and memory map")[1]
    parts = {}
    for section in OUTPUT_SECTION.split(placed):
        if section.startswith((".text", ".data")):
            for size, origin in INPUT_SECTION.findall(section):
                library, _, member = pathlib.Path(origin).name.partition("(")
                part = {"libtaut.a": layer_of.get(member.rstrip(")")), "libtaut_port.a": "port",
                        "firmware.cpp.obj": "firmware"}.get(library, "toolchain")
                parts[part] = parts.get(part, 0) + int(size, 16)
    parts["alignment"] = total - sum(parts.values())
    return parts


def symbols(nm, file):
    """(bytes, kind, name) of every symbol with a size, the largest first."""
    lines = output([nm, "--print-size", "--size-sort", "--reverse-sort", "--demangle", str(file)]).splitlines()
    return [(int(size, 16), kind, name) for _, size, kind, name in (line.split(maxsplit=3) for line in lines)]


def size_of(name, table):
    return next(size for size, _, symbol in table if symbol == name)


class Measurement:
    """What is known of one image."""

    def __init__(self, tools, toolchain, configuration, layer_of):
        self.name = configuration["name"]
        image, compiled = pathlib.Path(configuration["image"]), pathlib.Path(configuration["object"])
        if not image.exists():
            sys.exit(f"size: there is no {image}: build the target size_images")
        sections = {name: int(size, 16) for name, size in SECTION.findall(output([tools["objdump"], "-h", str(image)]))}
        self.symbols = symbols(tools["nm"], image)
        declared = symbols(tools["nm"], compiled)
        objects = [compiled, *map(pathlib.Path, tools["library_objects"])]
        graph = read_call_graph([path.with_suffix(".ci") for path in objects])
        if not any("ConstrainedPaths" in name for _, _, name in self.symbols):  # then no table is ever called
            graph.update({node: Function(0, {}, "") for node in graph if isinstance(node, tuple)})
        walker = Walker(graph, toolchain)
        try:
            stack, chain = walker.deepest("main")
        except StackError as error:
            sys.exit(f"size: the stack of {self.name} is not known: {error}")
        names = demangled(list(map(shown, chain)), tools["objdump"])
        self.chain = [(walker.lookup(call).frame, names[shown(call)]) for call in chain]
        self.figures = {"flash": sections[".text"] + sections[".data"], "ram": sections[".data"] + sections[".bss"],
                        "object": size_of("(anonymous namespace)::object", self.symbols), "stack": stack}
        self.flash = flash_parts(image, self.figures["flash"], layer_of)
        self.ram = {part: size_of(f"bytes_of_{part}", declared) for part in ("observations", "inducing")}
        self.ram["rest"] = self.figures["ram"] - sum(self.ram.values())


def measure(folder, preset):
    """The RAM of the board and what is measured of each configuration."""
    description = folder / preset / "tests/size/size.json"
    if not description.exists():
        sys.exit(f"size: there is no {description}: configure the preset {preset}")
    tools = json.loads(description.read_text())
    toolchain = Toolchain(tools["compiler"].split(), tools["objdump"])
    layer_of = layers()
    ram = 1024 * int(RAM_LENGTH.search(pathlib.Path(tools["memory"]).read_text())[1])
    return ram, [Measurement(tools, toolchain, each, layer_of) for each in tools["configurations"]]


def read_figures(path):
    if not path.exists():
        return {}
    with open(path, newline="") as file:
        return {row["name"]: int(row["value"]) for row in csv.DictReader(file)}


def write_figures(path, figures):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("name", "unit", "value"))
        writer.writerows((name, "bytes", value) for name, value in figures.items())


def change(value, before):
    return "new" if before is None else f"{100 * (value / before - 1):+.1f} %" if value != before else ""


def shares(parts):
    largest = sorted(parts.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {size:,}" for name, size in largest if size)


def print_table(measured, record):
    width = max(len(f"{preset} {each.name}") for preset, (_, found) in measured.items() for each in found)
    print(f"{'bytes':{width}}" + "".join(f"{figure:>10} {'':8}" for figure in FIGURES) + "ram and stack")
    for preset, (ram, found) in measured.items():
        for each in found:
            line = f"{f'{preset} {each.name}':{width}}"
            for figure, value in each.figures.items():
                line += f"{value:>10,} {change(value, record.get(f'{preset}.{each.name}.{figure}')):<8}"
            need = each.figures["ram"] + each.figures["stack"]
            print(line + f"{100 * need / ram:.0f} % of {ram // 1024} KB" + ("" if need <= ram else ", too much"))
    print("\nwhat it is made of")
    for preset, (_, found) in measured.items():
        for each in found:
            print(f"{f'{preset} {each.name}':{width}}  flash: {shares(each.flash)}")
            print(f"{'':{width}}  ram:   {shares(each.ram)}")


def short(name):
    """The name of a function without its parameters."""
    return name.replace("(anonymous namespace)::", "").partition("(")[0][:100]


def print_details(measured):
    for preset, (_, found) in measured.items():
        for each in found:
            print(f"\n{preset} {each.name}\n  largest in flash")
            for size, _, name in [symbol for symbol in each.symbols if symbol[1] not in "bB"][:10]:
                print(f"    {size:8,}  {short(name)}")
            print("  deepest chain of calls")
            for frame, name in each.chain:
                print(f"    {frame:8,}  {short(name)}")


def problems(figures, parts, record, presets):
    """Whatever is on record is to be there still; the whole must not grow, whatever its parts do."""
    for name, value in figures.items():
        if name not in record:
            yield f"{name} is not on record"
        elif value > record[name] * (1 + TOLERANCE):
            yield f"{name} has grown, {change(value, record[name])}, from {record[name]:,} to {value:,} bytes"
    for name in record:
        if name.split(".")[0] in presets and name not in figures | parts:
            yield f"{name} is on record and no longer measured"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("presets", nargs="*", metavar="preset", help="by default " + ", ".join(CORES))
    options = parser.parse_args()
    measured = {preset: measure(options.build, preset) for preset in options.presets or CORES}
    figures = {f"{preset}.{each.name}.{figure}": value for preset, (_, found) in measured.items()
               for each in found for figure, value in each.figures.items()}
    parts = {f"{preset}.{each.name}.{whole}.{part}": value for preset, (_, found) in measured.items()
             for each in found for whole in ("flash", "ram") for part, value in getattr(each, whole).items()}
    record = read_figures(RECORD)
    if not options.check:
        write_figures(options.build / "size.csv", figures | parts)
        print_table(measured, record)
    if options.details:
        print_details(measured)
    if options.record:
        kept = {name: value for name, value in record.items() if name.split(".")[0] not in measured}
        write_figures(RECORD, dict(sorted((kept | figures | parts).items())))
    elif found := list(problems(figures, parts, record, measured)):
        sys.exit("\nsize: if this is meant, put it on record with ./dev size --record:\n" +
                 "\n".join(f"  {problem}" for problem in found))
    elif options.check:
        print(f"size: {len(figures)} figures, none more than {100 * TOLERANCE:.0f} % above the one on record")


if __name__ == "__main__":
    main()
