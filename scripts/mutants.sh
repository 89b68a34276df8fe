#!/usr/bin/env bash
# Tries every mutant of the projects' scripts and files (the tests try only a sample), and prints how many are found, one line per board.
# Usage: scripts/mutants.sh [--update] [PROGRAM...]
#   --update  regenerates tests/project/survivors: each line of the diff is a fault that is no longer found, or is found now
#   PROGRAM   only these test programs, such as project_checks_test
set -euo pipefail
cd "$(dirname "$0")/.."

programs=()
while [ $# -gt 0 ]; do
  case "$1" in
    --update) export RTLGEN_UPDATE_GOLDEN=1; shift ;;
    -h | --help) sed -n '2,5s/^# //p' scripts/mutants.sh; exit 0 ;;
    -*) echo "mutants.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
    *) programs+=("$1"); shift ;;
  esac
done
if [ "${#programs[@]}" -eq 0 ]; then
  programs=(project_checks_test quartus_checks_test project_vitis_test project_core_test project_core_ise_test project_ipxact_test project_fusesoc_test)
fi

cmake --preset ci > /dev/null
cmake --build --preset ci --target "${programs[@]}" > /dev/null
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
echo "| files of | mutants | survive | found |"
echo "|---|---|---|---|"
for program in "${programs[@]}"; do
  RTLGEN_ALL_MUTANTS=1 "build/ci/tests/project/$program" --gtest_filter='*MutantsAreFound*' > "$log" 2>&1 || status=$?
  sed -n 's/^mutants of \(.*\): \(.*\) of .* tried, \(.*\) survive; \(.*\) % of all are found$/| \1 | \2 | \3 | \4 % |/p' "$log"
  grep -E 'nothing finds|is found now|FAILED' "$log" || true
done
exit "$status"
