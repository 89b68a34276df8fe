#!/usr/bin/env bash
# Writes the ready projects of fpga_projects and the digests of the others, or one complete project into a folder.
# Usage: scripts/projects.sh [BOARD DIR]
#   BOARD  any board in fpga_projects/digests, such as vcu118
#   DIR    gets that project; its files are compared with their digests
set -euo pipefail
here=$PWD
cd "$(dirname "$0")/.."

case "${1:-}" in
  -h | --help) sed -n '2,5s/^# //p' scripts/projects.sh; exit 0 ;;
esac
cmake --preset ci > /dev/null
if [ $# -eq 0 ]; then
  cmake --build --preset ci --target project_ready_test
  exec env RTLGEN_UPDATE_GOLDEN=1 build/ci/tests/project/project_ready_test
fi
[ $# -eq 2 ] || { echo "projects.sh: name a board and a folder (see --help)" >&2; exit 2; }
board=$1
case "$2" in
  /*) folder=$2 ;;
  *) folder=$here/$2 ;;
esac
grep -q " blur_$board/" fpga_projects/digests || { echo "projects.sh: there is no ready project for $board" >&2; exit 2; }
cmake --build --preset ci --target rtlgen
build/ci/rtlgen project configs/blur.yaml --board "$board" -o "$folder"
sed -n "s, blur_$board/, ,p" fpga_projects/digests | (cd "$folder" && sha256sum --check --quiet)
