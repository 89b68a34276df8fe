#!/usr/bin/env bash
# Builds rtlgen and its tests with other compilers, warnings as errors: scripts/compilers.sh [COMPILER...]
#   COMPILER  a package of this release: g++-13, clang-16, ... (default: every one of g++ 12 to 14 and clang 14, 16 and
#             19 that this release has)
# Installs missing compilers. Builds without optimisation in build/compilers/COMPILER, simulates a first stencil with each
# build, and prints a line per compiler: outcome, minutes and seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,6s/^# \{0,1\}//p' scripts/compilers.sh; exit 0 ;;
esac
compilers=("$@")
if [ ${#compilers[@]} -eq 0 ]; then
  for name in g++-12 g++-13 g++-14 clang-14 clang-16 clang-19; do
    # apt-cache takes a regular expression: a plain g++-13 matches other packages.
    if apt-cache show "^${name//+/\\+}\$" >/dev/null 2>&1; then compilers+=("$name"); fi
  done
fi
scripts/install_deps.sh build demo test

# build COMPILER: fails on the first warning
build() {
  local name=$1 program=$1 packages=("$1")
  # The OpenMP runtime of clang is a separate package.
  case "$name" in clang-*) program=clang++-${name#clang-}; packages+=("libomp-${name#clang-}-dev") ;; esac
  command -v "$program" >/dev/null || apt-get install -y --no-install-recommends -qq "${packages[@]}" >/dev/null
  local folder=build/compilers/$name
  cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER="$program" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O0 -DRTLGEN_UNITY_BATCH=30 \
    -DRTLGEN_WARNINGS_AS_ERRORS=ON >/dev/null &&
    cmake --build "$folder" -- -k 0 && "$folder/rtlgen" sim configs/heat1d.yaml --iterations 2
}

status=0
table=()
for name in "${compilers[@]}"; do
  begin=$SECONDS
  outcome=passed
  build "$name" || { outcome=failed; status=1; }
  table+=("$(printf '%-9s %s, %d:%02d' "$name" "$outcome" $(((SECONDS - begin) / 60)) $(((SECONDS - begin) % 60)))")
done
printf '%s\n' "${table[@]}"
exit $status
