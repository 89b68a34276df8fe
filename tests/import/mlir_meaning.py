#!/usr/bin/python3
"""Imported MLIR computes what a NumPy interpreter (mlir/interpreter.py) makes of the same text, bit for bit.

Usage: mlir_meaning.py RTLGEN FOLDER-OF-TESTS [PROGRAM...]. A program's head may say `// set: name=value` (run-time
parameters) and `// options: -D n=9`.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: python3-numpy is missing")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parent / "mlir"))
import interpreter  # noqa: E402


def data(dtype, shape, seed):
    """Floats from -2 to 2, integers anywhere in their type."""
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return (random.integers(-2000000, 2000001, size=shape) / 1e6).astype(dtype)
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, size=shape, dtype=dtype, endpoint=True)


def pairs(text, key):
    found = re.search(rf"^// {key}: (.*)$", text, re.M)
    return found[1].split() if found else []


class Case:
    def __init__(self, rtlgen, path, folder):
        self.rtlgen, self.path, self.folder = rtlgen, path, folder
        self.text = path.read_text()
        self.options = pairs(self.text, "options")
        self.set = [p.split("=") for p in pairs(self.text, "set")]
        self.yaml_path = folder / f"{path.parent.name}_{path.stem}.yaml"

    def imported(self):
        command = [self.rtlgen, "import", self.path, "-o", self.yaml_path, "--force", *self.options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout
        self.yaml = self.yaml_path.read_text()

    def interpreted(self):
        defined = [p.split("=") for p in self.options if "=" in p]
        numbers = {name: float(value) for name, value in self.set + defined}
        seeds = iter(range(1000))
        self.start = {}

        def start(name, dtype, shape):
            self.start[name] = data(dtype, shape, next(seeds))
            return self.start[name].copy()

        self.machine = interpreter.Machine(self.text, start, numbers)

    def grid_array(self, field, array, low, high):
        """As the YAML's grid has it: slowest axis first, cells that the field lacks filled."""
        own = [d for d, a in enumerate(field.axes) if a]
        if len(field.axes) != len(low):  # along an axis that only the extents tell
            axis = next(a for a in range(len(low)) if high[a] - low[a] == array.shape[0])
            own_axes = [axis]
        else:
            own_axes = own
        out = np.full([high[a] - low[a] for a in own_axes], interpreter.poison(field.dtype), dtype=field.dtype)
        index = tuple(slice(field.low[d] - low[a], field.high[d] - low[a]) for d, a in zip(own, own_axes))
        out[index] = array
        return (out.T if self.machine.column_major else out), index

    def compare(self):
        """Cells that differ, cells that the program has changed."""
        grid = [int(n) for n in re.search(r"^grid: \[(.*)\]", self.yaml, re.M)[1].split(",")]
        low = [int(n) for n in re.search(r"cell 0 is \[(.*?)\] in the program", self.yaml)[1].split(",")]
        high = [l + n for l, n in zip(low, grid if self.machine.column_major else reversed(grid))]
        listed = re.search(r"^fields:\n((?:  .*\n)+)", self.yaml, re.M)[1]
        names = {}  # names of the YAML, by those of the program
        for line in listed.splitlines():
            name = line.strip().split(":")[0]
            other = re.search(r"# originally '(.*)'", line)
            names[name] = name if name in self.machine.fields else other[1]
        # Which array a field holds at the end.
        ends = dict(re.findall(r"After the last time step (\w+) holds what (\w+) holds", self.yaml))
        read = self.read_fields()
        command = [self.rtlgen, "golden", self.yaml_path]
        for key, value in self.set:
            command += ["--set", f"params.{key}={value}"]
        for name, other in names.items():
            field = self.machine.fields[other]
            file = self.folder / f"{name}.in.npy"
            np.save(file, np.ascontiguousarray(self.grid_array(field, self.start[other], low, high)[0]))
            if name in read:
                command += ["--input", f"{name}={file}"]
        written = [name for name in names if re.search(rf"^  - {name}:", self.yaml, re.M)]
        for name in written:
            command += ["--output", f"{name}={self.folder / (name + '.out.npy')}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{done.stderr}{done.stdout}\n{self.yaml}"
        differ = changed = 0
        for name in written:
            other = ends.get(name, names[name])
            field = self.machine.fields[other]
            want, index = self.grid_array(field, field.array, low, high)
            got = np.load(self.folder / (name + ".out.npy")).reshape(want.shape)
            want, got = (a.T[index] if self.machine.column_major else a[index] for a in (want, got))
            same = (bits(want) == bits(got)) | ((want != want) & (got != got))
            differ += int(np.sum(~same))
            start = self.grid_array(field, self.start[other], low, high)[0]
            start = start.T[index] if self.machine.column_major else start[index]
            changed += int(np.sum(bits(want) != bits(start)))
        return differ, changed

    def read_fields(self):
        """Those that have data at the start: not those of which every cell is assigned first."""
        done = subprocess.run([self.rtlgen, "golden", self.yaml_path, "--input", "no_such_field=none.npy"],
                              capture_output=True, text=True, check=False)
        return re.search(r"these are: (.*)", done.stderr + done.stdout)[1].split(", ")


def bits(array):
    return array.view(np.dtype(f"u{array.dtype.itemsize}"))


def main():
    rtlgen, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    wanted = sys.argv[3:]
    failed = count = 0
    with tempfile.TemporaryDirectory() as temporary:
        for generation in ("oec", "xdsl"):
            paths = sorted((folder / "mlir" / generation).glob("*.mlir"))
            if not wanted:
                assert len(paths) >= 20, f"{len(paths)} programs of {generation}"
            for path in paths:
                if wanted and path.stem not in wanted:
                    continue
                count += 1
                case = Case(rtlgen, path, pathlib.Path(temporary))
                try:
                    case.imported()
                    case.interpreted()
                    differ, changed = case.compare()
                    assert differ == 0, f"{differ} cells differ\n{case.yaml}"
                    assert changed > 3, f"only {changed} cells change\n{case.yaml}"
                except (AssertionError, KeyError, TypeError, ValueError, IndexError, StopIteration) as error:
                    failed += 1
                    print(f"FAILED {generation}/{path.name}: {type(error).__name__} {error}")
        if not wanted:
            failed += 0 if another_meaning_is_found(rtlgen, folder, pathlib.Path(temporary)) else 1
    print(f"{count} programs, {failed} failures")
    return 1 if failed or count == 0 else 0


def another_meaning_is_found(rtlgen, folder, temporary):
    """The comparison can fail."""
    case = Case(rtlgen, folder / "mlir/xdsl/heat_swap.mlir", temporary)
    case.imported()
    case.interpreted()
    other = case.yaml.replace("0.2", "0.3")
    assert other != case.yaml
    case.yaml = other
    case.yaml_path.write_text(other)
    found = case.compare()[0] > 0
    if not found:
        print("FAILED: YAML of another meaning is not found")
    return found


if __name__ == "__main__":
    sys.exit(main())
