#!/usr/bin/env bash
# Runs the tests: installs packages, builds with warnings as errors, runs every tier.
# Usage: scripts/test.sh [--fast | --label REGEX] [--all]
#   --fast         builds and runs only the unit tests from a description to HDL, and those of the tree (labels fast, repo)
#   --label REGEX  only tests whose label matches
#   --all          runs everything: includes long runs, and repeats what this machine has proven before
# A proof is not repeated while nothing it depends on has changed; it is counted separately (docs/proof_methods.md, "The ledger"). The
# ledger is in $RTLGEN_LEDGER, or in rtlgen/proven of the user's cache; next to it are compiled simulations, netlists and
# results of tools, by content.
set -euo pipefail
cd "$(dirname "$0")/.."

select=()
long=(-LE '^all$')
target=all
packages=(build demo test)
kept="${XDG_CACHE_HOME:-$HOME/.cache}/rtlgen"
simulations=$kept/simulations
export RTLGEN_LEDGER="${RTLGEN_LEDGER:-$kept/proven}"
while [ $# -gt 0 ]; do
  case "$1" in
    --fast) select=(-L 'fast|repo') target=fast_tests; shift ;;
    --label)
      [ $# -ge 2 ] || { echo "test.sh: --label needs a pattern (see --help)" >&2; exit 2; }
      select=(-L "$2"); shift 2 ;;
    --all) export RTLGEN_LEDGER_RENEW=1; simulations=$PWD/build/ci/simulation-cache; long=(); packages+=(fuzz); shift ;;
    -h | --help) sed -n '2,9s/^# //p' scripts/test.sh; exit 0 ;;
    *) echo "test.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
  esac
done

scripts/install_deps.sh "${packages[@]}"
cmake --preset ci -DRTLGEN_SIMULATION_CACHE="$simulations"
# Simulations older than two weeks are compiled again.
[ ! -d "$simulations" ] || find "$simulations" -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} +
begin=$SECONDS
cmake --build --preset ci --target "$target"
built=$((SECONDS - begin))
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
# rtlgen and Yosys take a fifth less time with an allocator that is fast for small blocks.
allocator=$(ldconfig -p | sed -n 's/^\tlibjemalloc\.so\.2 .* => //p')
LD_PRELOAD=$allocator ctest --test-dir build/ci --output-on-failure -j "$(nproc)" "${select[@]}" "${long[@]}" | tee "$log" || status=$?
total=$(sed -n 's/.*tests failed out of \([0-9]*\)$/\1/p' "$log")
failed=$(sed -n 's/.* \([0-9]*\) tests failed out of [0-9]*$/\1/p' "$log")
last=build/ci/Testing/Temporary/LastTest.log
# Programs that proved nothing now exit like skipped ones; only their output distinguishes them.
unchanged=$(grep -c ': all of it is unchanged since proven$' "$last" || true)
skipped=$(($(grep -c '\*\*\*Skipped' "$log" || true) - unchanged))
if [ -z "$total" ] || [ "$total" -eq 0 ]; then
  echo "test.sh: no test ran" >&2
  exit 1
fi
# A program with many cases passes even if some of them skip themselves: list those.
awk '/^\[ RUN/ { same = 0 } /^unchanged since proven$/ { same = 1 }
     /^\[  SKIPPED \] .* \([0-9]+ ms\)$/ && !same { print "case skipped: " $4 }' "$last"
echo "built in $built s; the tests that took longest, in seconds:"
sed -nE 's/.* Test +#[0-9]+: ([^ ]+) .* ([0-9.]+) sec$/  \2 \1/p' "$log" | sort -rn | sed -n 1,10p
sed -nE 's/^ledger: ([0-9]+) proven now, ([0-9]+) unchanged since proven$/\1 \2/p' "$last" |
  awk '{ now += $1; before += $2 } END { if (NR) printf "proofs in the ledger: %d made now, %d unchanged since proven\n", now, before }'
echo "$((total - failed - skipped - unchanged)) passed, $unchanged unchanged since proven, $failed failed, $skipped skipped"
exit "$status"
