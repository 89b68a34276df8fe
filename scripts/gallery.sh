#!/usr/bin/env bash
# Makes docs/gallery.md and its pictures: every shipped stencil, simulated and checked bit for bit.
# Usage: scripts/gallery.sh [NAME...]     only these pictures; the page is always written whole
set -euo pipefail
cd "$(dirname "$0")/.."

program=${RTLGEN:-build/ci/rtlgen}
images=docs/images/gallery
page=docs/gallery.md

# The field that makes the picture, where it is not the last one assigned.
declare -A field=(
  [fdtd2d]=ez [lattice_gas]=n [lbm2d]=fe [shallow_water]=h [maxwell3d]=hx [gray_scott]=u [rtm]=image
)

[ -x "$program" ] || { echo "gallery.sh: $program is not there; run scripts/test.sh or set RTLGEN" >&2; exit 3; }
mkdir -p "$images"

# value KEY FILE: the text of a top-level key.
value() { sed -n "s/^$1: *//p" "$2" | head -1 | sed 's/^"\(.*\)"$/\1/'; }
# The target of the last line of `update`.
last_target() { sed -n '/^update:/,/^[a-z]/s/^  - \([a-z_0-9]*\):.*/\1/p' "$1" | tail -1; }

if [ $# -gt 0 ]; then names=("$@"); else names=(); for f in configs/*.yaml; do names+=("$(basename "$f" .yaml)"); done; fi
for name in "${names[@]}"; do
  config=configs/$name.yaml
  shown=${field[$name]:-$(last_target "$config")}
  echo "$name: $shown"
  "$program" sim "$config" --output "$shown=$images/$name.png" > /dev/null
done

{
  echo "# Gallery"
  echo
  echo "Every stencil of \`configs/\`, run in simulated hardware on the input that its file names; the picture is the"
  echo "field that \`rtlgen sim --output\` wrote after comparing every bit with the golden engine. Volumes show their"
  echo "middle plane, grids of one axis a single row. Made by \`scripts/gallery.sh\`; formulas and borders are in"
  echo "[stencils.md](stencils.md)."
  echo
  echo "| | stencil | source |"
  echo "|---|---|---|"
  for config in configs/*.yaml; do
    name=$(basename "$config" .yaml)
    echo "| <img src=\"images/gallery/$name.png\" width=\"160\" alt=\"$name\"> | [\`$name\`](../configs/$name.yaml): $(value description "$config") | $(value source "$config") |"
  done
} > "$page"
echo "wrote $page"
