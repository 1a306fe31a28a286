#!/usr/bin/env python3
"""Worst-case stack of every function in the archive, from the compiler's call graph.

usage: stack.py --limit <bytes> --double-limit <bytes> --objdump <objdump> --archive <libtaut.a> --compiler <command...> --objects <object...>

GCC writes beside each object a .ci file (-fcallgraph-info=su): frame sizes and calls. Functions that the toolchain
provides (memcpy, soft-float helpers) have no such file; theirs are in toolchain.py.
Recursion, a frame of unknown size, a call through a pointer and a function nobody knows are errors; but the user's own
functions (observer, storage) are left out: what they need comes on top.
"""
import argparse
import pathlib
import re
import sys

from toolchain import Function, StackError, Toolchain, output

NODE = re.compile(r'node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"(?: label: "([^"]*)")?')
FRAME = re.compile(r"\\n(\d+) bytes \(([^)]*)\)")

# A call through a pointer whose targets are known: a variant (and so etl::expected) keeps a pointer to the
# function that copies and destroys its value. In its place, all such functions of the library count.
VARIANT, VARIANT_PLACE, VARIANT_TARGET = "(etl::variant)", "etl/private/variant", "operation_type"

# A delegate is the user's own code (an observer, a storage), called at a known depth: what it needs comes on top. So is
# a function of C's.
DELEGATE, DELEGATE_PLACES = "(user's delegate)", ("etl/private/delegate", "lib/src/c_callbacks.hpp")

# What is done for constraints is called through a table, so that only those link it who have some; and a strategy for
# them likewise. The places are inlined into functions of either scalar, and the targets are those of the same scalar.
TABLES = {"lib/src/tuner/constraint_calls.hpp": ("(constraints)", re.compile(r"5TableI([fd])E.*_FUN")),
          "lib/src/acquire/strategy.hpp": ("(strategy of constraints)",
                                           re.compile(r"11ConstraintsI([fd])E.*1[24](begin|advance)_points"))}
SCALAR = re.compile(r"I([fd])E")
# A table of constraints has an entry for each of their functions, which its call names.
ENTRY = re.compile(r"calls_->(\w+)\(|\.(\w+) = \[")


def entry(place):
    """Which entry of a table is called, or defined, at <file>:<line>:<column>; nothing, if the line names none."""
    file, line, _ = place.rsplit(":", 2)
    match = ENTRY.search(pathlib.Path(file).read_text().splitlines()[int(line) - 1])
    return f".{match[1] or match[2]}" if match else ""


def table_call(source, place):
    """The node that stands for the targets of a call through one of the tables, or None."""
    for home, (node, _) in TABLES.items():
        if home in place and (scalar := SCALAR.search(source)):
            return (node + entry(place), scalar[1])
    return None


def read_call_graph(files):
    """Every function compiled into the archive, by name: its frame and what it calls.

    A function that is local to its object, or may be in several, is titled <source>:<name>. Where several objects have
    a function, the largest frame and the calls of all count.
    """
    functions = {}
    for file in files:
        if not file.exists():
            sys.exit(f"stack: {file} is missing: is the archive compiled with -fcallgraph-info=su?")
        text = file.read_text()
        calls = {}
        for source, target, place in EDGE.findall(text):
            if target == "__indirect_call":
                target = VARIANT if VARIANT_PLACE in place else target
                target = DELEGATE if any(home in place for home in DELEGATE_PLACES) else target
                target = table_call(source, place) or target
            calls.setdefault(source, {})[target] = place
        for title, label in NODE.findall(text):
            if frame := FRAME.search(label):
                known = frame[2] in ("static", "dynamic,bounded")
                function = Function(int(frame[1]) if known else None, calls.get(title, {}), label.split("\\n")[1])
                for name in {title, title.rpartition(":")[2]}:
                    # A constructor or destructor is compiled once under the second of its two names, and called by
                    # the first.
                    for alias in {name, re.sub(r"([CD])2(?=E)", r"\g<1>1", name)}:
                        functions.setdefault(alias, []).append(function)
    graph = {name: merged(found) for name, found in functions.items()}
    graph[DELEGATE] = Function(0, {}, "")
    for node, pattern in TABLES.values():
        for scalar in "fd":
            found = [name for name in graph if isinstance(name, str) and (match := pattern.search(name))
                     and match[1] == scalar]
            for name in found:
                table = graph.setdefault((node + entry(graph[name].place), scalar), Function(0, {}, ""))
                table.calls[name] = ""
    targets = [name for name in graph if VARIANT_TARGET in name]
    if targets:
        graph[VARIANT] = Function(0, dict.fromkeys(targets, ""), "")
    return graph


def merged(found):
    sizes = [function.frame for function in found]
    calls = {target: place for function in found for target, place in function.calls.items()}
    return Function(None if None in sizes else max(sizes), calls, found[0].place)


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
    filtered = output([objdump.replace("objdump", "c++filt")], input="\n".join(names))
    return dict(zip(names, filtered.splitlines()))


def external_functions(objdump, archive):
    """The functions others can call, each as the list of its names: constructors have two."""
    member, found = None, {}
    for line in output([objdump, "-t", archive]).splitlines():
        if "file format" in line:
            member = line
        elif (symbol := Toolchain.SYMBOL.match(line)) and symbol[2].startswith(".text") and symbol[1][6] == "F":
            if symbol[1][0] in "gu!" or symbol[1][1] == "w":
                found.setdefault((member, symbol[2], line.split()[0]), []).append(symbol[3])
    return sorted(found.values())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=int, required=True)
    parser.add_argument("--double-limit", type=int, required=True, help="of functions in double precision")
    for name in ("objdump", "archive"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--compiler", required=True, help="with the flags of the core, separated by spaces")
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
    for scalar in ("float", "double"):
        for size, chain, entry in [depth for depth in depths if scalar in names[depth[2]]][:6]:
            print(f"  {size:5d} bytes  {names[entry]}")
    for size, chain, entry in depths:
        limit = options.double_limit if "double" in names[entry] else options.limit
        if size > limit:
            path = "\n".join(f"      {walker.lookup(name).frame:5d}  {names[shown(name)]}" for name in chain)
            errors.append(f"{names[entry]} needs {size} bytes, more than {limit}:\n{path}")
    if errors:
        sys.exit("guard 'stack': the stack of every function must be known and at most "
                 f"{options.limit} bytes, in double precision {options.double_limit}:\n" + "\n".join(f"  {error}" for error in dict.fromkeys(errors)))


if __name__ == "__main__":
    main()
