#!/usr/bin/env bash
# Builds the documentation as a static web site with search: scripts/docs.sh [FOLDER]   (default: build/docs)
# Open index.html in a browser; `rtlgen docs --open` does so. Needs mkdocs and mkdocs-material (scripts/install_deps.sh docs).
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,3s/^# //p' scripts/docs.sh; exit 0 ;;
esac
command -v mkdocs >/dev/null || { echo "docs.sh: mkdocs is missing; install it with: scripts/install_deps.sh docs" >&2; exit 3; }
exec scripts/site.py "${1:-build/docs}"
