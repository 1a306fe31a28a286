#!/usr/bin/env python3
"""Checks that an image is right for an STM32H743ZI, as far as that can be seen without one, and prints its sizes.

usage: check_image.py <objdump> <image.elf> <image.bin>

What the part is comes from its data sheet, and not from the linker script that the image was made with.
"""
import re
import struct
import subprocess
import sys

FLASH = range(0x08000000, 0x08200000)
RAM = range(0x24000000, 0x24080000)  # AXI SRAM: the one that the image uses
EXCEPTIONS = 16 + 150  # the processor's own and the part's interrupts, each with a vector
HARD_FLOAT = 0x400  # of the flags of an ELF file
LOADED, ALLOCATED, WITHOUT_BYTES = 1, 2, 8  # PT_LOAD, SHF_ALLOC, SHT_NOBITS

problems = []


def expect(condition, problem):
    if not condition:
        problems.append(problem)


def inside(memory, begin, size):
    return begin in memory and begin + size <= memory.stop


def table(image, offset, size, count):
    return [struct.unpack_from(f"<{size // 4}I", image, offset + i * size) for i in range(count)]


def check_places(image, segments, sections):
    """Bytes of flash and of RAM that are used; every one of them exists."""
    flash = ram = 0
    for kind, offset, address, stored_at, stored, size, *_ in segments:
        if kind == LOADED and size:
            flash += stored
            expect(inside(FLASH, stored_at, stored), f"bytes are stored at {stored_at:#x}, outside the flash")
            expect(any(inside(memory, address, size) for memory in (FLASH, RAM)),
                   f"a segment belongs to {address:#x}, where the part has neither flash nor AXI SRAM")
    for _, kind, flags, address, _, size, *_ in sections:
        if flags & ALLOCATED and size and address not in FLASH:
            ram += size
            expect(inside(RAM, address, size), f"a section of {size} bytes at {address:#x} is not in AXI SRAM")
    return flash, ram


def check_vectors(stored):
    """The table that the processor finds where it boots: the first bytes of the flash."""
    stack, reset, *handlers = struct.unpack_from(f"<{EXCEPTIONS}I", stored)
    expect(stack in RAM and stack % 8 == 0, f"the stack begins at {stack:#x}, not in AXI SRAM or not aligned")
    for handler in {reset, *handlers}:
        expect(handler % 2 == 1 and handler in FLASH, f"a vector is {handler:#x}, no Thumb code in flash")
    return reset


def functions(objdump, elf):
    """Name: instructions, as text."""
    listing = subprocess.run([objdump, "-d", "-C", "--no-show-raw-insn", elf], capture_output=True, text=True,
                             check=True).stdout
    return {name: body for name, body in re.findall(r"^[0-9a-f]+ <(.+)>:\n((?:.+\n)*)", listing, re.MULTILINE)}


def check_code(code):
    for name, body in code.items():
        expect(not re.search(r"\bbkpt\s+(0x00ab|171)", body), f"semihosting in {name}, a fault without a debugger")
    # RAM must not be written before set_up_board has seen to the power.
    first_instruction = code["reset_handler"].partition("\n")[0]
    expect(re.search(r"\bbl\s.*<set_up_board>", first_instruction), "reset_handler does not set the board up first")
    expect(not re.search(r"\b(push|stmdb)\b|\bsp\b", code["set_up_board"]),
           "set_up_board uses the stack before RAM may be written")


def main():
    objdump, elf, binary = sys.argv[1:]
    with open(elf, "rb") as file:
        image = file.read()
    with open(binary, "rb") as file:
        stored = file.read()
    entry, segments_at, sections_at, flags, _, _, segments, _, sections, _ = struct.unpack_from("<4I6H", image, 24)
    expect(image[:6] == b"\x7fELF\x01\x01" and image[18] == 40, "not a 32-bit little-endian ELF file for ARM")
    expect(flags & HARD_FLOAT, "not compiled for an FPU")
    parts = table(image, segments_at, 32, segments)
    flash, ram = check_places(image, parts, table(image, sections_at, 40, sections))
    first = min((part for part in parts if part[0] == LOADED and part[4]), key=lambda part: part[3])
    expect(first[3] == FLASH.start, f"the first byte is at {first[3]:#x}, but the part boots from {FLASH.start:#x}")
    expect(image[first[1]:first[1] + 64] == stored[:64], "the .bin does not begin with the first bytes of the image")
    expect(len(stored) <= len(FLASH), f"the .bin has {len(stored)} bytes, more than the flash")
    expect(check_vectors(stored) == entry, "the reset vector is not the entry point")
    check_code(functions(objdump, elf))
    print(f"flash {flash} of {len(FLASH)} bytes, RAM {ram} of {len(RAM)} bytes, .bin {len(stored)} bytes")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
