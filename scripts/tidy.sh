#!/usr/bin/env bash
# Runs clang-tidy, with the checks of .clang-tidy, over the sources of gen, runtime and sim: scripts/tidy.sh [REGEX...]
#   REGEX  only sources below gen, runtime and sim whose path matches, for example gen/spec or runtime/golden/engine.cpp
# Takes about 4 CPU-s per source. Needs version 14 (Debian 12: apt-get install clang-tidy-14): others have other checks.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,4s/^# //p' scripts/tidy.sh; exit 0 ;;
  -*) echo "tidy.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
esac
for program in run-clang-tidy-14 clang-tidy-14; do
  command -v "$program" > /dev/null || { echo "tidy.sh: no $program: apt-get install clang-tidy-14" >&2; exit 77; }
done
# Every source separately, so that a finding has its own file and line.
cmake --preset tidy > /dev/null
[ $# -gt 0 ] || set -- ""
patterns=()
for regex in "$@"; do patterns+=("^$PWD/(?=(gen|runtime|sim)/.*\.cpp\$).*$regex"); done
exec run-clang-tidy-14 -quiet -p build/tidy -j "$(nproc)" -extra-arg=-Wno-unknown-warning-option "${patterns[@]}"
