#!/usr/bin/env bash
# Builds the release files for administrators into target/package:
#
#   facility_VERSION_ARCH.deb    the Debian package
#   facility                     the program, with the list of its dependencies inside (cargo audit bin reads it)
#   facility.cdx.json            the same list with the client's packages, as CycloneDX
#   facility-VERSION-linux-ARCH.tar.gz   program, unit, configuration, compose files, manual and documents
#   facility-image.tar           a container image, if podman, buildah or docker is available
#   SHA256SUMS                   of all of them, the image included
#   SHA256SUMS.sig               its signature, if RELEASE_KEY names a key of ssh-keygen
#
# Builds are reproducible: equal sources give equal bytes in any folder, without paths and build times. The image is the exception: it has
# the packages that its base offers on that day.
#
#   scripts/package.sh                  all files
#   scripts/package.sh release          the same for a release: refuses what docs/RELEASING.md does not allow
#   PACKAGE_BINARY=FILE scripts/package.sh deb   only the Debian package, with a program that is already built
#   scripts/package.sh image            only the image, with the program in target/package
#   PACKAGE_REVISION=2 …                         a later revision of the same version
#   PACKAGE_FAST=1 …                             less compression
#   PACKAGE_BUILDER=docker …                     builds the image with this program instead of the first that runs
#   BUILDAH_ISOLATION=chroot …                   for podman and buildah where no container can be started
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

DEB_VERSION=3.8.0
AUDITABLE_VERSION=0.7.7
CYCLONEDX_VERSION=0.5.9

out="${PACKAGE_DIR:-$TARGET_DIR/package}"
version="$(sed -nE '/^\[workspace.package\]/,/^\[/ s/^version = "(.*)"$/\1/p' Cargo.toml)"
# All files in the packages get the time of the last commit.
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

build_binary() {
    local auditable folder target rust="${RUSTFLAGS:-}" c="${CFLAGS:-}"
    auditable="$(cargo_tool cargo-auditable "$AUDITABLE_VERSION")"
    scripts/prerequisites.sh build
    scripts/client.sh
    say "Building the server"
    # Messages of panics and assertions name source files, so the folders of this machine are replaced. The last one that
    # matches counts: CARGO_TARGET_DIR may be anywhere.
    target="$(realpath -m "$TARGET_DIR")"
    for folder in "$(pwd -P)=/facility" "$target=/facility/target" "${CARGO_HOME:-$HOME/.cargo}=/cargo"; do
        rust+=" --remap-path-prefix=$folder"
        c+=" -ffile-prefix-map=$folder"
    done
    PATH="$(dirname "$auditable"):$PATH" RUSTFLAGS="$rust" CFLAGS="$c" \
        cargo auditable build --release --locked --package facility-server --bin facility \
        --target-dir "$target/packaged"
    install -D -m 0755 "$target/packaged/release/facility" "$out/facility"
}

build_deb() {
    local deb
    deb="$(cargo_tool cargo-deb "$DEB_VERSION")"
    command -v dpkg-shlibdeps >/dev/null 2>&1 || die "dpkg-shlibdeps is missing: apt install dpkg-dev"
    say "Debian package"
    # cargo-deb expects the program in the folder of the release build.
    install -D -m 0755 "$out/facility" "$TARGET_DIR/deb/release/facility"
    CARGO_TARGET_DIR="$TARGET_DIR/deb" "$deb" --no-build --no-strip --locked --package facility-server \
        --deb-revision "${PACKAGE_REVISION:-1}" ${PACKAGE_FAST:+--fast} --output "$out/"
}

# Lists the crates of the program and the client's packages that are served to browsers.
build_sbom() {
    local cyclonedx folder
    cyclonedx="$(cargo_tool cargo-cyclonedx "$CYCLONEDX_VERSION")"
    say "Software bill of materials"
    "$cyclonedx" cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --spec-version 1.5 \
        --override-filename facility-crates
    # npm requires a version, which is in Cargo.toml only.
    folder="$(mktemp -d)"
    cp frontend/package.json frontend/package-lock.json "$folder/"
    (cd "$folder" && npm pkg set "version=$version" &&
        npm sbom --package-lock-only --omit dev --sbom-format cyclonedx) >"$out/client.cdx.json"
    rm -rf "$folder"
    node scripts/sbom.mjs crates/server/facility-crates.json "$out/client.cdx.json" >"$out/facility.cdx.json"
    find crates -name facility-crates.json -delete
    rm "$out/client.cdx.json"
}

# For Linux without Debian's packages.
build_tarball() {
    local name folder
    name="facility-$version-linux-$(uname -m)"
    folder="$(mktemp -d)"
    say "Tarball"
    install -D -m 0755 "$out/facility" "$folder/$name/facility"
    install -m 0755 packaging/facility.sh "$folder/$name/facility.sh"
    install -m 0644 packaging/facility.service packaging/facility.toml packaging/facility.1 "$folder/$name/"
    install -m 0644 README.md CHANGELOG.md LICENSE "$folder/$name/"
    install -D -m 0644 -t "$folder/$name/docs" docs/ASVS.md docs/CONFIGURATION.md docs/OPERATIONS.md docs/SECURITY.md
    install -D -m 0644 -t "$folder/$name/compose" packaging/compose/*.yaml
    tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --directory "$folder" \
        "$name" | gzip --no-name --best >"$out/$name.tar.gz"
    rm -rf "$folder"
}

# A release is what a tag names: nothing uncommitted, one version in the changelog and everywhere else.
check_release() {
    local tag="v$version"
    [ -z "$(git status --porcelain)" ] || die "there are uncommitted changes"
    [ "$(git tag --points-at HEAD --list "$tag")" = "$tag" ] || die "the last commit is not tagged $tag (docs/RELEASING.md)"
    grep -qE "^## \[$version\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md || die "CHANGELOG.md has no dated section for $version"
    [ "$(dpkg-parsechangelog --file packaging/debian/changelog --show-field Version)" = "$version-1" ] ||
        die "packaging/debian/changelog does not begin with $version-1"
    # Tried before the build, which takes long.
    ssh-keygen -q -Y sign -f "${RELEASE_KEY:-}" -n facility </dev/null >/dev/null || die "RELEASE_KEY names no key that can sign"
}

build_image() {
    local builder
    for builder in ${PACKAGE_BUILDER:-podman buildah docker}; do
        # Docker's client may be installed without a running daemon.
        if command -v "$builder" >/dev/null 2>&1 && "$builder" info >/dev/null 2>&1; then
            say "Container image ($builder)"
            rm -f "$out/facility-image.tar"
            # An image in OCI format cannot hold the health check.
            local format=(--format docker)
            [ "$builder" != docker ] || format=()
            "$builder" build "${format[@]}" --build-arg "VERSION=$version" --build-arg "REVISION=$(git rev-parse HEAD)" \
                --tag "facility:$version" --file packaging/Containerfile "$out"
            case "$builder" in
            docker) docker save "facility:$version" >"$out/facility-image.tar" ;;
            *) "$builder" push --quiet "facility:$version" "docker-archive:$out/facility-image.tar:facility:$version" ;;
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
elif [ "${1:-}" = release ]; then
    check_release
fi

rm -rf "$out"
mkdir -p "$out"
build_binary
build_deb
build_sbom
build_tarball
# A process of its own, so that a failure ends only this step, for example if the base image cannot be downloaded.
image=0
scripts/package.sh image || image=$?
(cd "$out" && find . -maxdepth 1 -type f ! -name 'SHA256SUMS*' -printf '%P\n' | LC_ALL=C sort | xargs sha256sum -- >SHA256SUMS)
if [ -n "${RELEASE_KEY:-}" ]; then
    ssh-keygen -q -Y sign -f "$RELEASE_KEY" -n facility "$out/SHA256SUMS"
fi
say "Done: $out"
cat "$out/SHA256SUMS"
[ "$image" = 0 ] || die "facility-image.tar is missing: the image could not be built (see above). All other files are complete"
