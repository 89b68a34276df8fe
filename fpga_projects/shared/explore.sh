#!/bin/sh
# Places and routes a design in several ways, several at a time, and keeps the best: explore.sh TOP SUFFIX COMMAND...
#
# A `%` in COMMAND stands for the number of the attempt. Attempt K works in build/attempt_K. It leaves timing.txt there, and TOP.SUFFIX if all
# checks pass; with ALLOW_TIMING=1, TOP_untimed.SUFFIX if only timing is not met. timing.txt has lines "slack NS", "kernel WANTED_MHZ MET_MHZ" and
# those of other clocks. The bitstream of the best attempt is copied to build, and build/bitstream.txt names it.
#
#   ATTEMPT       the first attempt (default: 1)
#   EXPLORE       the number of attempts (default: 1)
#   JOBS          attempts at a time (default: as many as processors and memory allow)
#   MEMORY_MB     memory for all of them (default: what is available)
#   ALLOW_TIMING  1: accept attempts that miss timing
#   MOST          the number of attempts that the tool has (default: any)
#   PEAK          no: the tool is a small one, which needs little memory and one processor
set -eu
fail() { echo "explore.sh: $1" >&2; exit "${2:-1}"; }
[ $# -ge 3 ] || fail "usage: explore.sh TOP SUFFIX COMMAND..." 2
top=$1 suffix=$2
shift 2
for name in ATTEMPT EXPLORE JOBS MEMORY_MB MOST; do
  given=$(eval "echo \"\${$name:-1}\"")
  case $given in *[!0-9]* | 0*) fail "$name is '$given', which is not a whole number from 1 on" 2 ;; esac
done
first=${ATTEMPT:-1} count=${EXPLORE:-1}
last=$((first + count - 1))
[ "$last" -le "${MOST:-$last}" ] || fail "attempt $last does not exist: there are 1 to $MOST" 2
kept() { echo "build/attempt_$1/$top.$suffix"; }
untimed() { echo "build/attempt_$1/${top}_untimed.$suffix"; }

# COMMAND of attempt $1. THREADS in its environment is its share of the processors.
attempt() {
  number=$1
  shift
  words=$#
  while [ "$words" -gt 0 ]; do
    word=$1
    shift
    case $word in *%*) word=${word%%%*}$number${word#*%} ;; esac
    set -- "$@" "$word"
    words=$((words - 1))
  done
  exec "$@"
}

# The largest peak of memory, in MB, that the logs of the tools name: "peak = 5432.1" of Vivado, "Peak virtual memory: 5432 megabytes" of Quartus.
peak() {
  cat build/*.log build/attempt_*/log 2>/dev/null |
    awk '{at = 0} match($0, /Peak virtual memory: [0-9]+/) {at = 21} match($0, /peak = [0-9]+/) {at = 7}
         at {mb = substr($0, RSTART + at, RLENGTH - at) + 0; if (mb > most) most = mb} END {print most + 0}'
}

# How many attempts run at a time: two processors each, and twice the memory that a tool has needed so far, as place and route needs more than
# synthesis. 0: not known yet. A small tool has one processor.
slots() {
  if [ -n "${JOBS:-}" ]; then echo "$JOBS"; return; fi
  if [ "${PEAK:-}" = no ]; then echo "$processors"; return; fi
  by_processors=$((processors / 2))
  [ "$by_processors" -ge 1 ] || by_processors=1
  needed=$(($(peak) * 2))
  [ "$needed" -gt 0 ] || { echo 0; return; }
  by_memory=$((memory / needed))
  [ "$by_memory" -ge 1 ] || by_memory=1
  if [ "$by_memory" -lt "$by_processors" ]; then echo "$by_memory"; else echo "$by_processors"; fi
}

# Nothing of an earlier build remains that may pass for the result of this one.
rm -rf build/attempt_* "build/$top.$suffix" "build/${top}_untimed.$suffix" build/bitstream.txt build/timing.txt build/best
k=$first
while [ "$k" -le "$last" ]; do
  mkdir -p "build/attempt_$k"
  k=$((k + 1))
done
export ALLOW_TIMING="${ALLOW_TIMING:-}"
running=
trap 'trap - INT TERM HUP; [ -z "$running" ] || kill $running 2>/dev/null; exit 130' INT TERM HUP

if [ "$count" -eq 1 ]; then
  status=0
  (attempt "$first" "$@") || status=$?
  # A fault that is not of timing: the tool has said what it is.
  [ "$status" -eq 0 ] || [ -s "build/attempt_$first/timing.txt" ] || exit "$status"
else
  processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  memory=${MEMORY_MB:-$(awk '$1 == "MemAvailable:" {print int($2 / 1024)}' /proc/meminfo 2>/dev/null || true)}
  memory=${memory:-0}
  said=
  k=$first
  while [ "$k" -le "$last" ] || [ -n "$running" ]; do
    alive='' jobs=0
    for pid in $running; do
      if kill -0 "$pid" 2>/dev/null; then alive="$alive $pid" jobs=$((jobs + 1)); fi
    done
    running=$alive
    most=$(slots)
    # Nothing is known of memory until the first attempt has reported it.
    [ "$most" -gt 0 ] || most=1
    if [ "$k" -le "$last" ] && [ "$jobs" -lt "$most" ]; then
      if [ "$said" != "$most" ]; then echo "explore.sh: $count attempts, $most at a time" && said=$most; fi
      # The tools do not use more than eight.
      THREADS=$((processors / most))
      if [ "$THREADS" -gt 8 ]; then THREADS=8; elif [ "$THREADS" -lt 1 ]; then THREADS=1; fi
      export THREADS
      (attempt "$k" "$@") >"build/attempt_$k/log" 2>&1 &
      running="$running $!"
      k=$((k + 1))
      continue
    fi
    [ -z "$running" ] || sleep 1
  done
fi

# Prints field $3 of the line that begins with $2 in attempt $1's timing.txt.
value() { awk -v name="$2" -v place="$3" '$1 == name {print $place; exit}' "build/attempt_$1/timing.txt" 2>/dev/null || true; }
# One that meets timing is better than one that does not. Of the former the faster kernel clock counts, of the latter the smaller violation.
best='' best_rank=''
k=$first
while [ "$k" -le "$last" ]; do
  slack=$(value "$k" slack 2) wanted=$(value "$k" kernel 2) met=$(value "$k" kernel 3) word=failed rank=''
  if [ -f "$(kept "$k")" ]; then
    rank="1 ${met:-0}" word="timing is met"
  elif [ -n "$slack" ] && [ "$(awk -v s="$slack" 'BEGIN {print (s < 0)}')" = 1 ]; then
    word="timing is not met"
    if [ "$ALLOW_TIMING" != 1 ] || [ -f "$(untimed "$k")" ]; then rank="0 $slack"; fi
  fi
  [ "$count" -eq 1 ] || echo "attempt $k: $word${slack:+, slack $slack ns}${met:+, kernel meets $met MHz of $wanted}; see build/attempt_$k/log"
  if [ -n "$rank" ] && { [ -z "$best" ] || [ "$(echo "$rank $best_rank" | awk '{print ($1 > $3 || ($1 == $3 && $2 + 0 > $4 + 0))}')" = 1 ]; }; then
    best=$k best_rank=$rank
  fi
  k=$((k + 1))
done
[ -n "$best" ] || fail "no attempt has come to timing: the faults are in build/attempt_$first/log"
met=$(value "$best" kernel 3) wanted=$(value "$best" kernel 2)
cp "build/attempt_$best/timing.txt" build/timing.txt
ln -s "attempt_$best" build/best
if [ -f "$(kept "$best")" ]; then
  bitstream=build/$top.$suffix
  cp "$(kept "$best")" "$bitstream"
elif [ -f "$(untimed "$best")" ]; then
  bitstream=build/${top}_untimed.$suffix
  cp "$(untimed "$best")" "$bitstream"
  echo "explore.sh: timing is not met, and ALLOW_TIMING=1: $bitstream may compute wrong bits" >&2
else
  case $(awk -v met="${met:-0}" -v wanted="${wanted:-0}" 'BEGIN {print (met + 0 < wanted + 0)}') in
    1) change="Write the project for a slower clock (--set hardware.clock_mhz=${met%%.*}), try" ;;
    *) change="The kernel clock is not the reason, so a slower one does not help. Try" ;;
  esac
  more=$((count * 4))
  if [ -n "${MOST:-}" ] && [ "$more" -gt "$MOST" ]; then more=$MOST; fi
  if [ "$last" -lt "$more" ]; then more="make EXPLORE=$more"; else more="another design"; fi
  fail "timing is not met: slack $(value "$best" slack 2) ns, kernel meets ${met:-?} MHz of ${wanted:-?}. $change $more, or make ALLOW_TIMING=1 for a bitstream that may compute wrong bits"
fi
[ "$count" -eq 1 ] || echo "explore.sh: attempt $best is the best"
echo "the kernel clock meets ${met:-?} MHz of ${wanted:-?} (build/timing.txt)"
echo "$bitstream" >build/bitstream.txt
echo "wrote $bitstream"
