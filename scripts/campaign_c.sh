#!/usr/bin/env bash
# Runs random C programs through the importer and gcc: scripts/campaign_c.sh [seeds A..B, default 1..10000] [options of campaign_c]
# Programs that fail, and what they reduce to, are kept in build/campaign_c (option --keep FOLDER).
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,3s/^# //p' scripts/campaign_c.sh; exit 0 ;;
esac
seeds=${1:-1..10000}
[ $# -eq 0 ] || shift
command -v gcc >/dev/null || { echo "campaign_c.sh: gcc is missing: apt-get install gcc" >&2; exit 3; }
cmake --preset ci >/dev/null
cmake --build --preset ci --target campaign_c
build/ci/tests/campaign_c/campaign_c --seeds "$seeds" --jobs "$(nproc)" --keep build/campaign_c "$@"
