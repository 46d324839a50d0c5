#!/usr/bin/env bash
# Builds the client and the server for trying them out, and serves both. Passes FACILITY_* settings and arguments on.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

scripts/build.sh source
exec "$TARGET_DIR/source/facility" serve "$@"
