#!/bin/sh
# Flow of ISE for an accelerator alone: ise.sh TOP PART LEAST_REGISTERS, in the project's folder. No bitstream.
#
# ISE's files are in build; build/report.txt comes last and only where timing is met, so make takes it for a build that went well.
set -eu
[ $# -eq 3 ] || { echo "usage: ise.sh TOP PART LEAST_REGISTERS" >&2; exit 2; }
top=$1 part=$2 least=$3
fail() { echo "ise.sh: $1" >&2; exit "${2:-1}"; }

for program in xst ngdbuild map par trce; do
  command -v "$program" >/dev/null || fail "$program is not in PATH: source settings64.sh of ISE's folder first" 3
done
# The last release; no later tool knows Virtex-5, and earlier ones compute widths of memories otherwise.
release=$(par -h 2>&1 | sed -n 's/^Release \([0-9.]*\) .*/\1/p' | head -n 1)
[ "$release" = 14.7 ] || fail "this project needs ISE 14.7, and this is '$release'"

rm -rf build
mkdir -p build/xst
cd build
xst -intstyle xflow -ifn "../xst/$top.xst" -ofn "$top.srp"
ngdbuild -intstyle xflow -dd _ngo -nt timestamp -uc "../constraints/$top.ucf" -p "$part" "$top.ngc" "$top.ngd"
map -intstyle xflow -p "$part" -w -ol high -t 1 -detail -o "${top}_map.ncd" "$top.ngd" "$top.pcf"
par -intstyle xflow -w -ol high "${top}_map.ncd" "$top.ncd" "$top.pcf"
trce -intstyle xflow -v 3 -s 1 -n 3 -fastpaths -u 16 "$top.ncd" -o "$top.twr" "$top.pcf"

grep -q '^All signals are completely routed' "$top.par" || fail "not all signals are routed; see build/$top.par"
used=$(grep -E '^ *Number of (Slice Registers|Slice LUTs|occupied Slices|BlockRAM/FIFO|DSP48Es):' "${top}_map.mrp") || fail "build/${top}_map.mrp does not say what is used"
registers=$(echo "$used" | sed -n 's/.*Slice Registers: *\([0-9,]*\) .*/\1/p' | tr -d ,)
[ -n "$registers" ] || fail "build/${top}_map.mrp does not count registers"
# A design that a tool has emptied meets any clock.
[ "$registers" -ge "$least" ] || fail "$registers registers are left, and $least is the least that can be right: the accelerator has been removed"

# Each constraint's heading, and behind it how many paths it has.
paths=$(awk '/^Timing constraint:/ {name = $0; sub(/^Timing constraint: */, "", name); next}
             / paths analyzed/ && name != "" {print $1, name; name = ""}' "$top.twr")
echo "$paths" | grep -q '^[1-9][0-9]* TS_' || fail "no clock has a path: nothing is constrained; see build/$top.twr"
open=$(echo "$paths" | grep '^[1-9][0-9]* Unconstrained' || true)
[ -z "$open" ] || fail "paths without a constraint: $open; see build/$top.twr"
met=$(grep '^Timing errors: [0-9]' "$top.twr") || fail "build/$top.twr does not say whether timing is met"
case $met in
  "Timing errors: 0 "*) ;;
  *) fail "timing is not met: $met; see build/$top.twr" ;;
esac

period=$(grep '^ *Minimum period is' "$top.twr") || fail "build/$top.twr has no period"
printf '%s\n%s\n%s\n' "$used" "$met" "$period" | tee report.new
mv report.new report.txt
echo "timing is met; wrote build/report.txt. This is no bitstream: make bitstream says what is missing for one"
