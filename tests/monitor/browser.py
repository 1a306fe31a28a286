#!/usr/bin/env python3
"""The monitor's page in headless Chromium: the same bits, a log from a file, damaged, long, live from an emulated
firmware and from a serial port; keyboard, names and contrast; how fast a slice is and how much memory a long log takes.

usage: browser.py --page <monitor.html> --wasm <build folder of the preset wasm32> --host <that of host>
                  --firmware <image for an emulated Cortex-M7> [--screenshots <folder>]
"""
import argparse
import base64
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import xml.dom.minidom

from webdriver import Browser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
QEMU = ["qemu-system-arm", "-machine", "mps2-an500", "-display", "none", "-monitor", "none", "-serial", "none",
        "-semihosting-config", "enable=on,target=native", "-kernel"]
MOST_MILLISECONDS = 50  # of a slice at 64 inducing points
MOST_HEAP = 200 << 20  # bytes, after a log of 100,000 lines and more
MOST_LIBRARY = 128 << 20  # bytes: 48 MB of history, and two tuners
POINTS = "#readings-chart circle.point"
VERDICT = "document.querySelector('#light').dataset.verdict"
ENTER, END, HOME, RIGHT, LEFT = "\ue007", "\ue010", "\ue011", "\ue014", "\ue012"


def require(claim, message):
    if not claim:
        sys.exit(f"browser: {message}")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


class Check:
    def __init__(self, browser, options, folder):
        self.browser, self.options, self.folder = browser, options, folder
        self.host, self.wasm = options.host, options.wasm
        self.taut_log = self.host / "examples/monitor/taut_log"
        self.logger = self.host / "tests/monitor/monitor_logger"
        self.log = output(self.host / "examples/shaper/shaper_firmware")

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def open(self, path, verdict="same", seconds=60):
        """Opens the page, and in it a file; waits for the verdict and that all is drawn."""
        self.browser.go(self.options.page.resolve().as_uri())
        self.browser.type("#file", str(path))
        self.browser.wait(f"a verdict on {path.name}", f"{VERDICT} === '{verdict}'", seconds)
        time.sleep(0.3)

    def open_firmware_log(self):
        self.open(self.file("shaper.log", self.log))
        self.browser.wait("slices", "document.querySelector('#plane').dataset.from === "
                          f"'{len(self.log.splitlines()) - 1}'")

    def picture(self, name):
        if self.options.screenshots:
            self.browser.screenshot(self.options.screenshots / name)

    def wait_for_position(self, text, seconds=60):
        """Until what is said beside the slider contains this."""
        self.browser.wait(text, f"document.querySelector('#position-text').textContent.includes('{text}')", seconds)

    def count(self, selector):
        return self.browser.run("return document.querySelectorAll(arguments[0]).length", selector)

    # Each of the following is a claim.

    def programs_compute_the_same_bits(self):
        script = base64.b64encode((ROOT / "port/web/wasi.mjs").read_bytes()).decode()
        self.browser.go("about:blank")
        for program in ("tests/guard/same_bits/same_bits", "examples/shaper/shaper_firmware"):
            module = base64.b64encode((self.wasm / f"{program}.wasm").read_bytes()).decode()
            said = self.browser.run_async("""
                const [script, module, done] = arguments;
                (async () => {
                  const { run } = await import(`data:text/javascript;base64,${script}`);
                  const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
                  let text = "";
                  const write = (piece) => (text += new TextDecoder().decode(piece));
                  await run(await WebAssembly.compile(bytes), { write });
                  return text;
                })().then(done, (error) => done(`failed: ${error}`));""", script, module)
            expected = output(self.host / program)
            require(said == expected, f"{program} prints other bits than on this machine: {said[:300]}")

    def a_log_of_firmware_is_shown_and_replayed(self):
        self.open_firmware_log()
        browser = self.browser
        events = len(self.log.splitlines()) - 1
        require(f"all {events} events" in browser.text("#light-text"), "not all events are the same")
        require("lowest 95 % quantile" in browser.text("#task"), "the task is not shown")
        best = re.findall(r"^best .*value \w+ \((\S+)\)", self.log, re.MULTILINE)[-1]
        require(browser.text("#best").startswith(best), f"the best so far is not {best}")
        require(self.count("#lines svg") == 4, "not four slices")
        require(self.count(POINTS) == 300, "not 300 readings")
        require("300" in browser.text("#trials tbody"), "the table does not show the last trial")

    def history_can_be_scrubbed_through_by_keyboard(self):
        self.open_firmware_log()
        browser = self.browser
        browser.type("#position", HOME)
        browser.wait("the beginning", "document.querySelector('#position-text').textContent.startsWith('0 of 300')")
        require(browser.text("#best") == "", "there is a best setting before the first fit")
        browser.type("#position", RIGHT * 3)
        self.wait_for_position("3 of 300")
        browser.run("const p = document.querySelector('#position'); p.value = 150; p.dispatchEvent(new Event('input'))")
        earlier = re.findall(r"^best .*value \w+ \((\S+)\)", self.log.split("\nreading 151 ")[0], re.MULTILINE)[-1]
        browser.wait("an earlier best setting", f"document.querySelector('#best').textContent.startsWith('{earlier}')")
        browser.wait("earlier slices", "Number(document.querySelector('#plane').dataset.from) < 400")
        require(self.count(POINTS) == 150, "readings of later are shown")
        browser.type("#pause", ENTER)
        self.wait_for_position("300 of 300")

    def marks_and_tables_are_saved(self):
        self.open_firmware_log()
        browser = self.browser
        browser.type("#mark-text", "door <opened>" + ENTER)
        browser.wait("a mark", "document.querySelector('#marks').textContent.includes('door <opened>')")
        browser.click("#csv")
        table = self.download("taut-trials.csv")
        expected = output(self.taut_log, "trials", self.folder / "shaper.log").splitlines()
        rows = [line for line in table.splitlines() if not line.startswith("#")]
        require(len(rows) == len(expected) and rows[0] == expected[0], "the table is another one")
        require("door <opened>" in table, "the mark is not in the table")
        browser.click("#svg")
        picture = self.download("taut.svg")
        require(picture.count("<svg ") == 7 and "var(" not in picture, "the picture is not whole")
        xml.dom.minidom.parseString(picture)  # raises, if it is none

    def download(self, name):
        path = pathlib.Path(self.browser.downloads.name) / name
        for _ in range(100):
            if path.exists() and path.stat().st_size > 0:
                time.sleep(0.1)
                return path.read_text()
            time.sleep(0.05)
        sys.exit(f"browser: {name} was not saved")

    def everything_has_a_name_and_can_be_reached(self):
        self.open_firmware_log()
        browser = self.browser
        roles = {"button", "combobox", "slider", "textbox", "img", "region", "status", "link"}
        nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
        named = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes
                 if not node.get("ignored") and node.get("role", {}).get("value") in roles]
        nameless = [role for role, name in named if not name and role != "status"]
        require(len(named) > 15 and not nameless, f"without a name: {nameless}")
        browser.run("document.activeElement.blur(); window.scrollTo(0, 0)")
        reached = set()
        for _ in range(30):
            browser.devtools("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
            browser.devtools("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)
            reached.add(browser.run("return document.activeElement.id"))
        wanted = {"file", "serial", "baud", "mark-text", "mark", "csv", "svg", "theme", "position", "pause", "across",
                  "up", "trials", "fits", "log"}
        require(wanted <= reached, f"not reached by the keyboard: {wanted - reached}")

    def text_can_be_read_in_light_and_in_dark(self):
        self.open_firmware_log()
        for theme in ("light", "dark"):
            worst = self.browser.run("""
                document.querySelector('#theme').value = arguments[0];
                document.querySelector('#theme').dispatchEvent(new Event('change'));
                const style = getComputedStyle(document.documentElement);
                const light = (name) => {
                  const text = style.getPropertyValue(name).trim().slice(1);
                  const parts = [0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16) / 255)
                    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
                  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
                };
                const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                return Math.min(...['--ink', '--soft', '--bad', '--mark'].flatMap((text) =>
                  ['--paper', '--panel'].map((ground) => ratio(light(text), light(ground)))));""", theme)
            require(worst >= 4.5, f"{theme}: a contrast of {worst:.2f}, and WCAG 2.1 wants 4.5")  # level AA
            self.picture(f"{theme}.png")

    def a_damaged_log_is_told_and_its_good_part_shown(self):
        lines = self.log.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("reading 100 "))
        lines[at] = lines[at][:15]
        lines[at + 40] = "\x00\xff@@@"
        self.open(self.file("damaged.log", "\n".join(lines) + "\n"), "differs")
        browser = self.browser
        require(f"line {at + 1} is damaged" in browser.text("#light-text"), "the damaged line is not named")
        require(f"the first is line {at + 1}" in browser.text("#notes"), "the damaged lines are not counted")
        require(self.count(POINTS) >= 298, "good lines are missing")
        browser.wait("slices", "document.querySelectorAll('#lines svg').length === 4")
        self.picture("damaged.png")
        noise = self.folder / "noise.bin"
        noise.write_bytes(bytes(i * i % 251 for i in range(50000)))
        self.open(noise, "none")
        require("no line of the log begins with" in browser.text("#light-text"), "noise gets no message")

    def a_checkpoint_is_shown(self):
        self.open(HERE / "images/cortex_m7.bin", "none")
        self.browser.wait("readings of a checkpoint", f"document.querySelectorAll('{POINTS}').length === 33")
        require("33 readings are kept" in self.browser.text("#position-text"), "the checkpoint is not described")

    def a_slice_at_64_inducing_points_is_fast(self):
        self.open(self.file("large.log", output(self.logger, "16", "64", "1600", "1600")), seconds=180)
        browser = self.browser
        last = browser.run("return document.querySelector('#plane').dataset.from")
        times = []
        for knob in (2, 3, 4, 5, 6, 7, 8):
            browser.run("""
                delete document.querySelector('#plane').dataset.planeTime;
                document.querySelector('#up').value = arguments[0];
                document.querySelector('#up').dispatchEvent(new Event('change'));""", str(knob))
            browser.wait("another slice", "document.querySelector('#plane').dataset.planeTime")
            times.append([float(browser.run(f"return document.querySelector('#plane').dataset.{name}"))
                          for name in ("lineTime", "planeTime", "drawTime", "wholeTime")])
        lines, plane, draw, whole = (sorted(column)[len(times) // 2] for column in zip(*times))
        print(f"  with 16 knobs, 64 inducing points and 1600 readings (line {last}), median of {len(times)}: a slice over "
              f"two knobs {plane:.0f} ms and slices along all knobs {lines:.0f} ms to compute, {draw:.0f} ms to draw both; "
              f"{whole:.0f} ms from the question to the picture")
        require(plane + draw < MOST_MILLISECONDS, f"a slice over two knobs takes {plane + draw:.0f} ms")
        require(lines + draw < MOST_MILLISECONDS, f"slices along the knobs take {lines + draw:.0f} ms")

    def a_hundred_thousand_lines_are_followed_in_bounded_memory(self):
        browser = self.browser
        log = output(self.logger, "2", "12", "60", "43000")
        count = len(log.splitlines())
        require(count > 100000, f"{count} lines")
        start = time.monotonic()
        self.open(self.file("long.log", log), seconds=600)
        taken = time.monotonic() - start
        browser.run("document.querySelector('#log').scrollTop = 0")
        browser.click("#pause")
        browser.wait("a table that is scrolled", "document.querySelectorAll('#log tr').length > 10")
        browser.run("document.querySelector('#log').scrollTop = 1e9")
        most = self.count("tr")
        require(most < 500, f"{most} rows are in the page at a time")
        for table in ("log", "trials"):
            browser.run(f"document.querySelector('#{table}').scrollTop = 500000")
            browser.wait("rows in the middle", f"document.querySelectorAll('#{table} td').length > 10")
        first = self.heap()
        library = int(browser.run("return document.querySelector('#light').dataset.bytes"))
        print(f"  {count} lines, all the same bits, after {taken:.0f} s; heap {first >> 20} MB, the library "
              f"{library >> 20} MB")
        require(library < MOST_LIBRARY, f"the library takes {library >> 20} MB")
        # As many lines again three times, without a task: kept is what there is room for.
        body = log.split("\n", 1)[1]
        self.open(self.file("longer.log", body * 3), "none", 600)
        self.wait_for_position(f"line {3 * (count - 1)} of", 120)
        require("no longer kept" in browser.text("#notes"), "nothing was forgotten")
        last = self.heap()
        print(f"  {3 * (count - 1)} lines: heap {last >> 20} MB")
        require(max(first, last) < MOST_HEAP, f"a heap of {max(first, last) >> 20} MB")

    def heap(self):
        self.browser.devtools("HeapProfiler.collectGarbage")
        return self.browser.run("return performance.memory.usedJSHeapSize")

    def an_emulated_firmware_is_followed_live(self):
        bridge = [sys.executable, "-B", ROOT / "examples/monitor/bridge.py", "--once", "--page", self.options.page]
        command = [*bridge, "--", *QEMU, self.options.firmware]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bridge:
            address = bridge.stdout.readline().split(": ", 1)[1].strip()
            self.browser.go(address)
            self.browser.wait("the first readings", f"document.querySelectorAll('{POINTS}').length > 5", 120)
            early = self.browser.text("#position-text")
            self.wait_for_position("300 of 300", 300)
            self.browser.wait("the same bits", f"{VERDICT} === 'same'")
            require("300 of 300" not in early, "it was not followed live")
            self.wait_for_position("bridge has ended")
            require(bridge.wait(30) == 0, f"the bridge ends with {bridge.returncode}")
        self.browser.go(f"{self.options.page.resolve().as_uri()}#ws://127.0.0.1:1/none")
        self.wait_for_position("No bridge")

    def a_serial_port_is_followed_live(self):
        """The port is a stand-in: a browser without a user may not open one."""
        browser = self.browser
        browser.go(self.options.page.resolve().as_uri())
        require(browser.run("return 'serial' in navigator"), "this page may not ask for a serial port")
        browser.run("""
            const bytes = new TextEncoder().encode(arguments[0].replaceAll('\\n', '\\r\\n'));
            let at = 0;
            window.port = {
              async open({ baudRate }) { this.baudRate = baudRate; },
              async close() { this.closed = true; },
              readable: new ReadableStream({ async pull(controller) {
                await new Promise((next) => setTimeout(next, 1));
                controller.enqueue(bytes.slice(at, at += 777));
                if (at >= bytes.length) await new Promise(() => {});
              } }) };
            const serial = { requestPort: async () => window.port };
            Object.defineProperty(navigator, 'serial', { value: serial });""", self.log)
        browser.click("#serial")
        self.wait_for_position("300 of 300")
        browser.wait("the same bits", f"{VERDICT} === 'same'")
        require(browser.run("return window.port.baudRate") == 115200, "another speed than was chosen")
        browser.click("#stop")
        browser.wait("the port's end", "window.port.closed")
        self.wait_for_position("was closed")


def main():
    parser = argparse.ArgumentParser()
    for name in ("--page", "--wasm", "--host", "--firmware"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--only", default="", help="claims that contain this")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="taut-monitor-") as folder, Browser() as browser:
        check = Check(browser, options, pathlib.Path(folder))
        for claim in (check.programs_compute_the_same_bits, check.a_log_of_firmware_is_shown_and_replayed,
                      check.history_can_be_scrubbed_through_by_keyboard, check.marks_and_tables_are_saved,
                      check.everything_has_a_name_and_can_be_reached, check.text_can_be_read_in_light_and_in_dark,
                      check.a_damaged_log_is_told_and_its_good_part_shown, check.a_checkpoint_is_shown,
                      check.an_emulated_firmware_is_followed_live, check.a_serial_port_is_followed_live,
                      check.a_slice_at_64_inducing_points_is_fast,
                      check.a_hundred_thousand_lines_are_followed_in_bounded_memory):
            if options.only in claim.__name__:
                claim()
                complaints = [text for text in browser.complaints() if "WebSocket connection" not in text]
                require(not complaints, f"{claim.__name__}: the browser complains: {complaints}")
                print(f"{claim.__name__}: passed", flush=True)


if __name__ == "__main__":
    main()
