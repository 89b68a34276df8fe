#!/usr/bin/env bash
# Runs random programs in both languages: scripts/campaign.sh [seeds A..B, default 1..1000] [options of campaign]
# Programs that fail, and what they shrink to, are kept in build/campaign (option --keep FOLDER).
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,3s/^# //p' scripts/campaign.sh; exit 0 ;;
esac
seeds=${1:-1..1000}
[ $# -eq 0 ] || shift
cmake --preset ci >/dev/null
cmake --build --preset ci --target campaign
build/ci/tests/campaign/campaign --seeds "$seeds" --jobs "$(nproc)" --keep build/campaign "$@"
