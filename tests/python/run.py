#!/usr/bin/python3
"""Runs the tests of the Python package by pytest, or says why they cannot be run.

Usage: run.py [--require] PACKAGE_FOLDER [pytest's arguments ...]
Exit status: 0 passed, 1 failed, 77 skipped; --require makes a skip a failure.
"""
import importlib.util
import os
import sys


def skip(why: str, require: bool) -> int:
    print(f"{'missing' if require else 'skipped'}: {why}")
    return 1 if require else 77


def main() -> int:
    words = sys.argv[1:]
    require = words[:1] == ["--require"]
    folder, *rest = words[1:] if require else words
    for module in ("numpy", "pytest"):
        if importlib.util.find_spec(module) is None:
            return skip(f"python3-{module} is not installed", require)
    if require:
        os.environ["RTLGEN_REQUIRE_TOOLS"] = "1"  # stencil_tools.needed
    sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = folder
    sys.dont_write_bytecode = True
    import pytest
    return int(pytest.main(["-q", "-p", "no:cacheprovider", *rest]))


if __name__ == "__main__":
    sys.exit(main())
