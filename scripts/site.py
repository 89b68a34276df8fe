#!/usr/bin/python3
"""Builds the documentation as a web site: scripts/docs.sh calls it.

Usage: site.py OUTPUT [--tree FOLDER]

Pages are the Markdown files that GitHub shows. This script copies README.md, docs/ and whatever they link to into a source
folder of MkDocs, adapts links and the few places where MkDocs reads Markdown differently, takes the navigation from the
sections of docs/README.md, and runs `mkdocs build --strict`: a link that leads nowhere is an error.
"""
import argparse
import os
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

INDEX = "docs/README.md"
# Repository path -> page of the site; other files of docs/ keep their place below it, files outside it go to tree/.
MOVED = {"README.md": "index.md", INDEX: "contents.md"}

CONFIG = """\
site_name: rtlgen
site_description: "rtlgen: turn a stencil in YAML into a verified streaming accelerator in Verilog and VHDL"
docs_dir: {source}
site_dir: {output}
use_directory_urls: false
theme:
  name: material
  font: false
  icon: {{logo: material/grid}}
  features: [navigation.tabs, navigation.top, search.highlight, toc.integrate]
  palette:
    - {{media: "(prefers-color-scheme: light)", scheme: default, primary: teal, toggle: {{icon: material/weather-night, name: Dark}}}}
    - {{media: "(prefers-color-scheme: dark)", scheme: slate, primary: teal, toggle: {{icon: material/weather-sunny, name: Light}}}}
plugins: [search]
markdown_extensions:
  - tables
  - attr_list
  - sane_lists
  - pymdownx.superfences
  - pymdownx.highlight
  - toc: {{permalink: true, slugify: !!python/object/apply:pymdownx.slugs.slugify {{kwds: {{case: lower}}}}}}
nav:
{nav}
"""


def site_path(path):
    if path in MOVED:
        return MOVED[path]
    return path[len("docs/"):] if path.startswith("docs/") else "tree/" + path


class Site:
    def __init__(self, tree, source):
        self.tree, self.source = tree, source
        self.done = set()
        self.waiting = []

    def want(self, path):
        """Copies a file of the repository once; returns its place on the site. A folder stands for its README."""
        if (self.tree / path).is_dir():
            path = posixpath.join(path, "README.md")
            if path == "docs/adr/README.md":
                return "adr/index.md"
        if not (self.tree / path).is_file():
            return None
        if path not in self.done:
            self.done.add(path)
            self.waiting.append(path)
        return site_path(path)

    def link(self, page, target):
        """The target of a link on a page of the repository, on the site; None if the site has no such file."""
        if re.match(r"[a-z]+:|#|//", target):
            return target
        path, _, anchor = target.partition("#")
        place = self.want(posixpath.normpath(posixpath.join(posixpath.dirname(page), path)))
        if place is None:
            return None
        relative = posixpath.relpath(place, posixpath.dirname(site_path(page)) or ".")
        return relative + ("#" + anchor if anchor else "")

    def page(self, path):
        fenced, lines, before = False, [], ""
        for line in (self.tree / path).read_text().split("\n"):
            if line.startswith("```"):
                # MkDocs accepts a language, but no words after it.
                line = re.sub(r"^```(\w+).*$", r"```\1", line)
                fenced = not fenced
            elif not fenced:
                line = self.adapt_links(path, line)
                item = re.match(r"( *)([-*]|\d+\.) ", line)
                if item:
                    # A list needs an empty line before it, and four spaces per level.
                    starts = before.strip() and not re.match(r" *([-*]|\d+\.) | {2}", before)
                    if starts and not item.group(1):
                        lines.append("")
                    line = " " * (4 * ((len(item.group(1)) + 1) // 2)) + line.lstrip()
            before = line
            lines.append(line)
        return "\n".join(lines)

    def adapt_links(self, path, line):
        def markdown(m):
            target = self.link(path, m.group(1))
            return m.group(0) if target is None else f"]({target})"

        def html(m):
            target = self.link(path, m.group(1))
            return m.group(0) if target is None else f'src="{target}"'

        # Text of a link may begin on the line before.
        line = re.sub(r"\]\(([^)\s]+)\)", markdown, line)
        return re.sub(r'src="([^"]+)"', html, line)

    def copy_all(self):
        while self.waiting:
            path = self.waiting.pop()
            place = self.source / site_path(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            if path.endswith(".md"):
                place.write_text(self.page(path))
            else:
                shutil.copyfile(self.tree / path, place)

    def decisions(self):
        """The list of architecture decisions."""
        lines = ["# Decisions", "", "Why things are as they are, in the order in which they were decided.", ""]
        for file in sorted((self.tree / "docs/adr").glob("*.md")):
            self.want(f"docs/adr/{file.name}")
            title = file.read_text().split("\n", 1)[0].lstrip("# ")
            lines.append(f"- [{title}]({file.name})")
        (self.source / "adr").mkdir(parents=True, exist_ok=True)
        (self.source / "adr/index.md").write_text("\n".join(lines) + "\n")


def navigation(site):
    """Sections of the index, each with the pages that it links to, in order."""
    nav = ["  - Overview: index.md", "  - Contents: contents.md"]
    seen = set()
    text = (site.tree / INDEX).read_text()
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        title, _, body = section.partition("\n")
        pages = []
        for label, target in re.findall(r"\[([^\]]+)\]\(([^)#]+)\)", body):
            place = site.link(INDEX, target)
            if place and place.endswith(".md") and place not in seen:
                seen.add(place)
                pages.append(f'      - "{label[0].upper()}{label[1:]}": {place}')
        if pages:
            nav += [f"  - {title}:"] + pages
    return "\n".join(nav)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    parser.add_argument("--tree", default=Path(__file__).resolve().parent.parent, type=Path)
    arguments = parser.parse_args()
    output = Path(arguments.output).resolve()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "pages"
        source.mkdir()
        site = Site(arguments.tree, source)
        site.want("README.md")
        site.want(INDEX)
        site.decisions()
        for file in sorted(arguments.tree.glob("docs/**/*.md")):
            site.want(file.relative_to(arguments.tree).as_posix())
        site.copy_all()
        nav = navigation(site)
        site.copy_all()
        (Path(folder) / "mkdocs.yml").write_text(CONFIG.format(source=source, output=output, nav=nav))
        command = ["mkdocs", "build", "--strict", "--config-file", f"{folder}/mkdocs.yml"]
        # No date in the pages: the same text gives the same site.
        # Without --quiet, with which MkDocs 1.6 counts no warnings.
        result = subprocess.run(command, env={**os.environ, "SOURCE_DATE_EPOCH": "0"}, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.stderr.write("".join(line for line in result.stderr.splitlines(True) if not line.startswith("INFO")))
        sys.exit(result.returncode)
    print(f"{sum(1 for _ in output.rglob('*.html'))} pages: {output}/index.html")


main()
