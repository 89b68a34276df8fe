#!/usr/bin/env bash
# Runs simulations and synthesis with the HDL tools and C++ compilers of this machine, and prints a table of what agrees.
# Usage: scripts/try_tools.sh [--all] [--only WORD] [rtlgen, default build/release/rtlgen]
#   --all    count a missing tool as a failure
#   --only   run only cases whose name contains WORD
# RTLGEN_COMPILERS lists the compilers (default: "clang++ g++"). Exits with status 1 if a case fails.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
all=0 only="" rtlgen=build/release/rtlgen
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help) sed -n '2,6s/^# \{0,1\}//p' scripts/try_tools.sh; exit 0 ;;
    --all) all=1 ;;
    --only) only=${2:?--only needs a word}; shift ;;
    -*) echo "try_tools.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
    *) rtlgen=$1 ;;
  esac
  shift
done
[ -x "$rtlgen" ] || { echo "try_tools.sh: $rtlgen does not exist; build it or name another program" >&2; exit 2; }
rtlgen=$(realpath "$rtlgen")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export RTLGEN_CACHE=$work/cache CCACHE_DISABLE=1 LC_ALL=C
read -ra compilers <<<"${RTLGEN_COMPILERS:-clang++ g++}"
failed=0 ran=0

version() { # the first line with a digit that a tool prints about itself
  command -v "$1" >/dev/null || { echo missing; return; }
  "$@" 2>/dev/null | sed -n '/[0-9]/{p;q}'
}

# A case passes if its command exits with status 0 and prints WANTED. Times are CPU times, since others may use the processor
# too; the limit of an hour guards against hanging.
try() { # NAME TOOLS WANTED COMMAND...
  local name=$1 tools=$2 wanted=$3 row seconds status log=$work/log
  shift 3
  [[ $name == *"$only"* ]] || return 0
  row="| $name |"
  local columns=("${compilers[@]}")
  [[ " $tools " == *" verilator "* && " $tools " != *" g++ "* ]] || columns=("")
  for compiler in "${columns[@]}"; do
    local missing=""
    for tool in $tools $compiler; do command -v "$tool" >/dev/null || missing=$tool; done
    if [ -n "$missing" ]; then
      row+=" no $missing |"
      failed=$((failed + all))
      continue
    fi
    seconds=$({ TIMEFORMAT=%U; time RTLGEN_CXX=$compiler timeout 3600 "$@" >"$log" 2>&1; echo $? >"$work/status"; } 2>&1)
    status=$(<"$work/status")
    ran=$((ran + 1))
    if [ "$status" = 0 ] && grep -qE "$wanted" "$log"; then
      row+=" passes, $seconds s |"
    else
      failed=$((failed + 1))
      row+=" **fails**, status $status |"
      { echo "== $name, ${compiler:-no compiler}: status $status"; tail -n 12 "$log"; } >&2
    fi
  done
  if [ ${#columns[@]} -lt ${#compilers[@]} ]; then
    for ((i = ${#columns[@]}; i < ${#compilers[@]}; ++i)); do row+=" |"; done
  fi
  echo "$row"
}

# Writes the test benches of a configuration in both languages.
bench() { # COMMAND: run in DIR/tb
  rm -rf "$work/bench"
  "$rtlgen" generate configs/life.yaml -o "$work/bench" --tb --iterations 16 && cd "$work/bench/tb" && eval "$1"
}

system=$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)
echo "$system: $(version verilator --version); $(version ghdl --version); $(version iverilog -V); $(version yosys -V);" \
  "$(version make --version)"
for compiler in "${compilers[@]}"; do echo "$compiler: $(version "$compiler" --version)"; done
echo
head="| case |" rule="|---|"
for compiler in "${compilers[@]}"; do head+=" $compiler |" rule+="---|"; done
printf '%s\n%s\n' "$head" "$rule"

agrees='bit for bit: every cell equals'
sim() { # NAME TOOLS ARGUMENTS...
  local name=$1 tools=$2
  shift 2
  try "$name" "$tools" "$agrees" "$rtlgen" sim "$@" --no-cache
}
sim "Verilog, short run: life" "verilator make" configs/life.yaml
sim "Verilog, long run: diffusion2d" "verilator make" configs/diffusion2d.yaml
sim "Verilog, C++ in several files: d2q9, 1 step" "verilator make" configs/d2q9.yaml --iterations 1
sim "native operators: d2q9, 1 step" "verilator make" configs/d2q9.yaml --iterations 1 --operators native
sim "VHDL: life" "verilator make ghdl" configs/life.yaml --hdl vhdl
sim "VHDL, long run: diffusion2d" "verilator make ghdl" configs/diffusion2d.yaml --hdl vhdl --iterations 64
sim "waveform of Verilog: life" "verilator make" configs/life.yaml --trace "$work/wave.fst"
sim "waveform of VHDL: life" "verilator make ghdl" configs/life.yaml --hdl vhdl --trace "$work/wave.vcd"
sim "stalls: life" "verilator make" configs/life.yaml --stalls random
sim "DRAM model, SystemC: heat" "verilator make" examples/host/heat.yaml --memory ddr
sim "Icarus: life" "iverilog vvp" configs/life.yaml --simulator icarus
sim "GHDL: life" "ghdl" configs/life.yaml --hdl vhdl --simulator ghdl
export -f bench
export rtlgen work
icarus='iverilog -g2012 -s life_tb -o life_tb.vvp ../verilog/*.v life_tb.sv && vvp -N life_tb.vvp'
ghdl='ghdl -i --std=08 ../vhdl/*.vhd life_tb.vhd && ghdl -m --std=08 life_tb && ghdl -r --std=08 life_tb'
verilator='verilator --binary --timing --timescale 1ns/1ps -fno-const-bit-op-tree --top-module life_tb'
verilator+=' -MAKEFLAGS CXX=g++\ LINK=g++ ../verilog/*.v life_tb.sv && obj_dir/Vlife_tb'
try "test bench in Icarus" "iverilog vvp" PASS bash -c 'bench "$1"' bench "$icarus"
try "test bench in GHDL" "ghdl" PASS bash -c 'bench "$1"' bench "$ghdl"
# clang++ 14 does not compile the coroutines of g++'s library.
try "test bench in Verilator, g++" "verilator make g++" PASS bash -c 'bench "$1"' bench "$verilator"
# Passes if something was counted and the model is off by less than 10 %.
for device in xc7 ice40hx ecp5 cyclone10gx; do
  try "Yosys: life for $device" yosys 'flip-flops +predicted +[0-9]+, counted +[1-9][0-9]+: (equal|[+-]?[0-9]\.)' \
    "$rtlgen" synth configs/life.yaml --device "$device" --no-cache
done
echo
echo "$ran runs, $failed failures"
[ "$ran" -gt 0 ] && [ "$failed" = 0 ]
