#!/usr/bin/env bash
# Makes a container image from the Debian packages, without pulling another image: as root, with buildah and debootstrap.
# Usage: scripts/container.sh [folder of packages, default build/packages]
#   Writes rtlgen-VERSION-container.tar there: podman load -i FILE, or docker load -i FILE. The packages are built if the folder
#   has none. The image is tested: a stencil is written, checked and simulated in it.
#   DEBIAN_MIRROR selects a mirror other than this machine's.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in -h | --help) sed -n '2,6s/^# \{0,1\}//p' scripts/container.sh; exit 0 ;; esac
packages=${1:-build/packages}
[ "$(id -u)" -eq 0 ] || { echo "container: run this as root" >&2; exit 3; }
for tool in buildah debootstrap; do
  command -v "$tool" >/dev/null || { echo "container: $tool is missing: apt-get install $tool" >&2; exit 3; }
done
[ -n "${RTLGEN_OWN_MOUNTS:-}" ] || exec unshare -m --propagation private env RTLGEN_OWN_MOUNTS=1 scripts/container.sh "$@"
if ! ls "$packages"/rtlgen_*.deb >/dev/null 2>&1; then
  scripts/install_deps.sh build package
  scripts/package.sh "$packages"
fi
package=$(ls "$packages"/rtlgen_*.deb)
version=$(dpkg-deb -f "$package" Version)
out=$(realpath "$packages")/rtlgen-$version-container.tar
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
# shellcheck disable=SC2016 # a format of apt's, not of the shell's
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1)}
root=$(mktemp -d /var/tmp/rtlgen-container.XXXXXX)
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
container=""
clean_up() {
  umount "$root/proc" "$root/dev" 2>/dev/null || true
  [ -z "$container" ] || buildah rm "$container" >/dev/null || true
  rm -rf --one-file-system "$root"
}
trap clean_up EXIT
chmod 755 "$root"

echo "== a clean $release from $mirror"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 || { tail "$root.log" >&2; exit 3; }
rm -f "$root.log"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
mkdir "$root/packages"
cp "$package" "$root/packages/"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
echo "== apt install"
inside sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/rtlgen_*.deb ghdl' >/dev/null
inside apt-get clean
umount "$root/proc" "$root/dev"
rm -rf "$root/packages" "$root/etc/resolv.conf" "$root"/var/lib/apt/lists/* "$root"/var/log/*

echo "== the image"
container=$(buildah from scratch)
buildah copy -q "$container" "$root" / >/dev/null
buildah config --entrypoint '["rtlgen"]' --cmd '--help' --workingdir /data --env PATH=/usr/bin:/bin \
  --label org.opencontainers.image.title=rtlgen --label "org.opencontainers.image.version=$version" "$container"
echo "== a first stencil in it"
buildah run --isolation chroot "$container" -- sh -ec 'rtlgen new heat && rtlgen check heat.yaml && rtlgen sim heat.yaml && rm -rf heat.yaml ~/.cache'
rm -f "$out"
buildah commit -q "$container" "docker-archive:$out:rtlgen:$version" >/dev/null
ls -l "$out"
