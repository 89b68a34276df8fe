#!/usr/bin/env bash
# Fuzzes the readers of outside data, under ASan and UBSan: scripts/fuzz.sh [TARGET|all] [SECONDS|RUNSx, default 60] [libFuzzer options]
# Targets are the files of tests/fuzz; 600 is ten minutes, 1000000x a million inputs. Interesting new inputs go to build/fuzz/corpus, findings to build/fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,3s/^# //p' scripts/fuzz.sh; exit 0 ;;
esac
wanted=${1:-all}
amount=${2:-60}
[ $# -lt 1 ] || shift
[ $# -lt 1 ] || shift
command -v clang++ >/dev/null || { echo "fuzz.sh: clang is missing: apt-get install clang" >&2; exit 3; }
cmake --preset fuzz >/dev/null
if [ "$wanted" = all ]; then
  cmake --build --preset fuzz
  targets=$(cd build/fuzz/tests/fuzz && printf '%s\n' *.words | sed 's/\.words$//' | grep -vx control)
else
  cmake --build --preset fuzz --target "fuzz_$wanted" fuzz_control
  targets=$wanted
fi
case "$amount" in
  *x) limit=-runs=${amount%x} ;;
  *) limit=-max_total_time=$amount ;;
esac
status=0
mkdir -p build/fuzz/findings
# A build that does not find the deliberate fault of the control would find nothing elsewhere either.
build/fuzz/tests/fuzz/fuzz_control tests/fuzz/corpus/control -max_total_time=60 -max_len=64 -artifact_prefix=build/fuzz/control- >build/fuzz/control.log 2>&1 || true
grep -q 'finding: the fault that is there on purpose' build/fuzz/control.log || { echo "fuzz.sh: the deliberate fault of the control was not found: see build/fuzz/control.log" >&2; exit 1; }
for target in $targets; do
  mkdir -p "build/fuzz/corpus/$target"
  words=$(cat "build/fuzz/tests/fuzz/$target.words")
  log=build/fuzz/$target.log
  build/fuzz/tests/fuzz/fuzz_"$target" "build/fuzz/corpus/$target" "tests/fuzz/corpus/$target" $limit -max_len=4096 -timeout=20 -rss_limit_mb=2048 \
    ${words:+-dict=tests/fuzz/words/$words.dict} -artifact_prefix="build/fuzz/findings/$target-" -print_funcs=0 -print_final_stats=1 -verbosity=1 "$@" >"$log" 2>&1 || status=1
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs$(grep -q 'SUMMARY' "$log" && echo ", A FINDING: see $log" || true)"
done
exit $status
