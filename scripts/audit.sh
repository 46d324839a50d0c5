#!/usr/bin/env bash
# Looks for published security advisories on dependencies of the server and the client. It downloads the databases of
# advisories, and fails if one cannot be reached or if an advisory names a dependency. It is not part of `make test`,
# because a new advisory says nothing about the change that is tested.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

failed=0
unchecked() { # unchecked LINE
    echo "NOT CHECKED: $*" >&2
    failed=1
}

say "Advisories: Rust"
deny="$(cargo_deny)"
if "$deny" --locked fetch db >/dev/null 2>&1; then
    "$deny" --locked check --hide-inclusion-graph advisories || failed=1
else
    unchecked "advisories against Rust crates; the advisory database cannot be reached"
fi

say "Advisories: client"
# npm prints counts if it reached its database, and otherwise a message.
report="$(npm --prefix frontend audit --omit=dev --json 2>/dev/null || true)"
counts="$(node -e '
    const counts = JSON.parse(require("fs").readFileSync(0, "utf8")).metadata?.vulnerabilities;
    if (counts) console.log(counts.total);
' <<<"$report" 2>/dev/null || true)"
if [ -z "$counts" ]; then
    unchecked "advisories against npm packages; the registry does not answer npm audit"
elif [ "$counts" -ne 0 ]; then
    npm --prefix frontend audit --omit=dev || true
    failed=1
fi
exit "$failed"
