#!/usr/bin/env bash
# The Debian packages: what is in each, and what they depend on. scripts/test_package.sh installs them in a clean system.
# Usage: packages_test.sh CPACK BUILD_FOLDER
set -euo pipefail
cpack=$1 build=$2
if ! command -v dpkg-shlibdeps >/dev/null || ! command -v dpkg-deb >/dev/null; then
  echo "no dpkg-dev: skipped"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

(cd "$build" && "$cpack" -G DEB -B "$folder" >"$folder/log" 2>&1) || { cat "$folder/log" >&2; fail cpack; }
contents() { dpkg-deb --contents "$(find "$folder" -maxdepth 1 -name "$1_*.deb")" | awk '{print $6}'; }
field() { dpkg-deb --field "$(find "$folder" -maxdepth 1 -name "$1_*.deb")" "$2"; }

contents rtlgen >"$folder/rtlgen"
for path in ./usr/bin/rtlgen ./usr/share/man/man1/rtlgen-sim.1 ./usr/share/bash-completion/completions/rtlgen ./usr/share/rtlgen/configs/hotspot2d.yaml \
  ./usr/share/rtlgen/configs/data/rodinia/temp_64 ./usr/share/rtlgen/examples/host/heat.cpp ./usr/share/doc/rtlgen/docs/tutorial.md; do
  grep -qx "$path" "$folder/rtlgen" || fail "rtlgen lacks $path"
done
# The web site has pages named after folders.
if grep -v '/doc/rtlgen/html/' "$folder/rtlgen" | grep -Eq '/(include|lib|tests|build)/'; then fail "rtlgen has files of the library or of tests"; fi
# Names of libraries have a number that differs between releases.
for name in verilator g[+][+] make 'libyaml-cpp[0-9.]+' 'libfmt[0-9]+' libc6; do
  field rtlgen Depends | grep -Ew "$name" >/dev/null || fail "rtlgen does not depend on $name: $(field rtlgen Depends)"
done
field rtlgen Recommends | grep ghdl >/dev/null || fail "rtlgen does not recommend ghdl"
contents librtlgen-host0 | grep '/librtlgen_host\.so\.0' >/dev/null || fail "no library"
contents librtlgen-host-dev | grep '/include/rtlgen/host\.hpp' >/dev/null || fail "no header"
contents librtlgen-host-dev | grep '/librtlgen_host\.so$' >/dev/null || fail "no name to link with"
field librtlgen-host-dev Depends | grep 'librtlgen-host0 (= ' >/dev/null || fail "the headers are of no version of the library"
if find "$folder" -name 'python3-rtlgen_*.deb' | grep -q .; then
  contents python3-rtlgen >"$folder/python"
  for path in ./usr/lib/python3/dist-packages/rtlgen/__init__.py ./usr/lib/python3/dist-packages/rtlgen/py.typed; do
    grep -qx "$path" "$folder/python" || fail "python3-rtlgen lacks $path"
  done
  grep -q '/rtlgen/_rtlgen\.cpython-.*\.so$' "$folder/python" || fail "python3-rtlgen has no module"
  for name in python3-numpy 'libfmt[0-9]+' 'python3 [(]<<'; do
    field python3-rtlgen Depends | grep -E "$name" >/dev/null || fail "python3-rtlgen does not depend on $name"
  done
fi
echo "passed"
