"""Stack frames of the functions that the toolchain's libraries provide, read from their disassembly."""
import pathlib
import re
import subprocess


class StackError(Exception):
    pass


def output(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


class Function:
    """Bytes of its frame (None if unknown), the functions it calls with the places of the calls, and where it is."""

    def __init__(self, frame, calls, place):
        self.frame, self.calls, self.place = frame, calls, place


class Toolchain:
    """Frames of the functions in the toolchain's own libraries, by disassembly.

    The unit is one code section of one library member: the frame is the sum of everything in it that lowers the stack
    pointer. That counts branches that exclude each other twice, which errs on the safe side.
    """

    SYMBOL = re.compile(r"^[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+ (?:\.hidden )?(\S+)$")
    INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\t(\S+)(?:\t([^@;#]*(?:#-?\d+[^@;#]*)*))?")
    RELOCATION = re.compile(r"^\s+[0-9a-f]+: R_(?:ARM_(?:THM_)?(?:CALL|JUMP\d+|PC24|PLT32)|RISCV_(?:CALL(?:_PLT)?|JAL|RVC_JUMP))"
                            r"\s+(\S+)")

    def __init__(self, compiler, objdump):
        self.sections, self.symbols = {}, {}
        for name in ("libc.a", "libc_nano.a", "libm.a", "libgcc.a"):
            path = output([*compiler, f"-print-file-name={name}"]).strip()
            if pathlib.Path(path).exists():
                self.read(name, path, objdump)

    def read(self, library, path, objdump):
        dump = output([objdump, "-tdr", "--no-show-raw-insn", path])
        member = section = None
        for line in dump.splitlines():
            if machine := re.search(r"file format elf32-little(arm|riscv)$", line):
                self.lowers = {"arm": lowers_on_arm, "riscv": lowers_on_riscv}[machine[1]]
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
                if (call := self.RELOCATION.match(line)) and not call[1].startswith(".L"):  # a label in the same function
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


def register_bytes(name):
    """Bytes of one entry in a register list: r4, d8, or a range such as s16-s31."""
    ends = name.strip().split("-")
    width = 8 if ends[0].startswith("d") else 4
    if len(ends) == 1:
        return width
    first, last = (int(re.sub(r"\D", "", end)) for end in ends)
    return width * (last - first + 1)


def lowers_on_arm(mnemonic, operands, place):
    """By how many bytes one instruction lowers the stack pointer. Fails where that, or where it leads, is unknown."""
    operation = mnemonic.split(".")[0]
    first = operands.split(",")[0].strip()
    if "push" in operation or (operation.startswith(("stmdb", "vstmdb")) and first == "sp!"):
        registers = re.search(r"\{([^}]*)\}", operands)[1]
        return sum(register_bytes(register) for register in registers.split(","))
    if before := re.search(r"\[sp, #-(\d+)\]!", operands):
        return int(before[1])
    if operation.startswith("sub") and first == "sp":
        amount = re.search(r"#(\d+)$", operands)
        if not amount:
            raise StackError(f"{place}: '{mnemonic} {operands}' moves the stack pointer by an unknown amount")
        return int(amount[1])
    if operation == "mov" and first == "sp":
        raise StackError(f"{place}: '{mnemonic} {operands}' sets the stack pointer")
    jumps = operation.startswith(("mov", "ldr")) and first == "pc" and "[sp]" not in operands
    if jumps or operation.startswith("blx") or (operation.startswith("bx") and first != "lr"):
        raise StackError(f"{place}: '{mnemonic} {operands}' calls through a pointer")
    return 0


def lowers_on_riscv(mnemonic, operands, place):
    """The same for RISC-V. What is known by its name is called through ra, t0 (what saves registers) or t1 (at the end of
    a function), with a relocation. libgcc, which knows no pointers to functions, jumps through others in a switch."""
    names = [name.strip() for name in operands.split(",")]
    operation = mnemonic.removeprefix("c.")
    if names[0] == "sp" and operation in ("add", "addi", "addi16sp"):
        if names[:2] != ["sp", "sp"] or not re.fullmatch(r"-?\d+", names[-1]):
            raise StackError(f"{place}: '{mnemonic} {operands}' moves the stack pointer by an unknown amount")
        return max(0, -int(names[-1]))
    if "save-restore.o" in place and operation == "sub" and names[0] == "sp":
        return 0  # it takes 64 bytes, and gives back those that it did not need
    if names[0] == "sp" and not operation.startswith(("sw", "fsw", "fsd", "b")):
        raise StackError(f"{place}: '{mnemonic} {operands}' sets the stack pointer")
    by_name = names[-1] in ("ra", "t0", "t1") or (operation == "jr" and place.startswith("libgcc.a"))
    if operation in ("jalr", "jr") and not by_name:
        raise StackError(f"{place}: '{mnemonic} {operands}' calls through a pointer")
    return 0
