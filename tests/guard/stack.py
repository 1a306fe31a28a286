#!/usr/bin/env python3
"""Worst-case stack of every function in the archive, from the compiler's call graph.

usage: stack.py --limit <bytes> --objdump <objdump> --archive <libtaut.a> --compiler <command...> --objects <object...>

GCC writes beside each object a .ci file (-fcallgraph-info=su): frame sizes and calls. Functions that the toolchain
provides (memcpy, soft-float helpers) have no such file; theirs are read from the disassembly of its libraries.
Recursion, a frame of unknown size, a call through a pointer and a function nobody knows are errors.
"""
import argparse
import pathlib
import re
import subprocess
import sys

NODE = re.compile(r'node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"(?: label: "([^"]*)")?')
FRAME = re.compile(r"\\n(\d+) bytes \(([^)]*)\)")

# The one call through a pointer whose targets are known: a variant (and so etl::expected) keeps a pointer to the function
# that copies and destroys its value. In its place, all such functions of the library count.
VARIANT, VARIANT_PLACE, VARIANT_TARGET = "(etl::variant)", "etl/private/variant", "operation_type"


class StackError(Exception):
    pass


class Function:
    """Bytes of its frame (None if unknown), the functions it calls with the places of the calls, and where it is."""

    def __init__(self, frame, calls, place):
        self.frame, self.calls, self.place = frame, calls, place


def read_call_graph(files):
    """Every function compiled into the archive, by name: its frame and what it calls.

    A function that is local to its object, or may be in several, is titled <source>:<name>. Where several objects have a
    function, the largest frame and the calls of all count.
    """
    functions = {}
    for file in files:
        if not file.exists():
            sys.exit(f"stack: {file} is missing: is the archive compiled with -fcallgraph-info=su?")
        text = file.read_text()
        calls = {}
        for source, target, place in EDGE.findall(text):
            of_variant = target == "__indirect_call" and VARIANT_PLACE in place
            calls.setdefault(source, {})[VARIANT if of_variant else target] = place
        for title, label in NODE.findall(text):
            if frame := FRAME.search(label):
                known = frame[2] in ("static", "dynamic,bounded")
                function = Function(int(frame[1]) if known else None, calls.get(title, {}), label.split("\\n")[1])
                functions.setdefault(title, []).append(function)
                if ":" in title:
                    functions.setdefault(title.rpartition(":")[2], []).append(function)
    graph = {name: merged(found) for name, found in functions.items()}
    targets = [name for name in graph if VARIANT_TARGET in name]
    if targets:
        graph[VARIANT] = Function(0, dict.fromkeys(targets, ""), "")
    return graph


def merged(found):
    sizes = [function.frame for function in found]
    calls = {target: place for function in found for target, place in function.calls.items()}
    return Function(None if None in sizes else max(sizes), calls, found[0].place)


class Toolchain:
    """Frames of the functions in the toolchain's own libraries, by disassembly.

    The unit is one code section of one library member: the frame is the sum of everything in it that lowers the stack
    pointer. That counts branches that exclude each other twice, which errs on the safe side.
    """

    SYMBOL = re.compile(r"^[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+ (?:\.hidden )?(\S+)$")
    INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\t(\S+)(?:\t([^@;]*))?")
    RELOCATION = re.compile(r"^\s+[0-9a-f]+: R_ARM_(?:THM_)?(?:CALL|JUMP\d+|PC24|PLT32)\s+(\S+)")

    def __init__(self, compiler, objdump):
        self.sections, self.symbols = {}, {}
        for name in ("libc.a", "libc_nano.a", "libm.a", "libgcc.a"):
            path = subprocess.run([*compiler, f"-print-file-name={name}"], capture_output=True, text=True).stdout.strip()
            if pathlib.Path(path).exists():
                self.read(name, path, objdump)

    def read(self, library, path, objdump):
        dump = subprocess.run([objdump, "-tdr", "--no-show-raw-insn", path], capture_output=True, text=True).stdout
        member = section = None
        for line in dump.splitlines():
            if line.endswith("file format elf32-littlearm"):
                member = f"{library}[{line.split(':')[0]}]"
            elif symbol := self.SYMBOL.match(line):
                binding, home, name = symbol.groups()
                if home.startswith(".text"):
                    visible = name if binding[0] in "g!" or binding[1] == "w" else (member, name)
                    self.symbols.setdefault(visible, []).append((member, home))
                    self.symbols.setdefault((member, name), []).append((member, home))
            elif line.startswith("Disassembly of section "):
                section = (member, line.split()[-1].rstrip(":"))
                self.sections[section] = ([], set())
            elif section and line.startswith("\t\t\t"):
                if call := self.RELOCATION.match(line):
                    self.sections[section][1].add(call[1])
            elif section and (instruction := self.INSTRUCTION.match(line)):
                self.sections[section][0].append((instruction[1], (instruction[2] or "").strip()))

    def find(self, name):
        """The function `name` as a Function, the largest where several libraries have it; None where none has."""
        found = [self.section(home) for home in self.symbols.get(name, []) if home in self.sections]
        return max(found, key=lambda function: function.frame or 0) if found else None

    def section(self, home):
        member, name = home
        instructions, targets = self.sections[home]
        frame = sum(self.lowers(*instruction, place=f"{member} {name}") for instruction in instructions)
        calls = set()
        for target in targets:
            local = (member, target)
            if local in self.symbols:
                if self.symbols[local][0] != home:
                    calls.add(local)
            elif (member, target) in self.sections:
                if (member, target) != home:
                    calls.add(("section", member, target))
            else:
                calls.add(target)
        return Function(frame, dict.fromkeys(calls, member), member)

    @staticmethod
    def lowers(mnemonic, operands, place):
        """By how many bytes one instruction lowers the stack pointer."""
        operation = mnemonic.split(".")[0]
        first = operands.split(",")[0].strip()
        registers = re.search(r"\{([^}]*)\}", operands)
        if operation.startswith(("push", "stmdb", "vpush", "vstmdb")) and (
            "push" in operation or first == "sp!"
        ):
            return sum(register_bytes(r) for r in registers[1].split(","))
        if before := re.search(r"\[sp, #-(\d+)\]!", operands):
            return int(before[1])
        if operation.startswith("sub") and first == "sp":
            amount = re.search(r"#(\d+)$", operands)
            if not amount:
                raise StackError(f"{place}: '{mnemonic} {operands}' moves the stack pointer by an unknown amount")
            return int(amount[1])
        if operation == "mov" and first == "sp":
            raise StackError(f"{place}: '{mnemonic} {operands}' sets the stack pointer")
        if operation.startswith("blx") or (re.match(r"bx(?!n?s)", operation) and first != "lr"):
            raise StackError(f"{place}: '{mnemonic} {operands}' calls through a pointer")
        return 0


def register_bytes(name):
    """Bytes of one entry in a register list: r4, d8, or a range such as s16-s31."""
    ends = name.strip().split("-")
    width = 8 if ends[0].startswith("d") else 4
    if len(ends) == 1:
        return width
    first, last = (int(re.sub(r"\D", "", end)) for end in ends)
    return width * (last - first + 1)


class Walker:
    def __init__(self, functions, toolchain):
        self.functions, self.toolchain = functions, toolchain
        self.depths = {}

    def lookup(self, name):
        if name in self.functions:
            return self.functions[name]
        if isinstance(name, tuple) and name[0] == "section":
            return self.toolchain.section(name[1:])
        return self.toolchain.find(name)

    def deepest(self, name, path=(), place=""):
        """(bytes, [names]) of the deepest chain of calls that starts at `name`."""
        if name in self.depths:
            return self.depths[name]
        chain = " -> ".join(map(shown, (*path, name)))
        if name in path:
            raise StackError(f"recursion: {chain}")
        if name == "__indirect_call":
            raise StackError(f"call through a pointer at {place}: {chain}")
        try:
            function = self.lookup(name)
        except StackError as error:
            raise StackError(f"{error}\n    reached by {chain}") from None
        if function is None:
            raise StackError(f"no call graph and no library of the toolchain has {shown(name)}: {chain}")
        if function.frame is None:
            raise StackError(f"frame of unknown size at {function.place}: {chain}")
        below, names = max((self.deepest(call, (*path, name), at) for call, at in function.calls.items()),
                           default=(0, []), key=lambda found: found[0])
        self.depths[name] = (function.frame + below, [name, *names])
        return self.depths[name]


def shown(name):
    return name.rpartition(":")[2] if isinstance(name, str) else name[-1]


def demangled(names, objdump):
    filtered = subprocess.run([objdump.replace("objdump", "c++filt")], input="\n".join(names), capture_output=True, text=True)
    return dict(zip(names, filtered.stdout.splitlines()))


def external_functions(objdump, archive):
    """The functions others can call, each as the list of its names: constructors have two."""
    listing = subprocess.run([objdump, "-t", archive], capture_output=True, text=True).stdout
    member, found = None, {}
    for line in listing.splitlines():
        if "file format" in line:
            member = line
        elif (symbol := Toolchain.SYMBOL.match(line)) and symbol[2].startswith(".text") and symbol[1][6] == "F":
            if symbol[1][0] in "gu!" or symbol[1][1] == "w":
                found.setdefault((member, symbol[2], line.split()[0]), []).append(symbol[3])
    return sorted(found.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, required=True)
    for name in ("objdump", "archive"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--compiler", required=True, help="the compiler with the flags of the core, separated by spaces")
    parser.add_argument("--objects", nargs="+", required=True)
    options = parser.parse_args()

    graph = read_call_graph([pathlib.Path(path).with_suffix(".ci") for path in options.objects])
    walker = Walker(graph, Toolchain(options.compiler.split(), options.objdump))
    entries = external_functions(options.objdump, options.archive)
    if not entries:
        sys.exit(f"stack: {options.archive} defines no function")
    for names in entries:
        for name in names:
            graph.setdefault(name, next((graph[other] for other in names if other in graph), None))

    errors, depths = [], []
    for entry in dict.fromkeys(names[0] for names in entries):
        try:
            depths.append((*walker.deepest(entry), entry))
        except StackError as error:
            errors.append(str(error))
    depths.sort(reverse=True, key=lambda depth: depth[0])
    names = demangled(sorted({shown(name) for _, chain, _ in depths for name in chain}), options.objdump)
    print(f"Worst-case stack of {len(depths)} functions; the deepest:")
    for size, chain, entry in depths[:10]:
        print(f"  {size:5d} bytes  {names[entry]}")
    for size, chain, entry in depths:
        if size > options.limit:
            path = "\n".join(f"      {walker.lookup(name).frame:5d}  {names[shown(name)]}" for name in chain)
            errors.append(f"{names[entry]} needs {size} bytes, more than {options.limit}:\n{path}")
    if errors:
        sys.exit("guard 'stack': the stack of every function must be known and at most "
                 f"{options.limit} bytes:\n" + "\n".join(f"  {error}" for error in dict.fromkeys(errors)))


if __name__ == "__main__":
    main()
