"""A headless Chromium, steered by the protocol WebDriver through chromedriver."""
import base64
import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# Nothing of its own shall go over a network, and no profile is used twice.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--enable-precise-memory-info"]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # of the protocol


class Browser:
    def __init__(self, width=1000, height=1200):
        binary = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        port = next(line.rstrip(".\n").split()[-1] for line in self.driver.stdout if "successfully on port" in line)
        self.session = f"http://127.0.0.1:{port}/session"
        self.profile = tempfile.TemporaryDirectory(prefix="taut-browser-", ignore_cleanup_errors=True)
        self.downloads = tempfile.TemporaryDirectory(prefix="taut-downloads-", ignore_cleanup_errors=True)
        options = {"binary": binary,
                   "args": [*FLAGS, f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}"],
                   "prefs": {"download.default_directory": self.downloads.name}}
        wanted = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.session += "/" + self.call("", {"capabilities": wanted})["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()
            self.profile.cleanup()
            self.downloads.cleanup()

    def call(self, path, body=None, method=None):
        request = urllib.request.Request(self.session + path, method=method or ("GET" if body is None else "POST"),
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:1000]) from error

    def go(self, address):
        self.call("/url", {"url": "about:blank"})  # another address of the same page would not load it again
        self.call("/url", {"url": address})

    def run(self, script, *arguments):
        return self.call("/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """The last argument of the script is what it calls with its result."""
        return self.call("/execute/async", {"script": script, "args": list(arguments)})

    def wait(self, what, expression, seconds=60):
        """Until the expression is true; returns its value."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if value := self.run(f"return {expression}"):
                return value
            time.sleep(0.05)
        raise RuntimeError(f"{what}: not in {seconds} s; the light says: {self.text('#light-text')}")

    def element(self, selector):
        return "/element/" + self.call("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def click(self, selector):
        self.call(self.element(selector) + "/click", {})

    def type(self, selector, keys):
        self.call(self.element(selector) + "/value", {"text": keys})

    def size(self, width, height):
        self.call("/window/rect", {"width": width, "height": height})

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("/screenshot")))

    def complaints(self):
        """What the browser's console has, errors of the page among it."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]

    def devtools(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})
