#!/usr/bin/env bash
# Installs, starts, upgrades, downgrades, restores, removes and purges the Debian package, on this machine's own files as a read-only ground:
# changes go to memory and are gone at the end. Needs root on Debian.
#
#   scripts/package-test.sh               with the package of `make package`, and a second one of a later revision
#   PREVIOUS=FILE scripts/package-test.sh   from the package of an earlier release to that of `make package`
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

[ "$(id -u)" = 0 ] || die "this test needs root: it mounts an overlay and runs dpkg in it"
package="${PACKAGE_DIR:-$TARGET_DIR/package}"
[ -x "$package/facility" ] || die "no package in $package: run make package"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/debs" "$work/ground"
for revision in 1 2; do
    PACKAGE_DIR="$work/$revision" PACKAGE_BINARY="$package/facility" PACKAGE_REVISION="$revision" \
        PACKAGE_FAST=1 scripts/package.sh deb
    cp "$work/$revision"/*.deb "$work/debs/$revision.deb"
done
[ -z "${PREVIOUS:-}" ] || cp "$PREVIOUS" "$work/debs/1.deb"
cp scripts/package-inside.sh "$work/debs/"

# A mount namespace of its own: the mounts end with it. Network stays: the server listens on loopback.
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
    mount -t tmpfs tmpfs "$1/ground"
    mkdir "$1/ground/upper" "$1/ground/work" "$1/ground/root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$1/ground/upper,workdir=$1/ground/work" "$1/ground/root"
    mount -t proc proc "$1/ground/root/proc"
    mount --rbind /dev "$1/ground/root/dev"
    mkdir -p "$1/ground/root/debs"
    mount --bind "$1/debs" "$1/ground/root/debs"
    chroot "$1/ground/root" bash /debs/package-inside.sh
' _ "$work"
