#!/usr/bin/env bash
# Starts a server, attacks it like a hostile caller, and prints figures at the end. All traffic stays on loopback.
#
#   scripts/attack.sh                  every attack
#   scripts/attack.sh frames lists     the attacks of these modules of crates/server/tests/attack
#
# The attacks run one after the other, with a temporary PostgreSQL server. The server is the debug build.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# With CI set, tests that cannot reach PostgreSQL fail instead of being skipped.
export CI="${CI:-true}"
export CARGO_TERM_COLOR=never

scripts/prerequisites.sh attack
# Both ends of each connection are on this machine, in two processes.
ulimit -n 8192 || die "cannot raise the limit of open files to 8192"

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

filters=()
for module in "$@"; do
    [ -e "crates/server/tests/attack/$module.rs" ] || die "unknown attack: $module"
    filters+=("$module::")
done

status=0
timeout 3600 scripts/with-postgres.sh cargo test --locked --workspace --features facility-server/attack --test attack -- \
    --test-threads 1 --nocapture "${filters[@]}" 2>&1 | tee "$log" || status=$?

say "Figures"
sed -nE 's/^figure: //p' "$log"

# Fail if a test was skipped silently: none is ignored, and each prints at least one figure.
ran="$(sed -nE 's/^test result: ok\. ([0-9]+) passed; 0 failed; 0 ignored;.*/\1/p' "$log")"
figures="$(grep -c '^figure: ' "$log" || true)"
if [ "$status" -ne 0 ] || [ -z "$ran" ] || [ "$ran" -eq 0 ] || [ "$figures" -lt "$ran" ]; then
    die "an attack failed or was skipped: ${ran:-not all} passed, $figures figures"
fi
say "$ran attack tests passed"
