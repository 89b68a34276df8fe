#!/usr/bin/env bash
# Passes the tests: installs packages, builds with warnings as errors, runs every tier.
# Usage: scripts/test.sh [--fast | --label REGEX]
#   --fast         builds and runs only the tiers that take seconds (unit, repo)
#   --label REGEX  only tests whose label matches
set -euo pipefail
cd "$(dirname "$0")/.."

select=()
target=all
while [ $# -gt 0 ]; do
  case "$1" in
    --fast) select=(-L 'unit|repo') target=fast_tests; shift ;;
    --label)
      [ $# -ge 2 ] || { echo "test.sh: --label wants a pattern (see --help)" >&2; exit 2; }
      select=(-L "$2"); shift 2 ;;
    -h | --help) sed -n '2,5s/^# //p' "$0"; exit 0 ;;
    *) echo "test.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
  esac
done

scripts/install_deps.sh
cmake --preset ci
begin=$SECONDS
cmake --build --preset ci --target "$target"
built=$((SECONDS - begin))
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
ctest --test-dir build/ci --output-on-failure -j "$(nproc)" "${select[@]}" | tee "$log" || status=$?
total=$(sed -n 's/.*tests failed out of \([0-9]*\)$/\1/p' "$log")
failed=$(sed -n 's/.* \([0-9]*\) tests failed out of [0-9]*$/\1/p' "$log")
skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
if [ -z "$total" ] || [ "$total" -eq 0 ]; then
  echo "test.sh: no test ran" >&2
  exit 1
fi
# A program of many cases passes although some of them skip themselves: say which.
sed -n 's/^\[  SKIPPED \] \(.*\) ([0-9]* ms)$/case skipped: \1/p' build/ci/Testing/Temporary/LastTest.log
echo "built in $built s; the tests that took longest, in seconds:"
sed -nE 's/.* Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec$/  \2 \1/p' "$log" | sort -rn | sed -n 1,10p
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
exit "$status"
