#!/usr/bin/env bash
# Builds a tarball for systems without a package of rtlgen: program, shipped stencils, boards, examples, man pages, docs, and
# the libraries except glibc's. Extract it anywhere, and run bin/rtlgen.
# Usage: scripts/tarball.sh [folder, default build/packages [finished build, default: a new one in build/package]]
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,4s/^# \{0,1\}//p' scripts/tarball.sh; exit 0 ;; esac
out=$(realpath -m "${1:-build/packages}")

build=${2:-build/package}
if [ $# -lt 2 ]; then
  cmake --preset release -B "$build" -DRTLGEN_MPI=OFF -DRTLGEN_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/usr
  cmake --build "$build" --target rtlgen rtlgen_shell_files
fi
version=$("$build/rtlgen" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
name=rtlgen-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for component in program man completions data docs; do
  cmake --install "$build" --prefix "$work/$name" --component "$component" --strip >/dev/null
done
need=$(scripts/bundle.sh "$work/$name/bin/rtlgen" "$work/$name/lib/rtlgen")
cat > "$work/$name/INSTALL" <<END
rtlgen $version for Linux on $(uname -m) with glibc $need or newer.

Run bin/rtlgen from here, or put a link to it into a folder of PATH. Simulations need Verilator, a C++ compiler and make;
VHDL needs GHDL (share/doc/rtlgen/docs/environment.md). Libraries in lib/rtlgen are Debian's, under their own licences.
END
mkdir -p "$out"
# The same input gives the same file.
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}" \
  -c "$name" | xz -T0 "-${RTLGEN_XZ_LEVEL:-6}" > "$out/$name.tar.xz"
ls -l "$out/$name.tar.xz"
