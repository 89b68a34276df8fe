#!/usr/bin/env bash
# Completions and man pages as shells and man read them; exit status 77 if something that reads them is missing.
# Usage: shell_files_test.sh RTLGEN
set -euo pipefail
rtlgen=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
"$rtlgen" shell-files "$folder"
if "$rtlgen" --help | grep shell-files >/dev/null; then fail "the help lists what is of the build only"; fi

# Prints what bash would offer for these words; the last one is being typed.
cd "$folder"
touch 'my stencil.yaml' notes.txt
mkdir sub
offered() {
  bash -c 'source ./rtlgen.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _rtlgen; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
expect() {
  local wanted=$1
  shift
  offered "$@" | grep -xF -e "$wanted" >/dev/null || fail "'$*' does not offer '$wanted' but: $(offered "$@" | xargs)"
}
refuse() {
  local unwanted=$1
  shift
  if offered "$@" | grep -xF -e "$unwanted" >/dev/null; then fail "'$*' offers '$unwanted'"; fi
}
expect sim rtlgen s
expect sweep rtlgen s
refuse generate rtlgen s
refuse shell-files rtlgen ''
expect --version rtlgen --v
expect --hdl rtlgen sim --h
expect vhdl rtlgen sim --hdl v
refuse random rtlgen sim --hdl ''
expect random rtlgen sim --stalls ''
expect kcu105 rtlgen model x.yaml --board k
expect u280 rtlgen boards u2
expect 'my stencil.yaml' rtlgen check m
expect sub rtlgen check s
refuse notes.txt rtlgen check n
expect notes.txt rtlgen sim x.yaml --json n

# Every command and long option of the help is offered, so that nothing drifts.
commands=0 options=0
for command in $("$rtlgen" --help | sed -n '/^Subcommands:/,/^[A-Z]/s/^  \([a-z]*\) .*/\1/p'); do
  expect "$command" rtlgen "$command"
  commands=$((commands + 1))
  for option in $("$rtlgen" "$command" --help | sed -nE '/^Options:/,/^Examples:/s/^  (-[A-Za-z],)?(--[a-z][a-z-]*).*/\2/p' | sort -u); do
    expect "$option" rtlgen "$command" "$option"
    options=$((options + 1))
  done
  [ -s "man/rtlgen-$command.1" ] || fail "no man page of $command"
done
[ $commands -gt 15 ] || fail "the help has $commands commands"
[ $options -gt $((5 * commands)) ] || fail "the help of $commands commands has $options options"
[ "$(find man -name '*.1' | wc -l)" -gt 15 ] || fail "few man pages"

missing=
if command -v zsh >/dev/null; then zsh -n _rtlgen || fail "zsh"; else missing+=" zsh"; fi
if command -v fish >/dev/null; then fish -n rtlgen.fish || fail "fish"; else missing+=" fish"; fi
if command -v groff >/dev/null; then
  for page in man/*.1; do
    complaints=$(groff -ww -man -Tutf8 -z "$page" 2>&1)
    [ -z "$complaints" ] || fail "$page: $complaints"
  done
  # The check can fail: an unknown request is seen.
  printf '.TH X 1\n.NOSUCH\n' >bad.1
  [ -n "$(groff -ww -man -Tutf8 -z bad.1 2>&1)" ] || fail "groff accepts anything"
else
  missing+=" groff"
fi
if command -v mandoc >/dev/null; then
  mandoc -T lint -W error man/*.1 || fail "mandoc"
else
  missing+=" mandoc"
fi
if [ -n "$missing" ]; then
  echo "not read, since these are missing:$missing"
  exit 77
fi

# A program to import is no YAML file, and bash splits words at "=".
expect notes.txt rtlgen import n
expect 'my stencil.yaml' rtlgen calibrate m
expect notes.txt rtlgen sim x.yaml --json = n
expect notes.txt rtlgen sim x.yaml --json =
expect notes.txt rtlgen sim x.yaml --input u = n
expect notes.txt rtlgen sim x.yaml --input u =
expect vhdl rtlgen sim x.yaml --hdl = v
refuse notes.txt rtlgen sim x.yaml --set name = n
grep -F -- '--input=[' _rtlgen | grep -F ':_rtlgen_field_path' >/dev/null || fail "zsh completes no FIELD=PATH"

# Keys of --set, fields and values come from the description on the line.
export PATH=$(dirname "$rtlgen"):$PATH
cat >plate.yaml <<'YAML'
name: plate
grid: [8, 8]
fields: {heat: {}, power: {}}
params: {gain: 0.5}
update:
  - heat: heat[-1,0]*gain + power
YAML
expect hardware.steps= rtlgen sim plate.yaml --set hardware.st
expect fields.heat.boundary= rtlgen sim plate.yaml --set fields.
expect params.gain= rtlgen sim plate.yaml --set pa
expect update.0.heat.border= rtlgen sim plate.yaml --set up
expect heat= rtlgen golden plate.yaml --input ''
expect auto rtlgen sim plate.yaml --set hardware.ram = a
expect wrap rtlgen sim plate.yaml --set fields.heat.boundary = w
expect keep rtlgen sim plate.yaml --set update.0.heat.border = k
expect kcu105 rtlgen sim plate.yaml --set hardware.board = kc
expect hardware.steps= rtlgen sim --set hardware.st
expect fields.t.boundary= rtlgen sim hotspot2d --set fields.t
expect hardware.steps= rtlgen sweep plate.yaml --over hardware.st
expect hotspot2d rtlgen new mine --from hot
refuse fields.heat.boundary= rtlgen sim --set fields.
fish_offers() { fish -c "source rtlgen.fish; complete -C '$2'" | cut -f1 | grep -xF -e "$1" >/dev/null || fail "fish does not offer $1"; }
fish_offers hardware.steps= 'rtlgen sim plate.yaml --set hardware.st'
fish_offers hardware.ram=ultra 'rtlgen sim plate.yaml --set hardware.ram='
fish_offers fields.heat.boundary=wrap 'rtlgen sim plate.yaml --set fields.heat.boundary='
fish_offers heat= 'rtlgen golden plate.yaml --input '
rtlgen complete assignment -- rtlgen sim plate.yaml | grep -xF hardware.ram=ultra >/dev/null || fail "fish has no values"
[ -z "$(rtlgen complete)" ] && [ -z "$(rtlgen complete nothing -- '--' x)" ] || fail "complete prints what it was not asked for"
# A folder that cannot be made.
status=0
"$rtlgen" shell-files /proc/nope 2>message || status=$?
[ "$status" = 3 ] || fail "shell-files into /proc: status $status"
grep -F 'cannot write /proc/nope/' message >/dev/null || fail "$(cat message)"
echo "passed"
