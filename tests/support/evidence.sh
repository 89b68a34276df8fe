#!/usr/bin/env bash
# Runs a test program and fails if it, or a tool that it starts, opens a file of the source tree that its evidence does not name:
# evidence.sh PROGRAM SOURCE BUILD PATH...   (paths below SOURCE; a file below BUILD is made by the program itself)
# Exit status 77 without strace.
set -euo pipefail
command -v strace > /dev/null || { echo "no strace: what is opened is not seen"; exit 77; }
program=$1 source=$2 build=$3
shift 3
trace=$(mktemp)
trap 'rm -f "$trace" "$trace".*' EXIT
env -u RTLGEN_LEDGER strace -f --seccomp-bpf -qq -e trace=open,openat -o "$trace" "$program" > "$trace.said" || { cat "$trace.said"; exit 1; }
# Relative paths are those of the program's own folders; failed calls read nothing.
opened=$(grep -a -v ' = -1 ' "$trace" | grep -a -v O_DIRECTORY | grep -a -oE '"/[^"]*"' | tr -d '"' | xargs -r realpath -m | sort -u |
  grep -a "^$source/" | grep -a -v "^$build/" || true)
unnamed=$(while read -r file; do
  [ -n "$file" ] || continue
  named=0
  for path in "$@"; do
    case "$file" in "$source/$path" | "$source/$path/"*) named=1 ;; esac
  done
  [ "$named" -eq 1 ] || echo "$file"
done <<< "$opened")
[ -z "$unnamed" ] || { echo "opened, and not named as evidence:"; echo "$unnamed"; exit 1; }
echo "$(wc -l <<< "$opened") files of the source tree were opened"
