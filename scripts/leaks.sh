#!/usr/bin/env bash
# Compares pairs of archives that differ only above a reader's level, and prints figures at the end.
#
#   scripts/leaks.sh                  10,000 pairs on SQLite, 500 on PostgreSQL
#   LEAK_SEED=7 scripts/leaks.sh      other archives
#   LEAK_PAIRS=100 scripts/leaks.sh   pairs of each of the twenty tests on SQLite, and on PostgreSQL
#
# `make test` compares 300 pairs on SQLite, those of the first six tests, and 50 on PostgreSQL. The server is the debug
# build.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# With CI set, tests that cannot reach PostgreSQL fail instead of being skipped.
export CI="${CI:-true}"
export CARGO_TERM_COLOR=never
export LEAK_PAIRS="${LEAK_PAIRS:-500}"

scripts/prerequisites.sh leaks

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

status=0
timeout 7200 scripts/with-postgres.sh cargo test --locked --workspace --test leaks -- --nocapture 2>&1 \
    | tee "$log" || status=$?

say "Figures"
sed -nE 's/^figure: //p' "$log"
figures="$(grep -c '^figure: ' "$log" || true)"
if [ "$status" -ne 0 ] || [ "$figures" -lt 21 ]; then
    die "an archive shows what is above the reader's level, or a test was skipped: $figures figures"
fi
