#!/bin/sh
# A bitstream by open tools, step by step. The Makefile sets the variables that are read.
#
#   open.sh synth SOURCE...         netlist
#   open.sh attempt SEED            place and route with a seed, in build/attempt_SEED (flow/explore.sh); the bitstream, if timing is met.
#                                   Its two steps are open.sh route SEED and open.sh pack SEED
#   open.sh program BITSTREAM       loads it
#   open.sh flash BITSTREAM         writes it into the board's flash
#
#   TOP, FAMILY (ice40, ecp5), PART (options of nextpnr), MHZ (of the core's clock), ALLOW_TIMING, PROGRAMMER (options of openFPGALoader),
#   SERIAL (of the board's USB bridge; empty: the first one)
set -eu
fail() { echo "open.sh: $1" >&2; exit "${2:-1}"; }
[ -n "${TOP:-}" ] && [ -n "${FAMILY:-}" ] || fail "run make" 2
case $FAMILY in
  ice40) pins="--pcf constraints/pins.pcf" out=--asc pack=icepack suffix=bin ;;
  ecp5) pins="--lpf constraints/pins.lpf" out=--textcfg pack=ecppack suffix=bit ;;
  *) fail "the family is $FAMILY, which is neither ice40 nor ecp5" 2 ;;
esac

need() {
  command -v "$1" >/dev/null && return
  case $1 in
    nextpnr-ecp5 | ecppack) from="OSS CAD Suite has it: https://github.com/YosysHQ/oss-cad-suite-build" ;;
    icepack) from="Debian's package fpga-icestorm has it, and OSS CAD Suite" ;;
    openFPGALoader) from="Debian's package openfpgaloader has it, and OSS CAD Suite" ;;
    *) from="Debian's package $1 has it, and OSS CAD Suite: https://github.com/YosysHQ/oss-cad-suite-build" ;;
  esac
  fail "$1 is not in PATH: $from" 3
}

# The resource of which a design uses the most, and the change that makes it smaller.
fullest() {
  awk '$1 == "Info:" && $2 ~ /:$/ && $NF ~ /%$/ {part = $NF; sub(/%/, "", part)
         if (part + 0 >= most + 0) {most = part; name = $2; sub(/:/, "", name)}}
       END {if (name != "") print name, most}' "$1"
}
advice() {
  case $1 in
    *LC* | *COMB* | *SLICE* | *FF*) echo "fewer hardware.steps or hardware.cells_per_cycle, or a narrower type" ;;
    *RAMW*) echo "fewer hardware.steps or hardware.cells_per_cycle, or hardware.ram: block" ;;
    *RAM* | *DP16KD*)
      more=
      [ "$FAMILY" = ice40 ] || more=", or hardware.ram: distributed" # iCE40 has no memories of LUTs
      echo "a grid with shorter rows, fewer hardware.steps or hardware.cells_per_cycle$more"
      ;;
    *DSP* | *MULT*) echo "fewer hardware.steps or hardware.cells_per_cycle" ;;
    *) echo "fewer hardware.steps or hardware.cells_per_cycle" ;;
  esac
}

# With seed $1.
route() {
  need "nextpnr-$FAMILY"
  here=build/attempt_$1
  mkdir -p "$here"
  # Words of these variables are separate options.
  # shellcheck disable=SC2086
  if ! "nextpnr-$FAMILY" -q -l "$here/route.log" $PART --json "build/$TOP.json" $pins $out "$here/routed" --freq "$MHZ" --seed "$1" --timing-allow-fail; then
    full=$(fullest "$here/route.log")
    [ -n "$full" ] || fail "nextpnr failed: see $here/route.log"
    fail "nextpnr found no place and route: of ${full% *} ${full#* } % are needed. What makes the design smaller: $(advice "${full% *}"). See $here/route.log"
  fi
  reached=$(sed -n 's/.*Max frequency for clock .*: *\([0-9.]*\) MHz.*/\1/p' "$here/route.log" | tail -n 1)
  [ -n "$reached" ] || fail "$here/route.log names no frequency: nothing has a clock"
  awk '$1 == "Info:" && $2 ~ /^[A-Z0-9_]+:$/ && $NF ~ /%$/ && $3 !~ /^0\// {$1 = ""; sub(/^ /, ""); print}' "$here/route.log" | sort -u >"$here/report.txt"
  echo "$TOP: nextpnr reached $reached MHz, and the clock is $MHZ MHz (seed $1)" >>"$here/report.txt"
  cat "$here/report.txt"
  # A violation is one, however small.
  awk -v reached="$reached" -v wanted="$MHZ" 'BEGIN {
    slack = sprintf("%.3f", 1000 / wanted - 1000 / reached)
    if (reached + 0 < wanted + 0 && slack + 0 >= 0) slack = "-0.001"
    printf "slack %s\nkernel %s %s\n", slack, wanted, reached
  }' >"$here/timing.txt"
}

pack() {
  need $pack
  here=build/attempt_$1
  name=$TOP
  if [ "$(awk '$1 == "slack" {print ($2 < 0)}' "$here/timing.txt")" = 1 ]; then
    [ "${ALLOW_TIMING:-}" = 1 ] || exit 1
    name=${TOP}_untimed
  fi
  $pack "$here/routed" "$here/$name.$suffix.new"
  mv "$here/$name.$suffix.new" "$here/$name.$suffix"
}

case ${1:-} in
  synth)
    shift
    need yosys
    mkdir -p build
    yosys -q -l build/synth.log -p "read_verilog $*; $SYNTH; write_json build/$TOP.json.new" || fail "Yosys failed: see build/synth.log"
    mv "build/$TOP.json.new" "build/$TOP.json"
    ;;
  route) route "${2:-1}" ;;
  pack) pack "${2:-1}" ;;
  attempt)
    route "${2:-1}"
    pack "${2:-1}"
    ;;
  program | flash)
    need openFPGALoader
    options=${PROGRAMMER:-}
    [ "$1" = program ] || options="$options --write-flash"
    [ -z "${SERIAL:-}" ] || options="$options --ftdi-serial $SERIAL"
    # shellcheck disable=SC2086
    openFPGALoader $options "$2"
    ;;
  *) fail "usage: open.sh synth SOURCE... | attempt SEED | route SEED | pack SEED | program BITSTREAM | flash BITSTREAM" 2 ;;
esac
