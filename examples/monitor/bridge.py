#!/usr/bin/env python3
"""Runs a program that logs, an emulated firmware for example, and hands its lines to the monitor's page by WebSocket.

usage: bridge.py [--port <number>] [--page <monitor.html>] [--once] -- <command>...

Listens on this machine alone (127.0.0.1), and talks only to who knows a word that is made anew each time: the page,
whose address it prints. A page that comes later, or once more, gets the whole log from its beginning. --once ends when
the program has ended and a page has got all of it.
"""
import argparse
import base64
import hashlib
import pathlib
import secrets
import socket
import subprocess
import sys
import threading

ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
MOST_KEPT = 200_000  # lines
TEXT, CLOSE = 0x81, 0x88


class Log:
    """The lines so far, for any number of readers at their own pace."""

    def __init__(self):
        self.lines, self.forgotten, self.ended = [], 0, False
        self.changed = threading.Condition()

    def add(self, line):
        with self.changed:
            self.lines.append(line)
            if len(self.lines) > MOST_KEPT:
                self.forgotten += MOST_KEPT // 8
                del self.lines[:MOST_KEPT // 8]
            self.changed.notify_all()

    def end(self):
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def after(self, count):
        """The lines after so many, and how many there are then; waits for the next one. None at the end."""
        with self.changed:
            self.changed.wait_for(lambda: self.ended or self.forgotten + len(self.lines) > count)
            lines = self.lines[max(count - self.forgotten, 0):]
            return lines, self.forgotten + len(self.lines), self.ended and not lines


def frame(kind, content):
    """RFC 6455, section 5.2: whole, and not masked, as a server sends them."""
    size = len(content)
    if size < 126:
        head = bytes([kind, size])
    elif size < 1 << 16:
        head = bytes([kind, 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([kind, 127]) + size.to_bytes(8, "big")
    return head + content


def greet(connection, word):
    """Answers the page's request; False if it is not the page's."""
    request = b""
    while b"\r\n\r\n" not in request:
        part = connection.recv(4096)
        if not part or len(request) > 16384:
            return False
        request += part
    first, *lines = request.decode("latin-1").split("\r\n")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    key = fields.get("sec-websocket-key")
    if first.split()[:2] != ["GET", f"/{word}"] or not key:
        connection.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
        return False
    accept = base64.b64encode(hashlib.sha1((key + ACCEPT).encode()).digest()).decode()
    connection.sendall(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())
    return True


def serve(connection, word, log, served):
    with connection:
        try:
            if not greet(connection, word):
                return
            count, ended = 0, False
            while not ended:
                lines, count, ended = log.after(count)
                if lines:
                    connection.sendall(frame(TEXT, "".join(lines).encode()))
            connection.sendall(frame(CLOSE, b""))
            connection.settimeout(5)
            while connection.recv(4096):  # until the page has closed, too: before, it may not have all
                pass
        except OSError:
            return  # the page has gone
        served.set()


def accept_pages(listener, word, log, served):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, word, log, served), daemon=True).start()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--once", action="store_true")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    listener = socket.create_server(("127.0.0.1", options.port))
    word, log, served = secrets.token_urlsafe(12), Log(), threading.Event()
    address = f"ws://127.0.0.1:{listener.getsockname()[1]}/{word}"
    print(f"Open in a browser: {options.page.resolve().as_uri()}#{address}" if options.page else address, flush=True)
    threading.Thread(target=accept_pages, args=(listener, word, log, served), daemon=True).start()
    with subprocess.Popen(options.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as program:
        try:
            for line in program.stdout:
                log.add(line)
            log.end()
            code = program.wait()
            print(f"The program has ended with {code}. The page may still read its log" +
                  ("." if options.once else "; Ctrl+C ends."), flush=True)
            served.wait() if options.once else threading.Event().wait()
        except KeyboardInterrupt:
            program.kill()
            code = 0
    sys.exit(code)


if __name__ == "__main__":
    main()
