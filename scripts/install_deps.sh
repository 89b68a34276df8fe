#!/usr/bin/env bash
# Installs the packages that rtlgen needs on Debian 12, 13 and sid, and on Ubuntu 24.04; does nothing if all are installed.
# Runs as root or through sudo. On Fedora, on Arch and with Homebrew, it prints the packages to install, and exits with status 3.
#
# Usage: scripts/install_deps.sh [--list] [GROUP...]   (default: build demo test)
#   build   compiles the rtlgen program
#   demo    runs the demo: the simulators
#   test    runs the tests, benchmarks and examples
#   package tests the packages in a clean system (scripts/test_package.sh, scripts/try_system.sh)
#   python  builds the Python package (docs/python.md)
#   fuzz    runs the fuzzers (scripts/fuzz.sh)
#   docs    builds the documentation as a web site (scripts/docs.sh)
# --list prints the packages and installs nothing.
set -euo pipefail

# The arrays have the names of the groups.
# shellcheck disable=SC2034
{
build=(
  g++ cmake ninja-build
  libfmt-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libpugixml-dev libpng-dev zlib1g-dev libhdf5-dev libnetcdf-dev libwebp-dev
  libgmp-dev libmpfr-dev libjs-chart.js libclang-dev
)
# Simulations are C++ programs that make and g++ build on the user's machine.
demo=(g++ make verilator ghdl ccache)
test=(
  git ccache clang pkg-config libgtest-dev libgmock-dev libbenchmark-dev libsystemc-dev libopenmpi-dev openmpi-bin
  iverilog yosys tcl libxml2-utils shellcheck chromium nodejs python3-jsonschema python3-yaml dpkg-dev file groff man-db mandoc zsh fish
  locales strace nextpnr-ice40 fpga-icestorm opensta libjemalloc2
  pybind11-dev python3-dev python3-numpy python3-pytest python3-setuptools python3-wheel patchelf mypy python3-pandas python3-xarray
  python3-nbclient python3-ipykernel
  codespell mkdocs mkdocs-material
)
package=(debootstrap dpkg-dev file patchelf xz-utils pybind11-dev python3-dev python3-numpy python3-setuptools python3-wheel mkdocs mkdocs-material)
python=(pybind11-dev python3-dev python3-numpy)
fuzz=(clang libclang-rt-dev)
docs=(mkdocs mkdocs-material)
}
# Installed if the system has them: only this version formats the sources correctly.
optional=(clang-format-14)

# The same for other systems; these names are untested.
fedora="gcc-c++ cmake ninja-build fmt-devel yaml-cpp-devel json-devel cli11-devel pugixml-devel libpng-devel zlib-devel hdf5-devel
  netcdf-devel libwebp-devel gmp-devel mpfr-devel clang-devel make verilator ghdl ccache iverilog yosys gtest-devel gmock-devel
  google-benchmark-devel pybind11-devel python3-devel python3-numpy"
arch="gcc cmake ninja fmt yaml-cpp nlohmann-json cli11 pugixml libpng zlib hdf5 netcdf libwebp gmp mpfr clang make verilator ghdl
  ccache iverilog yosys gtest benchmark pybind11 python python-numpy"
homebrew="gcc cmake ninja fmt yaml-cpp nlohmann-json cli11 pugixml libpng zlib hdf5 netcdf webp gmp mpfr llvm make verilator ghdl
  ccache icarus-verilog yosys googletest google-benchmark pybind11 python numpy"

is_list=0
groups=()
for word in "$@"; do
  case "$word" in
    build | demo | test | package | python | fuzz | docs) groups+=("$word") ;;
    --list) is_list=1 ;;
    -h | --help) sed -n '2,14s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "install_deps: unknown group '$word'; known groups: build, demo, test, package, python, fuzz, docs (see --help)" >&2; exit 2 ;;
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

# print_elsewhere COMMAND NAMES...
print_elsewhere() {
  echo "install_deps: this system has no Debian packages; install these by hand, and Chart.js with npm -g install chart.js:" >&2
  echo "  $*" >&2
  exit 3
}
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086 # lists of names
  if command -v dnf >/dev/null; then print_elsewhere dnf install $fedora
  elif command -v pacman >/dev/null; then print_elsewhere pacman -S $arch
  elif command -v brew >/dev/null; then print_elsewhere brew install $homebrew
  fi
  echo "install_deps: no known package manager (apt, dnf, pacman, brew); the packages in Debian are: ${packages[*]}" >&2
  exit 3
fi

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }
is_known() { apt-cache show "$1" >/dev/null 2>&1; }
missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
add_optional() {
  [[ " ${groups[*]} " == *" test "* ]] || return 0
  for package in "${optional[@]}"; do
    if ! is_installed "$package" && is_known "$package"; then missing+=("$package"); fi
  done
}
# A bare system has no package lists before the update.
[ ${#missing[@]} -gt 0 ] || add_optional
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
"${as_root[@]}" apt-get update -qq
add_optional
mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
echo "install_deps: installing ${missing[*]}"
# Prints a line for each package that is unpacked and set up: about a hundred on a bare machine.
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" |
  grep --line-buffered -E '^(Need to get|After this|Get:|Unpacking|Setting up)' | cut -c1-100
echo "install_deps: done in ${SECONDS} s"
