#!/usr/bin/env bash
# Builds the client and the server, the release way, and serves both. FACILITY_* settings and arguments pass through:
#
#   scripts/run.sh                 serve
#   scripts/run.sh --build-only    leave target/release/facility, the client inside, and stop there
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

scripts/prerequisites.sh build
scripts/client.sh
say "Building the server"
cargo build --release --locked --package server --bin facility

if [ "${1:-}" = --build-only ]; then
    echo "built: $TARGET_DIR/release/facility"
    exit 0
fi
exec "$TARGET_DIR/release/facility" serve "$@"
