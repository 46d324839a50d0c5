#!/usr/bin/env bash
# Checks the crates that the server links: licenses, banned crates and sources. The result depends only on this
# repository; scripts/audit.sh looks for published advisories, which change from day to day.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# The checksum of the lock file and rules that passed last. They are not checked again, because building the checking
# program takes a minute and a half of processor time.
record=scripts/dependencies.sum
sum="$(sha256sum Cargo.lock deny.toml | sha256sum | cut -d' ' -f1)"
if [ "$(cat "$record" 2>/dev/null)" = "$sum" ]; then
    echo "dependencies: as in $record"
    exit 0
fi

deny="$(cargo_deny)"
"$deny" --locked check --hide-inclusion-graph bans licenses sources
echo "$sum" >"$record"
# If the record were not committed, every run would repeat the check.
[ -z "${CI:-}" ] || die "commit $record"
echo "commit $record"
