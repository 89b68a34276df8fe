#!/usr/bin/env bash
# Tests the Debian packages in a clean system of this machine's release: installs them with apt in a fresh root, then writes, checks and simulates a
# stencil there in both languages, makes a report, builds a program against the host library, and simulates a C kernel and a
# Python function. As root, with network access to a Debian mirror.
# Usage: scripts/test_package.sh [folder of packages; without one, they are built in build/packages]
#   A wheel in build/wheel (scripts/wheel.sh) is tested too.
#   DEBIAN_MIRROR selects a mirror other than this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,7s/^# \{0,1\}//p' scripts/test_package.sh; exit 0 ;; esac
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
chmod 755 "$root"   # apt reads as a separate user

release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
echo "== a clean $release from $mirror"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 3; }
rm -f "$root.log"
# How this machine reaches its mirror: perhaps by a proxy with its own certificate.
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
mount -t proc proc "$root/proc"   # programs find their own path there
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
[ "$took" -le 60 ] || { echo "test_package: the first stencil took more than a minute" >&2; exit 1; }
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
echo "== a C kernel"
cat > "$root/packages/blur.c" <<'END'
#define N 64
void blur(float a[N][N], float b[N][N], float k) {
  for (int y = 1; y < N - 1; y++)
    for (int x = 1; x < N - 1; x++)
      b[y][x] = a[y][x] + k*(a[y][x-1] + a[y][x+1] + a[y-1][x] + a[y+1][x] - 4.0f*a[y][x]);
}
END
inside sh -ec 'cd /root && rtlgen import /packages/blur.c -o blur.yaml && rtlgen sim blur.yaml'
echo "== Python: the package"
cat > "$root/packages/plate.py" <<'END'
import numpy as np
import rtlgen
from rtlgen import Field, Param, f32

@rtlgen.stencil
def heat(t: Field[f32, "edge"], k: Param):
    return t + k*(t[-1, 0] + t[1, 0] + t[0, -1] + t[0, 1] - 4*t)

plate = np.zeros((32, 48), np.float32)
plate[10:20, 20:30] = 1
result = heat.program(plate.shape, k=0.1, steps=4).sim({"t": plate})
print(result)
assert result.match and np.array_equal(result["t"], heat(plate, k=0.1, steps=4))
END
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/python3-rtlgen_*.deb' >/dev/null
inside sh -ec 'cd /root && python3 /packages/plate.py'
if ls "${wheels:=build/wheel}"/rtlgen-*.whl >/dev/null 2>&1; then
  echo "== Python: the wheel in a virtual environment"
  cp "$wheels"/rtlgen-*.whl "$root/packages/"
  inside sh -c 'apt-get remove -y -qq python3-rtlgen && apt-get install -y -qq --no-install-recommends python3-venv' >/dev/null
  inside sh -ec 'cd /root && python3 -m venv --system-site-packages own && own/bin/pip install -q /packages/rtlgen-*.whl && own/bin/python /packages/plate.py'
fi
echo "test_package: passed"
