#!/usr/bin/env bash
# Builds a wheel of the Python package from a build that has it, without a network.
# Usage: scripts/wheel.sh [build folder, default build/release [folder for the wheel, default build/wheel]]
# The wheel needs the shared libraries of the machine that built it (docs/python.md): it is for Debian 12, not for PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/release}
python=/usr/bin/python3
out=$(realpath -m "${2:-build/wheel}")

if ! ls "$build"/python/rtlgen/_rtlgen*.so >/dev/null 2>&1; then
  echo "wheel: $build has no Python package; scripts/install_deps.sh python, then: cmake --build $build --target rtlgen_python" >&2
  exit 3
fi
mkdir -p "$out"
rm -f "$out"/rtlgen-*.whl
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
cp -L -r "$build/python/rtlgen" "$source/rtlgen"
rm -rf "$source/rtlgen/__pycache__"
strip "$source"/rtlgen/_rtlgen*.so
version=$(cd "$source" && "$python" -c 'import rtlgen; print(rtlgen.__version__)')
cat > "$source/setup.py" <<END
from setuptools import Distribution, setup

class Compiled(Distribution):
    def has_ext_modules(self):
        return True

setup(name="rtlgen", version="$version", description="stencil computations as streaming FPGA accelerators",
      packages=["rtlgen"], package_data={"rtlgen": ["*.so", "*.pyi", "py.typed"]}, python_requires=">=3.11",
      install_requires=["numpy"], distclass=Compiled)
END
cd "$source"
if ! "$python" setup.py -q bdist_wheel -d "$out" 2> log; then
  cat log >&2
  exit 1
fi
ls -l "$out"/*.whl
