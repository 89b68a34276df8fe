#!/usr/bin/env bash
# The main job on real input: generates HotSpot hardware in Verilog and VHDL, simulates both on the
# Rodinia chip maps, checks every bit against the golden engine and writes a report with pictures.
# Installs packages and builds rtlgen first. Usage: scripts/demo.sh [output folder, default build/demo]
# RTLGEN_PRESET names the CMake preset to build (default: release).
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,5s/^# \{0,1\}//p' scripts/demo.sh; exit 0 ;; esac
out=${1:-build/demo}
preset=${RTLGEN_PRESET:-release}
rtlgen=build/$preset/rtlgen

# Prints the next step after the minutes and seconds since the start.
say() { printf '== %d:%02d  %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"; }

say "1 of 5: packages (a minute or two if none is installed)"
scripts/install_deps.sh build demo
say "2 of 5: building rtlgen (about two minutes on two cores)"
# The demo runs without the packages that only tests need, whatever the preset.
cmake --preset "$preset" -DRTLGEN_REQUIRE_TOOLS=OFF | grep -E '^-- (Configuring|Generating|Build files)'
cmake --build --preset "$preset" --target rtlgen
mkdir -p "$out"

say "3 of 5: HotSpot 2-D on the Rodinia temperature and power maps, simulated in both languages"
"$rtlgen" check configs/hotspot2d.yaml
for hdl in verilog vhdl; do
  say "simulating the $hdl"
  "$rtlgen" sim configs/hotspot2d.yaml --hdl "$hdl" --output "t=$out/temperature_$hdl.png" --json "$out/hotspot2d_$hdl.json"
done
cmp "$out/temperature_verilog.png" "$out/temperature_vhdl.png"
say "4 of 5: writing the hardware"
"$rtlgen" generate configs/hotspot2d.yaml --hdl both -o "$out/hdl" --force | sed -n 1p
say "5 of 5: the report: architecture, resources on a board, speed, pictures"
"$rtlgen" report configs/hotspot2d.yaml --set hardware.board=kcu105 -o "$out/report" --force
say "done: open $out/report/index.html in a browser; the hardware is in $out/hdl"
