#!/usr/bin/env bash
# Makes a program or a module independent of the machine's libraries, except those of glibc.
# Usage: scripts/bundle.sh FILE FOLDER [PATTERN]
#   Copies the shared libraries that FILE needs into FOLDER, and makes FILE and them look there first. Libraries whose names
#   match PATTERN (a regular expression) are not copied, and neither is glibc.
# Prints the oldest version of glibc that works for all of it. Needs patchelf and binutils.
set -euo pipefail
case "${1:-}" in -h | --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
[ $# -ge 2 ] || { echo "bundle: name a file and a folder (see --help)" >&2; exit 2; }
file=$1
folder=$2
stay='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec))\.so'
[ $# -lt 3 ] || stay="$stay|$3"
for tool in patchelf objdump ldd; do
  command -v "$tool" >/dev/null || { echo "bundle: $tool is missing: apt-get install patchelf binutils" >&2; exit 3; }
done

missing=$(ldd "$file" | sed -n 's/^\t\(.*\) => not found/\1/p')
[ -z "$missing" ] || { echo "bundle: $file needs libraries that are not installed: $missing" >&2; exit 3; }
mkdir -p "$folder"
ldd "$file" | sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | while read -r name path; do
  [[ "$name" =~ $stay ]] || cp -L "$path" "$folder/$name"
done
chmod 755 "$folder"/*.so*
# DT_RPATH, not DT_RUNPATH: it also applies to what the libraries themselves need, and precedes LD_LIBRARY_PATH.
patchelf --force-rpath --set-rpath "\$ORIGIN/$(realpath -m --relative-to="$(dirname "$file")" "$folder")" "$file"
for library in "$folder"/*.so*; do
  strip --strip-unneeded "$library"
  patchelf --force-rpath --set-rpath "\$ORIGIN" "$library"
done
need=$(objdump -T "$file" "$folder"/*.so* | grep -oE 'GLIBC_2\.[0-9]+' | sort -V | tail -n 1)
[ -n "$need" ] || { echo "bundle: no glibc symbol was found in $file" >&2; exit 1; }
echo "${need#GLIBC_}"
