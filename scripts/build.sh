#!/usr/bin/env bash
# Builds the client and the server into one binary. Set CARGO_TARGET_DIR to build elsewhere.
#
#   scripts/build.sh           target/release/facility, optimized, for use
#   scripts/build.sh source    target/source/facility, in less than half the time, for trying it out
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

profile="${1:-release}"
case "$profile" in
release) options=(--release) estimate=14 ;;
# The C code of the other allocator takes a minute to compile.
source) options=(--profile source --no-default-features) estimate=5 ;;
*) die "usage: scripts/build.sh [source]" ;;
esac
binary="$TARGET_DIR/$profile/facility"
build() { # build PACKAGE_AND_TARGET...
    cargo build "${options[@]}" --locked --package facility-server "$@"
}

scripts/prerequisites.sh build
[ -x "$binary" ] || say "The first build takes about $estimate minutes on 2 cores; later ones take seconds"

# What contains no client compiles while the client is built: all libraries below facility-web.
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
scripts/client.sh >"$log" 2>&1 &
client=$!
say "Step 1 of 2: building the client, and the libraries of the server"
libraries=0
build --package facility-infra --lib || libraries=$?
if ! wait "$client"; then
    cat "$log" >&2
    die "the client could not be built"
fi
[ "$libraries" = 0 ] || exit "$libraries"
say "Step 2 of 2: building the server"
build --bin facility
echo "built: $binary"
