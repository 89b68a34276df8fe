#!/usr/bin/env bash
# Tests this tree on another Debian release: scripts/try_system.sh [--fresh] SYSTEM STEP...   (as root)
#   SYSTEM   bookworm (Debian 12), trixie (Debian 13) or sid
#   STEP     demo: scripts/demo.sh; fast: scripts/test.sh --fast; test: scripts/test.sh; tools: scripts/try_tools.sh;
#            compilers: scripts/compilers.sh; package: builds the .deb files and tests them in another clean root;
#            shell: opens a shell there
#   --fresh  starts from a bare system, as debootstrap leaves it; otherwise the previous root is reused if the packages are
#            the same, with everything that it has built and installed
# Roots are in $RTLGEN_ROOTS, or in rtlgen/roots of the user's cache. DEBIAN_MIRROR selects a mirror other than this
# machine's. Prints a line per step: system, step, outcome, minutes and seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
all=("$@")
fresh=0
case "${1:-}" in
  -h | --help) sed -n '2,11s/^# \{0,1\}//p' scripts/try_system.sh; exit 0 ;;
  --fresh) fresh=1; shift ;;
esac
[ $# -ge 2 ] || { echo "try_system: name a system and at least one step (see --help)" >&2; exit 2; }
system=$1
shift
case "$system" in
  bookworm | trixie | sid) ;;
  *) echo "try_system: unknown system '$system'; known systems: bookworm, trixie, sid" >&2; exit 2 ;;
esac
# The demo uses the build of the tests, so that a new system compiles only once.
preset=release
case " $* " in *" fast "* | *" test "*) preset=ci ;; esac
declare -A commands=([demo]="scripts/demo.sh" [fast]="scripts/test.sh --fast" [test]="scripts/test.sh" [tools]="scripts/try_tools.sh"
  [compilers]="scripts/compilers.sh" [package]="scripts/test_package.sh" [shell]="bash -i")
for step in "$@"; do
  [ -n "${commands[$step]:-}" ] || { echo "try_system: unknown step '$step'; known steps: ${!commands[*]}" >&2; exit 2; }
done
[ "$(id -u)" -eq 0 ] || { echo "try_system: run this as root: it creates a root file system and mounts /proc there" >&2; exit 3; }
# Its own mounts, which end with it.
[ -n "${RTLGEN_OWN_MOUNTS:-}" ] || exec unshare -m --propagation private env RTLGEN_OWN_MOUNTS=1 scripts/try_system.sh "${all[@]}"
command -v debootstrap >/dev/null || scripts/install_deps.sh package

roots=${RTLGEN_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/rtlgen/roots}
# A changed list of packages starts with a new root.
root=$roots/$system-$(sha256sum scripts/install_deps.sh | cut -c1-12)
if [ $fresh -eq 1 ] || [ ! -e "$root/made" ]; then
  find "$roots" -mindepth 1 -maxdepth 1 -name "$system-*" -exec rm -rf --one-file-system {} + 2>/dev/null || true
  mkdir -p "$root"
  # shellcheck disable=SC2016 # a format of apt's, not of the shell's
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -m 1 debian || true)}
  [ -n "$mirror" ] || { echo "try_system: this machine has no Debian mirror; set DEBIAN_MIRROR to one" >&2; exit 3; }
  echo "== a bare $system (a minute or two)"
  debootstrap --variant=minbase "$system" "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 3; }
  rm -f "$root.log"
  touch "$root/made"
fi
# How this machine reaches its mirror: perhaps by a proxy with its own certificate.
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
{ grep -lriE 'proxy|cainfo|verify-peer' /etc/apt/apt.conf.d || true; } | xargs -r cp -t "$root/etc/apt/apt.conf.d/"
for place in proc dev sys; do mount --rbind "/$place" "$root/$place"; done
# The tree as git knows it, with its times, so that only what changed is built again.
mkdir -p "$root/rtlgen"
find "$root/rtlgen" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c | tar -x -C "$root/rtlgen"

status=0
table=()
for step in "$@"; do
  begin=$SECONDS
  outcome=passed
  # shellcheck disable=SC2086 # a command and its words
  chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" CI="${CI:-}" RTLGEN_PRESET="$preset" \
    bash -c "cd /rtlgen && exec ${commands[$step]}" || { outcome="failed, status $?"; status=1; }
  took=$((SECONDS - begin))
  table+=("$(printf '%-9s %-8s %s, %d:%02d' "$system" "$step" "$outcome" $((took / 60)) $((took % 60)))")
done
printf '%s\n' "${table[@]}"
exit $status
