#!/usr/bin/env bash
# The main job on real input: generates HotSpot hardware in Verilog and VHDL, simulates both on the
# Rodinia chip maps, checks every bit against the golden engine and writes pictures of the result.
# Installs packages and builds rtlgen first. Usage: scripts/demo.sh [output folder, default build/demo]
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/demo}

scripts/install_deps.sh
echo "== building rtlgen"
cmake --preset release >/dev/null
cmake --build --preset release --target rtlgen
rtlgen=build/release/rtlgen
mkdir -p "$out"

echo "== HotSpot 2-D on the Rodinia temperature and power maps"
"$rtlgen" check configs/hotspot2d.yaml
for hdl in verilog vhdl; do
  echo "== simulating the $hdl"
  "$rtlgen" sim configs/hotspot2d.yaml --hdl "$hdl" --output "t=$out/temperature_$hdl.png" \
    --json "$out/hotspot2d_$hdl.json" | tee "$out/figures_$hdl.txt"
done
"$rtlgen" golden configs/hotspot2d.yaml --output "t=$out/temperature.npy"
echo "== writing the hardware"
"$rtlgen" generate configs/hotspot2d.yaml --hdl both -o "$out/hdl" --force | sed -n 1p
cat >"$out/index.html" <<HTML
<!doctype html><meta charset="utf-8"><title>rtlgen: HotSpot on the Rodinia maps</title>
<h1>Chip temperature after 60 time steps, computed by the simulated hardware</h1>
<img src="temperature_verilog.png" style="float:left;margin-right:2em" alt="temperature map">
<pre>$(cat "$out/figures_verilog.txt" "$out/figures_vhdl.txt")</pre>
HTML
echo "== the picture beside the figures: $out/index.html; the hardware: $out/hdl"
