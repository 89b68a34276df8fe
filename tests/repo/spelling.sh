#!/usr/bin/env bash
# Common misspellings in everything that people read, by codespell; a control proves that it finds one.
# Usage: spelling.sh PROJECT     exit status 77: codespell is missing
set -euo pipefail
cd "$1"
command -v codespell >/dev/null || { echo "codespell is missing"; exit 77; }
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
git ls-files -z README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md 'docs/*.md' '*/README.md' 'gen/*.cpp' 'gen/*.hpp' 'gen/*.py' 'sim/*.cpp' 'sim/*.hpp' 'rtl/*.v' \
  'rtl/*.vhd' 'configs/*.yaml' 'boards/*.yaml' 'scripts/*' | xargs -0 codespell --ignore-words-list "$words"
