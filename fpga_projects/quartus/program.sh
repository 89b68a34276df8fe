#!/bin/sh
# Loads a card over JTAG: program.sh STEP FILE.sof [CABLE]
#
#   program   loads the FPGA with a programming file
#   image     writes the image of its flash beside the programming file; no card is needed
#   flash     writes that image and programs the flash with it. The FPGA loads it when the power comes back
#   capture   samples of the card's logic analysers, with hardware.debug: see capture.tcl
#
# The card is the one whose cable is CABLE, a name that jtagconfig prints or the part of it in brackets, or the only one with the project's FPGA. With
# several of them, nothing is loaded. The Makefile sets the variables that are read:
#
#   CHIP (as jtagconfig names the FPGA, without package and grade), QUARTUS_PGM, JTAGCONFIG, QUARTUS_CPF, QUARTUS_STP,
#   FLASH_DEVICE, FLASH_LOADER, FLASH_MODE (options of quartus_cpf; empty: nothing is known about the board's flash)
set -eu
fail() { echo "program.sh: $1" >&2; exit "${2:-1}"; }
if [ $# -lt 2 ] || [ $# -gt 3 ]; then fail "usage: program.sh program|image|flash|capture FILE.sof [CABLE]" 2; fi
step=$1 file=$2 cable=${3:-}
image=${file%.sof}.jic
[ -n "${CHIP:-}" ] || fail "run make" 2

need() { command -v "$1" >/dev/null || fail "$1 is not in PATH: add quartus/bin of Quartus to it" 3; }

# A line for each device: its place in the chain if it is the project's FPGA, else "-"; the name of the cable; the device. "?" is a chain that cannot
# be read.
#   1) DE5 [1-11.1]
#     029070DD   5SGXEA7H(1|2|3)/5SGXEA7K1/..
found() {
  "$JTAGCONFIG" | awk -v chip="$CHIP" '
    /^[0-9]+\) / {cable = $0; sub(/^[0-9]+\) /, "", cable); sub(/[ \r]+$/, "", cable); place = 0; next}
    /^ +Unable to / {printf "?\t%s\tunreadable\n", cable; next}
    length($1) == 8 && $1 ~ /^[0-9A-Fa-f]+$/ {
      place++
      ours = 0
      count = split($2, names, "/")
      for (i = 1; i <= count; i++) if (index(names[i], chip) == 1) ours = 1
      printf "%s\t%s\t%s\n", ours ? place : "-", cable, $2
    }'
}

# Sets place and cable to those of the card that is meant.
choose() {
  need "$JTAGCONFIG"
  all=$(found)
  there="JTAG shows $(echo "$all" | awk -F '\t' 'NF == 3 {text = text (text == "" ? "" : ", ") $2 " (" $3 ")"} END {print (text == "" ? "no device" : text)}')"
  here=$(echo "$all" | awk -F '\t' -v cable="$cable" 'NF == 3 && (cable == "" || $2 == cable || index($2, "[" cable "]") > 0)')
  [ -n "$here" ] || [ -z "$cable" ] || fail "no cable is called $cable: $there"
  ours=$(echo "$here" | awk -F '\t' 'NF == 3 && $1 ~ /^[0-9]/')
  [ -n "$ours" ] || fail "no card with the FPGA $CHIP is connected${cable:+ to $cable}: $there"
  if [ "$(echo "$ours" | wc -l)" -gt 1 ]; then
    fail "$(echo "$ours" | wc -l) cards are connected: $(echo "$ours" | cut -f 2 | paste -s -d , - | sed 's/,/, /g'). Name one: SERIAL=$(echo "$ours" | sed -n '1s/.*\[\(.*\)\].*/\1/p')"
  fi
  unread=$(echo "$here" | awk -F '\t' '$1 == "?" {text = text (text == "" ? "" : ", ") $2} END {print text}')
  [ -z "$unread" ] || fail "another card may be behind the cable $unread, whose chain cannot be read. Name the one you mean: SERIAL=$(echo "$ours" | sed -n '1s/.*\[\(.*\)\].*/\1/p')"
  place=$(echo "$ours" | cut -f 1)
  cable=$(echo "$ours" | cut -f 2)
}

write_image() {
  [ -n "${FLASH_DEVICE:-}" ] || fail "nothing is known about the flash of this board, so only make program loads it" 2
  need "$QUARTUS_CPF"
  "$QUARTUS_CPF" -c -d "$FLASH_DEVICE" -s "$FLASH_LOADER" -m "$FLASH_MODE" "$file" "$image"
  echo "wrote $image"
}

case $step in
  program)
    need "$QUARTUS_PGM"
    choose
    "$QUARTUS_PGM" -c "$cable" -m jtag -o "p;$file@$place"
    echo "loaded $file into the card $cable"
    ;;
  image) write_image ;;
  flash)
    write_image
    need "$QUARTUS_PGM"
    choose
    # p: program, v: verify, i: load the design that reaches the flash.
    "$QUARTUS_PGM" -c "$cable" -m jtag -o "pvi;$image@$place"
    echo "programmed the flash of the card $cable. The FPGA loads it when the power comes back"
    ;;
  capture)
    [ -f tcl/capture.tcl ] || fail "this project has no logic analyser: see make debug"
    need "$QUARTUS_STP"
    choose
    "$QUARTUS_STP" -t tcl/capture.tcl "$cable" "$place"
    ;;
  *) fail "the step is $step, and not program, image, flash or capture" 2 ;;
esac
