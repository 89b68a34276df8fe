#!/usr/bin/env python3
"""Types into every shipped stencil in `rtlgen lsp` and prints the time from a change to its diagnostics.

Usage: bench/lsp/measure.py [RTLGEN, default build/release/rtlgen] [--changes N]
Target: a 95th percentile under 100 ms for every stencil. A change appends a digit to a comment, so that the text is read,
checked and planned each time; the time ends with the diagnostics of that version. The last column includes the plan, after
which the diagnostics of the hardware arrive and the next request is handled.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import time

TARGET_MS = 100
PAUSE = 0.001
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.request(1, "initialize", {"capabilities": {}})
        self.wait(lambda m: m.get("id") == 1)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def request(self, number, method, params):
        self.send({"id": number, "method": method, "params": params})

    def wait(self, is_wanted):
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                if (found := re.match(rb"Content-Length: (\d+)", line)):
                    length = int(found[1])
            message = json.loads(self.process.stdout.read(length))
            if is_wanted(message):
                return message

    def published(self, version):
        return self.wait(lambda m: m.get("params", {}).get("version") == version)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[max(math.ceil(part * len(ordered)), 1) - 1]


def measure(server, path, changes):
    uri = path.as_uri()
    text = path.read_text()
    server.send({"method": "textDocument/didOpen",
                 "params": {"textDocument": {"uri": uri, "languageId": "yaml", "version": 0, "text": text}}})
    server.published(0)
    times, whole = [], []
    for version in range(1, changes + 1):
        begin = time.perf_counter()
        server.send({"method": "textDocument/didChange",
                     "params": {"textDocument": {"uri": uri, "version": version},
                                "contentChanges": [{"text": f"{text}# {version}\n"}]}})
        found = server.published(version)
        times.append(1e3 * (time.perf_counter() - begin))
        assert not [d for d in found["params"]["diagnostics"] if d["severity"] == 1], found
        # Once the plan has started, a request is handled after it.
        time.sleep(PAUSE)
        begin = time.perf_counter()
        server.request(1000 + version, "textDocument/hover",
                       {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
        server.wait(lambda m: m.get("id") == 1000 + version)
        whole.append(times[-1] + 1e3 * (PAUSE + time.perf_counter() - begin))
    server.send({"method": "textDocument/didClose", "params": {"textDocument": {"uri": uri}}})
    return times, whole


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    if "--help" in sys.argv or "-h" in sys.argv:
        print(__doc__)
        return 0
    changes = int(sys.argv[sys.argv.index("--changes") + 1]) if "--changes" in sys.argv else 20
    if "--changes" in sys.argv:
        words.remove(str(changes))
    server = Server(words[0] if words else str(ROOT / "build/release/rtlgen"))
    slow = 0
    everything = []
    print(f"{'stencil':<20} {'p50 ms':>8} {'p95 ms':>8} {'with plan, p95':>15}")
    for path in sorted((ROOT / "configs").glob("*.yaml")):
        times, whole = measure(server, path, changes)
        everything += times
        p95 = percentile(times, 0.95)
        slow += p95 > TARGET_MS
        print(f"{path.stem:<20} {percentile(times, 0.5):>8.1f} {p95:>8.1f} {percentile(whole, 0.95):>15.1f}")
    print(f"{'all':<20} {percentile(everything, 0.5):>8.1f} {percentile(everything, 0.95):>8.1f}")
    server.request(0, "shutdown", {})
    server.wait(lambda m: m.get("id") == 0)
    server.send({"method": "exit"})
    server.process.wait()
    print(f"{slow} stencils above the target of {TARGET_MS} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
