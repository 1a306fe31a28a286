"""The plant at the other end of the firmware's UART: a noisy instrument with two knobs.

    plant.py [--noise RATE] [--seed S] [--reset N] qemu-system-arm -serial chardev:uart ... -kernel hil_firmware.elf

runs the emulator and answers what the firmware asks on its UART until it ends, with the same exit code. Prints a line for
each measurement (number, current in A, phase in degrees, reading in mJ) among what the firmware prints.
"""
import argparse
import socket
import struct
import subprocess
import sys
import zlib

START, REQUEST, ANSWER, REFUSAL = 0xA5, 1, 2, 3
HEADER, CHECK, MOST_WORDS = 9, 4, 17


class Random:
    """SplitMix64: integers only, the same on every machine."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        return word ^ word >> 31

    def uniform(self):
        """In [0, 1), a multiple of 2^-53: exact."""
        return (self.next() >> 11) * 2.0**-53


class Instrument:
    """A reading is `peak - depth u^3`, u uniform: usually near its peak, now and then far below. Its quantile of level t
    is `peak - depth (1 - t)^3`. Where the peak is highest, it is also deepest. Only sums, products and quotients, which
    every machine rounds alike."""

    def __init__(self, seed):
        self.random = Random(seed)

    def measure(self, current, phase):
        def bump(at_current, at_phase):
            a, b = (current - at_current) / 2, (phase - at_phase) / 36
            return 1 / (1 + a * a + b * b)

        high, steady = bump(7.5, 40), bump(2.5, -30)
        peak, depth = 1 + 3.6 * high + 2.4 * steady, 0.5 + 4.5 * high
        u = self.random.uniform()
        return peak - depth * u * u * u


class Line:
    """One direction of a bad line: of the bytes that pass, a share `rate` is flipped in one bit, lost or doubled."""

    def __init__(self, rate, seed):
        self.rate, self.random, self.harmed = rate, Random(seed), 0

    def carry(self, sent):
        received = bytearray()
        for byte in sent:
            if self.random.uniform() >= self.rate:
                received.append(byte)
                continue
            self.harmed += 1
            kind = self.random.next() % 3
            if kind == 0:
                received.append(byte ^ 1 << self.random.next() % 8)
            elif kind == 1:
                received += bytes([byte, byte])
        return bytes(received)


def encode(sequence, kind, boot, payload):
    body = struct.pack("<BHBI", len(payload) // 4, sequence, kind, boot) + payload
    return bytes([START]) + body + struct.pack("<I", zlib.crc32(body))


class Decoder:
    """Finds frames as (sequence, kind, boot, payload); what began like one but is none is dropped up to the next start."""

    def __init__(self):
        self.buffer = b""

    def frames(self, received):
        self.buffer += received
        while True:
            begin = self.buffer.find(START)
            self.buffer = self.buffer[begin:] if begin >= 0 else b""
            if len(self.buffer) < 2:
                return
            end = HEADER + 4 * self.buffer[1]
            if self.buffer[1] <= MOST_WORDS:
                if len(self.buffer) < end + CHECK:
                    return
                if struct.unpack_from("<I", self.buffer, end)[0] == zlib.crc32(self.buffer[1:end]):
                    sequence, kind, boot = struct.unpack_from("<HBI", self.buffer, 2)
                    payload = self.buffer[HEADER:end]
                    self.buffer = self.buffer[end + CHECK:]
                    yield sequence, kind, boot, payload
                    continue
            self.buffer = self.buffer[1:]


class Answerer:
    """Measures what is asked for; a request that arrives again gets the same answer, without a new measurement."""

    def __init__(self, instrument):
        self.instrument, self.decoder = instrument, Decoder()
        self.request, self.reply, self.measured, self.repeated = None, b"", 0, 0

    def answers(self, received):
        for request in self.decoder.frames(received):
            sequence, kind, boot, payload = request
            if kind != REQUEST or not payload:
                continue
            if request == self.request:
                self.repeated += 1
            else:
                self.request, self.reply = request, self.measure(sequence, boot, payload)
            yield self.reply

    def measure(self, sequence, boot, payload):
        if len(payload) != 4 + 4 * 2:
            return encode(sequence, REFUSAL, boot, payload[:4])
        self.measured += 1
        number, current, phase = struct.unpack("<Iff", payload)
        answer = payload[:4] + struct.pack("<f", self.instrument.measure(current, phase))
        reading, = struct.unpack("<f", answer[4:])
        print(f"measured {number:5d} {current:10.6f} {phase:11.6f} {reading:10.6f}", flush=True)
        return encode(sequence, ANSWER, boot, answer)


def boot(command, answerer, to_plant, to_firmware, measurements=None):
    """Runs the firmware until it ends, or has been sent so many readings; returns its exit code."""
    plant_end, emulator_end = socket.socketpair()
    uart = ["-chardev", f"socket,id=uart,fd={emulator_end.fileno()}"]
    with subprocess.Popen(command + uart, pass_fds=[emulator_end.fileno()]) as emulator:
        emulator_end.close()
        try:
            while answerer.measured != measurements and (received := plant_end.recv(4096)):
                for answer in answerer.answers(to_plant.carry(received)):
                    plant_end.sendall(to_firmware.carry(answer))
        except ConnectionError:  # the firmware ended with an answer on its way
            pass
        if answerer.measured == measurements:
            emulator.kill()
    return emulator.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--noise", type=float, default=0, help="share of bytes that the line harms, 0 to 1")
    parser.add_argument("--seed", type=int, default=1, help="of the line's noise; that of the instrument is fixed")
    parser.add_argument("--reset", type=int, default=0, help="reset the firmware, once, after so many measurements")
    parser.add_argument("emulator", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    if not 0 <= arguments.noise <= 1 or not arguments.emulator:
        parser.error("a noise from 0 to 1 and the command that runs the firmware are needed")

    answerer = Answerer(Instrument(seed=1))
    to_plant, to_firmware = (Line(arguments.noise, 2 * arguments.seed + way) for way in (0, 1))
    if arguments.reset:
        boot(arguments.emulator, answerer, to_plant, to_firmware, arguments.reset)
        print("reset", flush=True)
    code = boot(arguments.emulator, answerer, to_plant, to_firmware)
    print(f"bytes harmed {to_plant.harmed} + {to_firmware.harmed}, answers repeated {answerer.repeated}")
    sys.exit(code)


if __name__ == "__main__":
    main()
