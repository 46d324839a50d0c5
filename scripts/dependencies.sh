#!/usr/bin/env bash
# Checks what the server links: licenses, banned crates and sources. It depends on nothing but this repository; published
# advisories, which change from day to day, are the part of scripts/audit.sh.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

deny="$(cargo_deny)"
exec "$deny" --locked check --hide-inclusion-graph bans licenses sources
