#!/bin/sh
# Loads a PCIe card with a running host: reload.sh BDF [MAKE_WORD...] [-- COMMAND...]
#
# BDF is the card's address on the bus, such as 0000:03:00.0 (lspci). The function is unbound from its driver and removed, `make program` loads the
# card, the port above it is reset, and the bus is scanned again; then the driver is bound as before, and COMMAND runs, such as rtlgen diagnose.
# MAKE_WORDs go to make, such as SERIAL=210308A11B9C. Run it as yourself: it asks sudo for what needs root.
#
# A card whose link goes down without this may stop the machine: its port would report a fatal error, which some servers answer with a reset.
#
#   SUDO     the program that gets root's rights (default: sudo, or none for root)
#   SYSFS    where sysfs is (default: /sys)
#   SECONDS_TO_WAIT  for the card after the scan (default: 10)
set -eu
fail() { echo "reload.sh: $1" >&2; exit "${2:-1}"; }
[ $# -ge 1 ] || fail "usage: reload.sh BDF [MAKE_WORD...] [-- COMMAND...]" 2
project=$(cd "$(dirname "$0")/.." && pwd)
devices=${SYSFS:-/sys}/bus/pci/devices
card=$1
shift
[ -e "$devices/$card" ] || card=0000:$card
[ -e "$devices/$card" ] || fail "there is no $card on the bus: lspci shows addresses. A card that was never found needs a reboot"
if [ -z "${SUDO+set}" ]; then
  SUDO=sudo
  [ "$(id -u)" -ne 0 ] || SUDO=
fi
# The port that the card is behind: the bridge above it.
port=$(basename "$(dirname "$(readlink -f "$devices/$card")")")
[ -e "$devices/$port/rescan" ] || fail "the port above $card is not on the bus ($port), so it cannot be reset"
command -v setpci >/dev/null || fail "setpci is not in PATH: Debian's package pciutils has it" 3

# Words of SUDO are its options.
# shellcheck disable=SC2086
put() { echo "$1" | $SUDO tee "$2" >/dev/null; }
# shellcheck disable=SC2086
config() { $SUDO setpci -s "$port" "$1"; }
# Register $1 of the port becomes $2, with those of its bits that $3 has.
# shellcheck disable=SC2086
change() { $SUDO setpci -s "$port" "$1=$2:$3"; }
driver() { [ ! -e "$devices/$card/driver" ] || basename "$(readlink -f "$devices/$card/driver")"; }

# Files of the card that processes have open: those of the XDMA driver, or its group of vfio.
nodes=$(for name in "$devices/$card"/xdma/*; do [ ! -e "$name" ] || echo "/dev/$(basename "$name")"; done)
group=$(readlink "$devices/$card/iommu_group" 2>/dev/null || true)
[ -z "$group" ] || nodes="$nodes /dev/vfio/$(basename "$group")"
if [ -n "$nodes" ] && command -v fuser >/dev/null; then
  # shellcheck disable=SC2086
  users=$($SUDO fuser $nodes 2>/dev/null | tr -s ' ' || true)
  [ -z "$users" ] || fail "the card is in use by process$users"
fi

words=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  case $1 in *\'*) fail "a word with a quote: $1" 2 ;; esac
  words="$words '$1'"
  shift
done
[ $# -eq 0 ] || shift

before=$(driver)
command=$(config COMMAND) control=$(config CAP_EXP+8.w)
# SERR# and fatal errors, while the link is down (PCI Express Base Specification: Command Register, Device Control Register).
restore() {
  change COMMAND "$command" 0100
  change CAP_EXP+8.w "$control" 0004
}
trap restore EXIT
trap 'exit 130' INT TERM HUP
change COMMAND 0000 0100
change CAP_EXP+8.w 0000 0004

echo "reload.sh: $card, behind $port${before:+, driver $before}"
[ -z "$before" ] || put "$card" "$devices/$card/driver/unbind"
put 1 "$devices/$card/remove"
eval "make -C '$project' program $words" || failed=$?
# Also after a failure: what the card has now is found again.
change BRIDGE_CONTROL 0040 0040
sleep 0.1
change BRIDGE_CONTROL 0000 0040
sleep 1
put 1 "$devices/$port/rescan"
left=${SECONDS_TO_WAIT:-10}
while [ ! -e "$devices/$card" ] && [ "$left" -gt 0 ]; do
  sleep 1
  put 1 "$devices/$port/rescan"
  left=$((left - 1))
done
[ -z "${failed:-}" ] || fail "make program failed; the card was not loaded"
[ -e "$devices/$card" ] || fail "the card does not come back: its link is down. Boot the host again; if lspci does not show it then, its design has no PCIe or no clock"
if [ -n "$before" ] && [ "$(driver)" != "$before" ]; then
  put "$before" "$devices/$card/driver_override"
  put "$card" "${SYSFS:-/sys}/bus/pci/drivers_probe"
  [ "$(driver)" = "$before" ] || echo "reload.sh: the driver $before does not take the card: sudo dmesg | tail says why" >&2
fi
for what in speed width; do
  now=$(cat "$devices/$card/current_link_$what" 2>/dev/null || true) most=$(cat "$devices/$card/max_link_$what" 2>/dev/null || true)
  [ "$now" = "$most" ] || echo "reload.sh: the link has a $what of $now, and the card has $most: check slot and seating" >&2
done
echo "reload.sh: $card is back"
if [ $# -gt 0 ]; then "$@"; fi
