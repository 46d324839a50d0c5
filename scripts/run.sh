#!/usr/bin/env bash
# Makes a release build of the client and the server, and serves both. Passes FACILITY_* settings and arguments on:
#
#   scripts/run.sh                 serve
#   scripts/run.sh --build-only    only create target/release/facility, which contains the client
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

scripts/prerequisites.sh build
scripts/client.sh
say "Building the server"
cargo build --release --locked --package facility-server --bin facility

if [ "${1:-}" = --build-only ]; then
    echo "built: $TARGET_DIR/release/facility"
    exit 0
fi
exec "$TARGET_DIR/release/facility" serve "$@"
