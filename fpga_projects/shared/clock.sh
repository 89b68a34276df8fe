#!/bin/sh
# Prints the largest clocks that the routed design allows: clock.sh TIMING
#
# TIMING is build/timing.txt of a build: "slack NS", then per clock its name, the MHz of the project, and the MHz that its slowest path allows. Without
# "slack", these are MHz at which it runs: v++ lowers clocks, and does not say what more a design allows.
set -eu
[ $# -eq 1 ] || { echo "usage: clock.sh TIMING" >&2; exit 2; }
[ -f "$1" ] || { echo "clock.sh: $1 is missing: run make first" >&2; exit 1; }
awk '
  $1 == "slack" {slack = $2; next}
  NF == 3 {names[++count] = $1; wanted[$1] = $2; met[$1] = $3}
  END {
    if (!("kernel" in met)) {print "clock.sh: no line for the kernel clock" > "/dev/stderr"; exit 1}
    for (i = 1; i <= count; i++) {
      name = names[i]
      printf "%s clock: %s %s; the project has %s MHz\n", name, slack == "" ? "runs at" : "at most", met[name] == "?" ? "?, as no report names it" : met[name] " MHz", wanted[name]
    }
    if (slack != "") printf "worst slack: %s ns\n", slack
    if (met["kernel"] != "?" && int(met["kernel"]) != int(wanted["kernel"])) printf "for a build at that clock: --set hardware.clock_mhz=%d\n", int(met["kernel"])
  }' "$1"
