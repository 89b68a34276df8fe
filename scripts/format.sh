#!/usr/bin/env bash
# Formats every C++ file according to .clang-format: scripts/format.sh [--check]
# With --check, nothing is written: files that would change are listed, and the status is 1. Needs clang-format 14 (Debian 12),
# because other versions format differently; without it, the status is 77.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,4s/^# //p' scripts/format.sh; exit 0 ;;
  --check) mode=(--dry-run --Werror) ;;
  "") mode=(-i) ;;
  *) echo "format.sh: unknown option $1 (see --help)" >&2; exit 2 ;;
esac
program=""
for name in clang-format-14 clang-format; do
  if "$name" --version 2>/dev/null | grep -q 'version 14\.'; then program=$name; break; fi
done
[ -n "$program" ] || { echo "format.sh: no clang-format 14: apt-get install clang-format-14" >&2; exit 77; }
find bench examples gen rtl runtime sim tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.c' -o -name '*.h' \) -print0 |
  xargs -0 -P "$(nproc)" -n 40 "$program" --style=file "${mode[@]}" || exit 1
