#!/usr/bin/env bash
# Checks what the server and the client depend on: licenses, banned crates, sources, and published advisories.
#
# The advisories need databases from the network. If one cannot be reached, a warning says so and the check continues;
# an advisory that names a dependency fails it.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

loudly() { # loudly LINE
    printf '\n!!! %s !!!\n\n' "$*" >&2
}

deny="$(cargo_tool cargo-deny 0.20.2)"
failed=0
"$deny" --locked check --hide-inclusion-graph bans licenses sources || failed=1
if "$deny" --locked fetch db >/dev/null 2>&1; then
    "$deny" --locked check --hide-inclusion-graph advisories || failed=1
else
    loudly "NOT CHECKED: advisories against Rust crates; the advisory database cannot be reached"
fi

# npm prints counts if it could ask its database, and a message if it could not.
report="$(npm --prefix frontend audit --omit=dev --json 2>/dev/null || true)"
counts="$(node -e '
    const counts = JSON.parse(require("fs").readFileSync(0, "utf8")).metadata?.vulnerabilities;
    if (counts) console.log(counts.total);
' <<<"$report" 2>/dev/null || true)"
if [ -z "$counts" ]; then
    loudly "NOT CHECKED: advisories against npm packages; the registry does not answer npm audit"
elif [ "$counts" -ne 0 ]; then
    npm --prefix frontend audit --omit=dev || true
    failed=1
fi
exit "$failed"
