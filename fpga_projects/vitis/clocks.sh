#!/bin/sh
# Compares the clocks of a linked kernel with the requested ones: clocks.sh INFO MHZ_OF_AP_CLK MHZ_OF_AP_CLK_2
#
# INFO is what xclbinutil --info says: of each clock "Index:" and then "Frequency:". v++ lowers a clock whose timing it does not meet.
set -eu
[ $# -eq 3 ] || { echo "usage: clocks.sh INFO MHZ MHZ" >&2; exit 2; }
reached=$(awk '/^ *Index:/ {index_ = $2} /^ *Frequency:/ && index_ != "" {print index_, $2; index_ = ""}' "$1")
for clock in "0 ap_clk $2" "1 ap_clk_2 $3"; do
  # shellcheck disable=SC2086
  set -- $clock
  mhz=$(echo "$reached" | awk -v wanted="$1" '$1 == wanted {print $2; exit}')
  [ -n "$mhz" ] || { echo "clocks.sh: nothing says what clock $1 ($2) runs at" >&2; exit 1; }
  echo "$2: $mhz MHz of $3 MHz"
  awk -v mhz="$mhz" -v wanted="$3" 'BEGIN {exit !(mhz + 0.5 < wanted)}' || continue
  echo "clocks.sh: timing is not met: $2 runs at $mhz MHz, not at $3; see build/reports" >&2
  exit 1
done
