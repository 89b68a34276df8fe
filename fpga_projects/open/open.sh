#!/bin/sh
# A bitstream by open tools, step by step: open.sh synth SOURCE..., open.sh route, open.sh pack, open.sh program. The Makefile sets the variables that are read.
#
#   TOP, FAMILY (ice40, ecp5), PART (options of nextpnr), MHZ (of the core's clock), SEED, ALLOW_TIMING, PROGRAMMER (options of openFPGALoader)
set -eu
fail() { echo "open.sh: $1" >&2; exit "${2:-1}"; }
[ -n "${TOP:-}" ] && [ -n "${FAMILY:-}" ] || fail "run make" 2
case $FAMILY in
  ice40) pins="--pcf constraints/pins.pcf" out=--asc routed=build/$TOP.asc pack=icepack bitstream=build/$TOP.bin ;;
  ecp5) pins="--lpf constraints/pins.lpf" out=--textcfg routed=build/$TOP.config pack=ecppack bitstream=build/$TOP.bit ;;
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

case ${1:-} in
  synth)
    shift
    need yosys
    mkdir -p build
    yosys -q -l build/synth.log -p "read_verilog $*; $SYNTH; write_json build/$TOP.json.new" || fail "Yosys failed: see build/synth.log"
    mv "build/$TOP.json.new" "build/$TOP.json"
    ;;
  route)
    need "nextpnr-$FAMILY"
    rm -f "$routed" build/report.txt
    # Words of these variables are separate options.
    if ! "nextpnr-$FAMILY" -q -l build/route.log $PART --json "build/$TOP.json" $pins $out "$routed.new" --freq "$MHZ" --seed "$SEED" --timing-allow-fail; then
      full=$(fullest build/route.log)
      [ -n "$full" ] || fail "nextpnr failed: see build/route.log"
      fail "nextpnr found no place and route: of ${full% *} ${full#* } % are needed. What makes the design smaller: $(advice "${full% *}"). See build/route.log"
    fi
    reached=$(sed -n 's/.*Max frequency for clock .*: *\([0-9.]*\) MHz.*/\1/p' build/route.log | tail -n 1)
    [ -n "$reached" ] || fail "build/route.log names no frequency: nothing has a clock"
    awk '$1 == "Info:" && $2 ~ /^[A-Z0-9_]+:$/ && $NF ~ /%$/ && $3 !~ /^0\// {$1 = ""; sub(/^ /, ""); print}' build/route.log | sort -u >build/report.new
    echo "$TOP: nextpnr reached $reached MHz, and the clock is $MHZ MHz (seed $SEED)" >>build/report.new
    mv build/report.new build/report.txt
    mv "$routed.new" "$routed"
    cat build/report.txt
    ;;
  pack)
    need $pack
    rm -f "$bitstream"
    reached=$(sed -n 's/.* reached \([0-9.]*\) MHz.*/\1/p' build/report.txt)
    if [ "$(awk -v a="$reached" -v b="$MHZ" 'BEGIN {print a + 0 < b + 0}')" = 1 ]; then
      [ "${ALLOW_TIMING:-}" = 1 ] || fail "timing is not met: $reached of $MHZ MHz. Write the project for a slower clock (--set hardware.clock_mhz=${reached%%.*}), try make SEED=2, or make ALLOW_TIMING=1 for a bitstream that may compute wrong bits"
      echo "open.sh: timing is not met, and ALLOW_TIMING=1: this bitstream may compute wrong bits" >&2
    fi
    $pack "$routed" "$bitstream.new"
    mv "$bitstream.new" "$bitstream"
    echo "wrote $bitstream"
    ;;
  program)
    need openFPGALoader
    openFPGALoader $PROGRAMMER "$bitstream"
    ;;
  *) fail "usage: open.sh synth SOURCE... | route | pack | program" 2 ;;
esac
