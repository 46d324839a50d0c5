#!/usr/bin/env bash
# Checks what the server links: licenses, banned crates and sources. It depends on nothing but this repository;
# published advisories, which change from day to day, are the part of scripts/audit.sh.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# What passed last. The same lock file under the same rules passes again, and building the program that checks them
# takes a minute and a half of processor time.
record=scripts/dependencies.sum
sum="$(sha256sum Cargo.lock deny.toml | sha256sum | cut -d' ' -f1)"
if [ "$(cat "$record" 2>/dev/null)" = "$sum" ]; then
    echo "dependencies: as in $record"
    exit 0
fi

deny="$(cargo_deny)"
"$deny" --locked check --hide-inclusion-graph bans licenses sources
echo "$sum" >"$record"
# Uncommitted, the check would be repeated in every run.
[ -z "${CI:-}" ] || die "commit $record"
echo "commit $record"
