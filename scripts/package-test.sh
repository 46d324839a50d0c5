#!/usr/bin/env bash
# Installs, starts, upgrades, downgrades, restores, removes and purges the Debian package in an overlay over this machine's files: changes are
# kept in memory and discarded at the end. Needs root on Debian.
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
mkdir "$work/debs" "$work/overlay"
for revision in 1 2; do
    PACKAGE_DIR="$work/$revision" PACKAGE_BINARY="$package/facility" PACKAGE_REVISION="$revision" \
        PACKAGE_FAST=1 scripts/package.sh deb
    cp "$work/$revision"/*.deb "$work/debs/$revision.deb"
done
[ -z "${PREVIOUS:-}" ] || cp "$PREVIOUS" "$work/debs/1.deb"
cp scripts/package-inside.sh "$work/debs/"

# The mounts end with this mount namespace. The network is shared: the server listens on loopback.
# shellcheck disable=SC2016
unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
    mount -t tmpfs tmpfs "$1/overlay"
    mkdir "$1/overlay/upper" "$1/overlay/work" "$1/overlay/root"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$1/overlay/upper,workdir=$1/overlay/work" "$1/overlay/root"
    mount -t proc proc "$1/overlay/root/proc"
    mount --rbind /dev "$1/overlay/root/dev"
    mkdir -p "$1/overlay/root/debs"
    mount --bind "$1/debs" "$1/overlay/root/debs"
    chroot "$1/overlay/root" bash /debs/package-inside.sh
' _ "$work"
