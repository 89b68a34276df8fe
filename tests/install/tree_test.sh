#!/usr/bin/env bash
# An installed tree that was moved: the program works from another folder, with nothing of the source or build tree in sight.
# Exit status 77 without strace, which shows the latter.
# Usage: tree_test.sh CMAKE BUILD_FOLDER
set -euo pipefail
cmake=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

for component in program data completions man docs; do
  "$cmake" --install "$build" --component "$component" --prefix "$folder/first" >/dev/null
done
mv "$folder/first" "$folder/moved"
rtlgen=$folder/moved/bin/rtlgen
export RTLGEN_CACHE=$folder/cache
mkdir "$folder/work"
cd "$folder/work"

# Paths of the source tree must not be needed, so the program must not open any.
"$rtlgen" --version | grep -Eq '^rtlgen [0-9]+\.[0-9]+\.[0-9]+' || fail "--version"
"$rtlgen" new --list | grep '^hotspot2d ' >/dev/null || fail "new --list"
"$rtlgen" new heat >/dev/null
"$rtlgen" new heat 2>/dev/null && fail "new overwrites"
"$rtlgen" new chip --from hotspot2d >/dev/null
grep -q "t: $folder/moved/share/rtlgen/configs/data/rodinia/temp_64" chip.yaml || fail "the copy does not find its data"
status=0
"$rtlgen" new x --from hotspot2 2>message || status=$?
[ $status -eq 2 ] || fail "unknown stencil: status $status"
grep -q hotspot2d message || fail "no nearest name: $(cat message)"
head -n 1 heat.yaml | grep -xF "# yaml-language-server: \$schema=$folder/moved/share/rtlgen/docs/schema/rtlgen.schema.json" >/dev/null || fail "editors find no schema"
[ -s "$folder/moved/share/rtlgen/docs/schema/rtlgen.schema.json" ] || fail "no schema"
"$rtlgen" check heat.yaml >/dev/null
"$rtlgen" explain RG0309 | grep '^Fix: ' >/dev/null || fail "explain"
"$rtlgen" doctor --json - 2>/dev/null | grep '"ready": true' >/dev/null || fail "doctor"
printf 'Content-Length: 42\r\n\r\n{"id":1,"method":"initialize","params":{}}' | "$rtlgen" lsp >messages || [ $? -eq 1 ] || fail "the end of lsp"
grep '"serverInfo"' messages >/dev/null || fail "lsp"
"$rtlgen" check chip.yaml >/dev/null
"$rtlgen" generate heat.yaml -o hdl >/dev/null
[ -s hdl/verilog/heat_core.v ] || [ -n "$(find hdl/verilog -name '*.v')" ] || fail "no HDL"
"$rtlgen" sim heat.yaml --set grid=[16,8] --set type=uint8 --set params.r=1 --iterations 4 >/dev/null || fail "sim"
for file in share/man/man1/rtlgen.1 share/man/man1/rtlgen-sim.1 share/bash-completion/completions/rtlgen \
  share/zsh/vendor-completions/_rtlgen share/fish/vendor_completions.d/rtlgen.fish share/doc/rtlgen/docs/language.md; do
  [ -s "$folder/moved/$file" ] || fail "$file is not installed"
done
if ! command -v strace >/dev/null; then
  echo "no strace: what is opened is not seen"
  exit 77
fi
# A run that compiles: the program, Verilator, make and the compiler, each with all files that it names. The build tree may be in the source tree.
source_tree=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
strace -f -s 4096 -e trace=%file -o trace "$rtlgen" sim heat.yaml --no-cache --set grid=[16,8] --set type=uint8 --set params.r=1 --iterations 2 >/dev/null || fail "sim under strace"
grep -qF "\"$folder/moved/" trace || fail "the trace does not hold what is opened"
for tree in "$source_tree" "$build"; do
  if grep -F "\"$tree/" trace | head -n 3 | grep . >&2; then fail "$tree is read"; fi
done
echo "passed"
