#!/usr/bin/env python3
"""The layers include only downwards: tuner > acquire > model > data > numeric. All of them may include public headers. The
files beside the layers implement public headers and may use every layer; public headers include none. The library
includes no port.
"""
import sys

from tree import ROOT, code_files, includes, place

LAYERS = ["numeric", "data", "model", "acquire", "tuner"]  # from the bottom up
SOURCE = ROOT / "lib/src"


def layer(path):
    """The layer that a file is in; None for the files beside the layers and for public headers."""
    parts = path.relative_to(SOURCE).parts if SOURCE in path.parents else ()
    return parts[0] if len(parts) > 1 else None


def target(path, name, quoted):
    """The layer that an #include of `path` reaches into, or None."""
    beside = (path.parent / name).resolve()
    return layer(beside if quoted and beside.exists() else SOURCE / name)


def wrong(path, name, quoted):
    if name.startswith("taut/port/"):
        return "the library works without a port"
    below = target(path, name, quoted)
    if below not in LAYERS:
        return None
    home = layer(path)
    if home is None:
        return None if SOURCE in path.parents else f"a public header may not use {below}, which is not installed"
    if LAYERS.index(below) > LAYERS.index(home):
        return f"layer {home} may not use {below}, which is above it"
    return None


def main():
    broken = []
    files = code_files("lib/include", "lib/src")
    for path in files:
        home = layer(path)
        if home is not None and home not in LAYERS:
            broken.append(f"  {path.relative_to(ROOT)}: {home} is no layer; there are {', '.join(LAYERS)}")
            continue
        for line, name, quoted in includes(path):
            if why := wrong(path, name, quoted):
                broken.append(f"  {place(path, line)}: includes {name}: {why}")
    if broken or not files:
        sys.exit("guard 'layers': layers include only downwards:\n" + "\n".join(broken or ["  found no file to check"]))
    print(f"layers: {len(files)} files include only downwards")


if __name__ == "__main__":
    main()
