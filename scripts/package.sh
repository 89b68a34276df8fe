#!/usr/bin/env bash
# Builds the Debian packages: rtlgen, librtlgen-host0, librtlgen-host-dev, and python3-rtlgen if pybind11 is installed.
# Usage: scripts/package.sh [FOLDER]   (default: build/packages)
# The packages have no MPI, because rtlgen would then depend on the MPI packages; for a grid shared by cards of several machines, build from source.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,4s/^# \{0,1\}//p' scripts/package.sh; exit 0 ;; esac
out=${1:-build/packages}

cmake --preset release -B build/package -DRTLGEN_MPI=OFF -DRTLGEN_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/usr
python=$(cmake --build build/package --target help | grep -o '^rtlgen_python\b' | head -n 1 || true)
site=$(cmake --build build/package --target help | grep -o '^rtlgen_site\b' | head -n 1 || true)
cmake --build build/package --target rtlgen rtlgen_host_library rtlgen_shell_files ${python:+"$python"} ${site:+"$site"}
mkdir -p "$out"
# Without this, packages of an older version would be copied too.
rm -f build/package/packages/*.deb "$out"/rtlgen_*.deb "$out"/librtlgen-host*.deb "$out"/python3-rtlgen_*.deb
(cd build/package && cpack -B packages)
cp build/package/packages/*.deb "$out"
ls -l "$out"/*.deb
