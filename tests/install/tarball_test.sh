#!/usr/bin/env bash
# The tarball: extracted anywhere, the program needs no library of the machine but glibc's, and finds its stencils.
# Usage: tarball_test.sh SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
source=$1 build=$2
for tool in patchelf objdump xz; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
RTLGEN_XZ_LEVEL=0 "$source/scripts/tarball.sh" "$folder/out" "$build"
mkdir "$folder/else where"
tar -xf "$folder"/out/rtlgen-*-linux-*.tar.xz -C "$folder/else where" --strip-components=1
cd "$folder/else where"
outside() { ldd bin/rtlgen | grep '=>' | grep -v "=> $folder/" | grep -vE '^\s*lib(c|m|dl|rt|pthread|resolv)\.so' || true; }
[ -z "$(outside)" ] || { echo "FAILED: the program needs libraries of this machine:" >&2; outside >&2; exit 1; }
grep -q 'glibc 2\.[0-9]' INSTALL || { echo "FAILED: INSTALL does not name the glibc" >&2; exit 1; }
env -i PATH=/usr/bin:/bin HOME="$folder" bin/rtlgen check hotspot2d >/dev/null
printf 'void f(float a[64], float b[64]) { for (int i = 1; i < 63; i++) b[i] = a[i - 1] + a[i + 1]; }\n' > k.c
env -i PATH=/usr/bin:/bin HOME="$folder" bin/rtlgen import k.c -o - | grep -q 'a\[-1\] + a\[1\]'
mv lib aside
[ -n "$(outside)" ] || { echo "FAILED: libraries that are left out are not noticed" >&2; exit 1; }
echo "passed"
