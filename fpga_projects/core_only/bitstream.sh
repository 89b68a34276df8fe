#!/bin/sh
# What is missing for a bitstream: bitstream.sh PINS.YOURS. It never succeeds, as there is no card around the accelerator.
set -eu
if [ $# -ne 1 ] || [ ! -f "$1" ]; then
  echo "usage: bitstream.sh pins.yours" >&2
  exit 2
fi
open=$(grep -v '^#' "$1" | grep '= *?$' || true)
if [ -n "$open" ]; then
  echo "$open"
  echo "no bitstream: $(echo "$open" | wc -l) lines of $1 lack a pin (listed above): rtlgen does not know the pins of this board" >&2
else
  echo "no bitstream yet: $1 is complete, but this project has no card around the accelerator" >&2
fi
echo "write what you know to boards/<id>/wiring.yaml of rtlgen (docs/projects.md, Wiring a board): rtlgen project then makes the whole card" >&2
exit 1
