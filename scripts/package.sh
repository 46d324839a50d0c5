#!/usr/bin/env bash
# Builds what is handed to those who host it, into target/package:
#
#   facility_VERSION_ARCH.deb    the Debian package
#   facility                     the program, with the list of its dependencies inside (cargo audit bin reads it)
#   facility.cdx.json            the same list with the client's packages, as CycloneDX
#   facility-image.tar           a container image, where podman or buildah is installed
#   SHA256SUMS
#
# Equal sources give equal bytes, wherever they lie: paths and times are not in them.
#
#   scripts/package.sh                  all of it
#   PACKAGE_BINARY=FILE scripts/package.sh deb   only the Debian package, with a program that is already built
#   scripts/package.sh image            only the image, of the program that lies in target/package
#   PACKAGE_REVISION=2 …                         a later revision of the same version
#   PACKAGE_FAST=1 …                             less compression
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

DEB_VERSION=3.8.0
AUDITABLE_VERSION=0.7.7
CYCLONEDX_VERSION=0.5.9

out="${PACKAGE_DIR:-$TARGET_DIR/package}"
# The time of the last commit, for all files in the packages.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

build_binary() {
    local auditable cargo_home="${CARGO_HOME:-$HOME/.cargo}" map
    auditable="$(cargo_tool cargo-auditable "$AUDITABLE_VERSION")"
    scripts/prerequisites.sh build
    scripts/client.sh
    say "Building the server"
    # Messages of panics and assertions name source files: the folders of this machine are replaced.
    map="--remap-path-prefix=$ROOT=/facility --remap-path-prefix=$cargo_home=/cargo"
    PATH="$(dirname "$auditable"):$PATH" RUSTFLAGS="${RUSTFLAGS:-} $map" \
        CFLAGS="${CFLAGS:-} -ffile-prefix-map=$ROOT=/facility -ffile-prefix-map=$cargo_home=/cargo" \
        cargo auditable build --release --locked --package facility-server --bin facility \
        --target-dir "$TARGET_DIR/packaged"
    install -D -m 0755 "$TARGET_DIR/packaged/release/facility" "$out/facility"
}

build_deb() {
    local deb
    deb="$(cargo_tool cargo-deb "$DEB_VERSION")"
    command -v dpkg-shlibdeps >/dev/null 2>&1 || die "dpkg-shlibdeps is missing: apt install dpkg-dev"
    say "Debian package"
    # cargo-deb takes the program from the folder of the release build.
    install -D -m 0755 "$out/facility" "$TARGET_DIR/deb/release/facility"
    CARGO_TARGET_DIR="$TARGET_DIR/deb" "$deb" --no-build --no-strip --locked --package facility-server \
        --deb-revision "${PACKAGE_REVISION:-1}" ${PACKAGE_FAST:+--fast} --output "$out/"
}

# The crates of the program, and the packages of the client that the browser gets.
build_sbom() {
    local cyclonedx
    cyclonedx="$(cargo_tool cargo-cyclonedx "$CYCLONEDX_VERSION")"
    say "Software bill of materials"
    "$cyclonedx" cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --spec-version 1.5 \
        --override-filename facility-crates
    (cd frontend && npm sbom --omit dev --sbom-format cyclonedx) >"$out/client.cdx.json"
    node scripts/sbom.mjs crates/server/facility-crates.json "$out/client.cdx.json" >"$out/facility.cdx.json"
    find crates -name facility-crates.json -delete
    rm "$out/client.cdx.json"
}

build_image() {
    local builder
    for builder in podman buildah docker; do
        # Docker's client may be there without its daemon.
        if command -v "$builder" >/dev/null 2>&1 && "$builder" info >/dev/null 2>&1; then
            say "Container image ($builder)"
            rm -f "$out/facility-image.tar"
            # An image in OCI format cannot hold the health check.
            local format=(--format docker)
            [ "$builder" != docker ] || format=()
            "$builder" build "${format[@]}" --tag facility --file packaging/Containerfile "$out"
            case "$builder" in
            docker) docker save --output "$out/facility-image.tar" facility ;;
            *) "$builder" push --quiet facility "docker-archive:$out/facility-image.tar:facility" ;;
            esac
            return
        fi
    done
    echo "No container builder is running here: packaging/Containerfile builds the image from $out."
}

mkdir -p "$out"
if [ "${1:-}" = deb ]; then
    if [ -n "${PACKAGE_BINARY:-}" ]; then
        install -D -m 0755 "$PACKAGE_BINARY" "$out/facility"
    fi
    build_deb
    exit 0
elif [ "${1:-}" = image ]; then
    build_image
    exit 0
fi

rm -rf "$out"
mkdir -p "$out"
build_binary
build_deb
build_sbom
# In a process of its own, where a failure ends the steps: a base image may be out of reach.
image=0
scripts/package.sh image || image=$?
(cd "$out" && sha256sum -- *.deb facility facility.cdx.json >SHA256SUMS)
say "Done: $out"
cat "$out/SHA256SUMS"
[ "$image" = 0 ] || die "facility-image.tar is missing: the image could not be built (see above). All other files are complete"
