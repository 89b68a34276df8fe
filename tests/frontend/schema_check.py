#!/usr/bin/env python3
"""The committed JSON Schemas against an independent validator: every shipped file is valid, and of every bad input it is
known whether the schema finds the fault (schema_leaves.txt lists those that only rtlgen finds).

Usage: schema_check.py SOURCE_FOLDER [--require] [--update]
  --require  fail where the validator is not installed, instead of being skipped (exit status 77)
  --update   rewrite schema_leaves.txt
"""
import json
import pathlib
import re
import sys

SKIPPED = 77

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"schema_check: {missing}; apt-get install python3-jsonschema python3-yaml")
    sys.exit(1 if "--require" in sys.argv else SKIPPED)


class Core(yaml.SafeLoader):
    """YAML 1.2's core schema, as editors' servers read: 1e-3 is a number, yes is a text."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"duplicate key {key}", node.start_mark)
        return super().construct_mapping(node, deep)


Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|True|TRUE|false|False|FALSE)$"), list("tTfF"))
Core.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(~|null|Null|NULL|)$"), ["~", "n", "N", ""])
Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^[-+]?[0-9]+$"), list("-+0123456789"))
Core.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$"), list("-+.0123456789"))
Core.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
Core.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))


def load(path):
    return yaml.load(path.read_text(encoding="utf-8"), Loader=Core)


def validator(root, name):
    schema = json.loads((root / "docs/schema" / name).read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def faults(check, path):
    """What is wrong with a file, the YAML reader's own complaint included."""
    try:
        document = load(path)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError) as fault:
        return [f"no YAML: {type(fault).__name__}"]
    return [f"{'.'.join(map(str, e.absolute_path)) or 'file'}: {e.message[:120]}" for e in check.iter_errors(document)]


def is_stencil(path):
    return re.search(r"^update:", path.read_text(encoding="utf-8"), re.M) is not None


def shipped(root):
    for folder in ("configs", "examples", "bench", "fpga_projects"):
        for path in sorted((root / folder).rglob("*.yaml")):
            if is_stencil(path):
                yield path


def bad_inputs(root):
    """(file, schema) of the inputs that rtlgen refuses; those whose fault is in a --set are none of a file's."""
    for folder, schema in (("bad", "rtlgen.schema.json"), ("bad_boards", "board.schema.json")):
        for path in sorted((root / "tests/frontend" / folder).glob("*.yaml")):
            text = path.read_bytes()
            golden = path.with_suffix(".diag").read_text(encoding="utf-8", errors="replace")
            if b"# --set " not in text and "error[" in golden:
                yield path, schema


def main():
    root = pathlib.Path(sys.argv[1])
    checks = {name: validator(root, name) for name in ("rtlgen.schema.json", "board.schema.json")}
    failed = 0
    good = [(path, "rtlgen.schema.json") for path in shipped(root)] + [(path, "board.schema.json") for path in sorted((root / "boards").glob("*/board.yaml"))]
    for path, schema in good:
        for fault in faults(checks[schema], path):
            print(f"{path.relative_to(root)} is valid, but {schema} says: {fault}")
            failed += 1
    caught, left = 0, []
    for path, schema in bad_inputs(root):
        if faults(checks[schema], path):
            caught += 1
        else:
            left.append(f"{path.parent.name}/{path.stem}")
    known = root / "tests/frontend/schema_leaves.txt"
    text = "".join(name + "\n" for name in left)
    if "--update" in sys.argv:
        known.write_text(text)
    elif text != known.read_text():
        print("faults that only rtlgen finds are others than schema_leaves.txt says:")
        print("\n".join(sorted(set(left) ^ set(known.read_text().split()))))
        failed += 1
    print(f"{len(good)} shipped files valid, {caught} bad inputs found by schema or YAML, {len(left)} left to rtlgen")
    if len(good) < 60 or caught < 40:
        print("too few files were checked")
        failed += 1
    return 1 if failed else 0


sys.exit(main())
