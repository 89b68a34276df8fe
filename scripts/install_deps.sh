#!/usr/bin/env bash
# Installs what rtlgen needs from Debian 12's own packages; does nothing where all is there.
# Runs as root or through sudo. Usage: scripts/install_deps.sh
set -euo pipefail

packages=(
  g++ make cmake ninja-build ccache git pkg-config
  libfmt-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libpugixml-dev libpng-dev zlib1g-dev
  libgmp-dev libmpfr-dev libgtest-dev libgmock-dev libbenchmark-dev libsystemc-dev libopenmpi-dev openmpi-bin
  verilator ghdl iverilog yosys tcl libxml2-utils shellcheck
  chromium python3-jsonschema python3-yaml
)
# Node from elsewhere brings an npm of its own, which Debian's would replace.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)

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
  echo "install_deps: everything is installed"
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
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "install_deps: done"
