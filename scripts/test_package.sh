#!/usr/bin/env bash
# Tries the Debian packages in a clean Debian 12: installs them with apt in a fresh root, then writes, checks and simulates a
# stencil there in both languages, makes a report, and builds a program against the host library. As root, with network to a Debian mirror.
# Usage: scripts/test_package.sh [folder of packages; without one they are built anew in build/packages]
#   DEBIAN_MIRROR names another mirror than that of this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
packages=${1:-}

[ "$(id -u)" -eq 0 ] || { echo "test_package: run this as root" >&2; exit 3; }
scripts/install_deps.sh package
if [ -z "$packages" ]; then
  packages=build/packages
  scripts/install_deps.sh build
  scripts/package.sh "$packages"
fi
# shellcheck disable=SC2016 # a format of apt's, not of the shell's
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)}
root=$(mktemp -d /var/tmp/rtlgen-package.XXXXXX)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"   # apt reads as a user of its own

echo "== a clean Debian 12 from $mirror"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 3; }
rm -f "$root.log"
# The machine's way to its mirror, which may be a proxy with a certificate of its own.
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
mount -t proc proc "$root/proc"   # programs find their own place there
mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages/"

inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
echo "== apt install"
inside apt-get update -qq
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/rtlgen_*.deb' >/dev/null
inside rtlgen --version
echo "== the first stencil"
begin=$(date +%s)
inside sh -ec 'cd /root && rtlgen new heat && rtlgen check heat.yaml && rtlgen sim heat.yaml'
took=$(($(date +%s) - begin))
echo "first simulated stencil after $took s"
[ "$took" -le 60 ] || { echo "test_package: more than a minute" >&2; exit 1; }
echo "== the commands of the demo, in Verilog"
inside sh -ec 'cd /root && rtlgen new chip --from hotspot2d && rtlgen check chip.yaml && rtlgen sim chip.yaml --output t=chip.png && rtlgen generate chip.yaml -o hdl'
echo "== the report"
inside sh -ec 'cd /root && rtlgen report heat.yaml --board kcu105 -o report && test -s report/index.html'
echo "== VHDL"
inside sh -c 'apt-get install -y -qq --no-install-recommends ghdl' >/dev/null
inside sh -ec 'cd /root && rtlgen sim heat.yaml --hdl vhdl'
echo "== man page and completions"
inside sh -ec 'test -s /usr/share/man/man1/rtlgen-sim.1.gz -o -s /usr/share/man/man1/rtlgen-sim.1 && test -s /usr/share/bash-completion/completions/rtlgen'
echo "== the host library"
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/librtlgen-host*.deb' >/dev/null
inside sh -ec 'cd /root && g++ -std=c++17 /usr/share/rtlgen/examples/host/heat.cpp -o heat -I/usr/include -lrtlgen_host && ldd heat | grep -q librtlgen_host'
echo "test_package: passed"
