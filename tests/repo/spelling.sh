#!/usr/bin/env bash
# Common misspellings in everything that people read, by codespell; a control proves that it finds one.
# Usage: spelling.sh PROJECT     exit status 77: codespell 2.2 is missing (each version has its own dictionary)
set -euo pipefail
cd "$1"
[[ "$(codespell --version 2>/dev/null || true)" == 2.2.* ]] || { echo "codespell 2.2 is missing"; exit 77; }
# Names and words of the field that look like misspellings.
words=inouts,inout,unstalled,statics,iteratons,nd,kinf,olt,kown,synopsys,nin,iif,fro,upto,temparature
run() { codespell --ignore-words-list "$words" "$@"; }
control=$(mktemp)
trap 'rm -f "$control"' EXIT
echo "It is definately recieved." >"$control"
if run "$control" >/dev/null 2>&1; then
  echo "spelling.sh: the control's misspellings are not found"
  exit 1
fi
# As find sees the tree: a copy may lack git.
find README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs gen runtime sim rtl configs boards scripts tests/*/README.md bench examples -type f \
  \( -name '*.md' -o -path 'gen/*.[chp]*' -o -path 'runtime/*.[chp]*' -o -path 'sim/*.[chp]*' -o -path 'rtl/*.v*' -o -name '*.yaml' -o -path 'scripts/*' \) \
  ! -path 'boards/ip/*' ! -path 'docs/schema/*' -print0 | xargs -0 codespell --ignore-words-list "$words"
