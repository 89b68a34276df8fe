#!/usr/bin/python3
"""The documentation as a web site: every page is there, no link is broken, and nothing is wider than a phone.

Usage: site_test.py PROJECT RTLGEN [--require]     exit status 77: mkdocs or Chromium is missing
"""
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PROJECT, RTLGEN = Path(sys.argv[1]), Path(sys.argv[2])
WIDTH = 390
LOOKED_AT = ["index", "contents", "tutorial", "language", "config", "cli", "boards", "gallery", "faq", "evidence/timing", "adr/index", "tree/rtl/README"]
# Loads one page after the other into a frame as wide as a phone, and lists those whose document is wider.
PROBE = """<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>
const pages = %s, wide = [];
const frame = document.createElement("iframe");
frame.style.cssText = "width:%dpx;height:800px;border:0";
document.body.append(frame);
let at = 0;
frame.onload = () => setTimeout(() => {
  const page = frame.contentDocument.documentElement;
  if (page.scrollWidth > %d || !frame.contentDocument.querySelector("h1")) wide.push(pages[at] + ":" + page.scrollWidth);
  if (++at < pages.length) frame.src = pages[at]; else document.getElementById("out").textContent = "done " + wide.join(" ");
}, 100);
frame.src = pages[0];
</script>"""


def build(output, tree=PROJECT):
    return subprocess.run([PROJECT / "scripts/site.py", output, "--tree", tree], capture_output=True, text=True)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def wide_pages(site, pages):
    """The pages that do not fit a phone, as Chromium lays them out."""
    (site / "probe.html").write_text(PROBE % ([p + ".html" for p in pages], WIDTH, WIDTH))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile:
        shown = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--virtual-time-budget=60000", "--dump-dom",
             f"http://127.0.0.1:{server.server_port}/probe.html"], capture_output=True, text=True, timeout=300).stdout
    server.shutdown()
    found = re.search(r'<pre id="out">done ?([^<]*)</pre>', shown)
    assert found, "the browser did not show every page: " + shown[:500]
    return found.group(1).split()


def check_open(folder, site):
    """`rtlgen docs --open` of an installed tree gives the page to the browser, and says so if there is no site."""
    prefix = folder / "installed"
    for part in ("bin", "stub", "share/doc/rtlgen/docs"):
        (prefix / part).mkdir(parents=True)
    shutil.copy(RTLGEN, prefix / "bin/rtlgen")
    shutil.copy(PROJECT / "docs/tutorial.md", prefix / "share/doc/rtlgen/docs")
    (prefix / "stub/xdg-open").write_text(f'#!/bin/sh\necho "$1" >"{prefix}/opened"\n')
    (prefix / "stub/xdg-open").chmod(0o755)
    environment = {**os.environ, "PATH": f"{prefix}/stub:{os.environ['PATH']}"}

    def opened():
        return subprocess.run([prefix / "bin/rtlgen", "docs", "--open", "tutorial"], capture_output=True, text=True, env=environment)

    result = opened()
    assert result.returncode == 3 and "scripts/docs.sh" in result.stderr, result
    shutil.copytree(site, prefix / "share/doc/rtlgen/html")
    result = opened()
    assert result.returncode == 0, result
    assert (prefix / "opened").read_text().strip().endswith("share/doc/rtlgen/html/tutorial.html")


def main():
    missing = [tool for tool in ("mkdocs", "chromium") if not shutil.which(tool)]
    if missing:
        print("missing:", *missing)
        sys.exit(1 if "--require" in sys.argv else 77)
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        result = build(site)
        assert result.returncode == 0, result.stdout + result.stderr
        for page in PROJECT.glob("docs/**/*.md"):
            name = page.relative_to(PROJECT / "docs").with_suffix(".html")
            assert (site / name).is_file() or page.name == "README.md", f"no {name}"
        home = (site / "index.html").read_text()
        for part in ("Tutorials", "Guides", "Reference", "Explanation", "Evidence"):
            assert re.search(rf">\s*{part}\s*<", home), f"no part {part}"
        assert "http://fonts" not in home and "https://fonts" not in home, "the site loads fonts from elsewhere"
        assert "bit-exact" in (site / "search/search_index.json").read_text().lower()

        # A page that is too wide must be found among the others.
        (site / "wide.html").write_text((site / "faq.html").read_text().replace("</article>", '<div style="width:900px">x</div></article>'))
        wide = wide_pages(site, [*LOOKED_AT, "wide"])
        assert [w.split(":")[0] for w in wide] == ["wide.html"], f"wider than {WIDTH} pixels: {wide}"

        check_open(Path(folder), site)
        # The descriptions of the README's picture.
        for file in sorted((PROJECT / "docs/images/hero").glob("*.yaml")):
            result = subprocess.run([RTLGEN, "check", file], capture_output=True, text=True)
            assert result.returncode == 0, result.stdout + result.stderr

        # A link that leads nowhere must end the build.
        tree = Path(folder) / "tree"
        (tree / "docs/adr").mkdir(parents=True)
        (tree / "README.md").write_text("# Top\n\n[index](docs/README.md)\n")
        (tree / "docs/README.md").write_text("# Index\n\n## Guides\n\n- [a](a.md)\n")
        (tree / "docs/a.md").write_text("# A\n\nText.\n")
        assert build(Path(folder) / "small", tree).returncode == 0
        (tree / "docs/a.md").write_text("# A\n\n[nowhere](b.md)\n")
        assert build(Path(folder) / "broken", tree).returncode != 0, "a broken link is accepted"
    print("ok")


main()
