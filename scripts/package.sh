#!/usr/bin/env bash
# Builds the Debian packages: rtlgen, librtlgen-host0, librtlgen-host-dev. Usage: scripts/package.sh [folder, default build/packages]
# Without MPI, whose packages would come along with rtlgen; build from source where cards of several machines share a grid.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/packages}

cmake --preset release -B build/package -DRTLGEN_MPI=OFF -DRTLGEN_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/usr
cmake --build build/package --target rtlgen rtlgen_host_library rtlgen_shell_files
mkdir -p "$out"
# Packages of an older version would be taken along.
rm -f build/package/packages/*.deb "$out"/rtlgen_*.deb "$out"/librtlgen-host*.deb
(cd build/package && cpack -B packages)
cp build/package/packages/*.deb "$out"
ls -l "$out"/*.deb
