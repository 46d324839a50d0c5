#!/usr/bin/env bash
# Builds like scripts/run.sh, and serves a temporary folder filled with lore. Passes its arguments on:
#
#   scripts/demo.sh                         on http://localhost:8080
#   scripts/demo.sh --listen 127.0.0.1:9000 on another port
#   scripts/demo.sh --keep                  keep the folder at the end
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

"$ROOT/scripts/build.sh" source
exec "$TARGET_DIR/source/facility" demo "$@"
