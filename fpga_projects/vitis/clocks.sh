#!/bin/sh
# Compares the clocks of a linked kernel with the requested ones: clocks.sh INFO MHZ_OF_AP_CLK MHZ_OF_AP_CLK_2
#
# INFO is what xclbinutil --info says: of each clock "Index:" and then "Frequency:". v++ lowers a clock whose timing it does not meet; the kernel is
# then right, and slower. ALLOW_TIMING=1 takes such a kernel. Writes build/timing.txt: a line per clock, with its name and both MHz.
set -eu
[ $# -eq 3 ] || { echo "usage: clocks.sh INFO MHZ MHZ" >&2; exit 2; }
slower=
reached=$(awk '/^ *Index:/ {index_ = $2} /^ *Frequency:/ && index_ != "" {print index_, $2; index_ = ""}' "$1")
mkdir -p build
: >build/timing.txt
for clock in "0 ap_clk $2 bus" "1 ap_clk_2 $3 kernel"; do
  # shellcheck disable=SC2086
  set -- $clock
  mhz=$(echo "$reached" | awk -v wanted="$1" '$1 == wanted {print $2; exit}')
  [ -n "$mhz" ] || { echo "clocks.sh: nothing says what clock $1 ($2) runs at" >&2; exit 1; }
  echo "$2: $mhz MHz of $3 MHz"
  echo "$4 $3 $mhz" >>build/timing.txt
  awk -v mhz="$mhz" -v wanted="$3" 'BEGIN {exit !(mhz + 0.5 < wanted)}' || continue
  slower="${slower:+$slower, }$2 runs at $mhz MHz, not at $3"
done
[ -n "$slower" ] || exit 0
if [ "${ALLOW_TIMING:-}" = 1 ]; then
  echo "clocks.sh: $slower; ALLOW_TIMING=1 takes the slower kernel" >&2
  exit 0
fi
echo "clocks.sh: timing is not met: $slower; see build/reports. Try make EXPLORE=4; or make ALLOW_TIMING=1 for this slower kernel, which computes the same bits" >&2
exit 1
