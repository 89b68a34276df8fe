#!/usr/bin/env bash
# Builds a wheel of the Python package from a build that contains it, without a network.
# Usage: scripts/wheel.sh [build folder, default build/release [folder for the wheel, default build/wheel]]
# The wheel has the libraries that the module needs, except glibc and libstdc++. Its name says which Python and which oldest
# glibc it is for; elsewhere, pip refuses it (docs/python.md).
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,5s/^# \{0,1\}//p' scripts/wheel.sh; exit 0 ;; esac
build=${1:-build/release}
python=$(sed -n 's/^RTLGEN_PYTHON_EXECUTABLE:[A-Z]*=//p' "$build/CMakeCache.txt" 2>/dev/null || true)
out=$(realpath -m "${2:-build/wheel}")

if ! ls "$build"/python/rtlgen/_rtlgen*.so >/dev/null 2>&1; then
  echo "wheel: $build has no Python package; run scripts/install_deps.sh python, then: cmake --build $build --target rtlgen_python" >&2
  exit 3
fi
mkdir -p "$out"
rm -f "$out"/rtlgen-*.whl
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
cp -L -r "$build/python/rtlgen" "$source/rtlgen"
rm -rf "$source/rtlgen/__pycache__" "$source"/rtlgen/_importer*.so  # it would bring libclang, 20 times the size of the rest
strip "$source"/rtlgen/_rtlgen*.so
cp -r configs "$source/rtlgen/configs"  # for rtlgen.load("heat1d")
need=$(scripts/bundle.sh "$source"/rtlgen/_rtlgen*.so "$source/rtlgen/lib" '^lib(stdc\+\+|gcc_s|python.*)\.so')
version=$(cd "$source" && "$python" -c 'import rtlgen; print(rtlgen.__version__)')
cp docs/python.md LICENSE "$source/"
cat > "$source/setup.py" <<END
from setuptools import Distribution, setup

class Compiled(Distribution):
    def has_ext_modules(self):
        return True

setup(name="rtlgen", version="$version", description="stencil computations as streaming FPGA accelerators",
      long_description=open("python.md", encoding="utf-8").read(), long_description_content_type="text/markdown",
      author="The rtlgen developers", license="Apache-2.0", license_files=["LICENSE"],
      keywords="FPGA stencil high-level-synthesis Verilog VHDL NumPy",
      classifiers=["Intended Audience :: Science/Research", "License :: OSI Approved :: Apache Software License", "Operating System :: POSIX :: Linux",
                   "Programming Language :: Python :: 3", "Programming Language :: C++", "Topic :: Scientific/Engineering", "Typing :: Typed"],
      packages=["rtlgen"], package_data={"rtlgen": ["*.so", "*.pyi", "py.typed", "lib/*", "configs/*", "configs/*/*"]}, python_requires=">=3.11",
      install_requires=["numpy"], distclass=Compiled)
END
cd "$source"
if ! "$python" setup.py -q bdist_wheel --plat-name "manylinux_${need/./_}_$(uname -m)" -d "$out" 2> log; then
  cat log >&2
  exit 1
fi
ls -l "$out"/*.whl
