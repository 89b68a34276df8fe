#!/usr/bin/env bash
# Installs what rtlgen needs from Debian 12's own packages; does nothing where all is there.
# Runs as root or through sudo.
#
# Usage: scripts/install_deps.sh [--list] [GROUP...]
#   build   what compiles the rtlgen program
#   demo    what the demo needs besides: the simulators
#   test    everything the tests, benchmarks and examples use
#   package what scripts/test_package.sh needs to try the .deb files in a clean system
#   python  what the Python package needs (docs/python.md)
#   fuzz    what scripts/fuzz.sh needs
# Without a group: build, demo and test. --list prints the packages and installs nothing.
set -euo pipefail

# Arrays that are named by the groups asked for.
# shellcheck disable=SC2034
{
build=(
  g++ cmake ninja-build
  libfmt-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libpugixml-dev libpng-dev zlib1g-dev libhdf5-dev libnetcdf-dev libwebp-dev
  libgmp-dev libmpfr-dev libjs-chart.js libclang-dev
)
# Simulations are C++ programs, which make and g++ build on the user's machine.
demo=(g++ make verilator ghdl ccache)
test=(
  git ccache clang pkg-config libgtest-dev libgmock-dev libbenchmark-dev libsystemc-dev libopenmpi-dev openmpi-bin
  iverilog yosys tcl clang-format-14 libxml2-utils shellcheck chromium python3-jsonschema python3-yaml dpkg-dev file groff man-db mandoc zsh fish
  locales strace nextpnr-ice40 fpga-icestorm opensta libjemalloc2
  pybind11-dev python3-dev python3-numpy python3-pytest python3-setuptools python3-wheel
)
package=(debootstrap dpkg-dev file pybind11-dev python3-dev python3-numpy python3-setuptools python3-wheel)
python=(pybind11-dev python3-dev python3-numpy)
fuzz=(clang libclang-rt-14-dev)
}

is_list=0
groups=()
for word in "$@"; do
  case "$word" in
    build | demo | test | package | python | fuzz) groups+=("$word") ;;
    --list) is_list=1 ;;
    -h | --help) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "install_deps: no group '$word'; there are build, demo, test, package, python, fuzz (see --help)" >&2; exit 2 ;;
  esac
done
[ ${#groups[@]} -gt 0 ] || groups=(build demo test)

packages=()
for group in "${groups[@]}"; do
  declare -n of_group=$group
  packages+=("${of_group[@]}")
done
mapfile -t packages < <(printf '%s\n' "${packages[@]}" | sort -u)
if [ $is_list -eq 1 ]; then
  printf '%s\n' "${packages[@]}"
  exit 0
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "install_deps: this is no Debian system; install by hand: ${packages[*]}" >&2
  exit 3
fi

missing=()
for package in "${packages[@]}"; do
  if [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "install_deps: everything for ${groups[*]} is installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install_deps: run this as root, or install: ${missing[*]}" >&2
    exit 3
  fi
  as_root=(sudo)
fi
echo "install_deps: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
# A line for each package as it is unpacked and set up: some hundred, where the machine is bare.
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" |
  grep --line-buffered -E '^(Need to get|After this|Get:|Unpacking|Setting up)' | cut -c1-100
echo "install_deps: done in ${SECONDS} s"
