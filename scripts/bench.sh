#!/usr/bin/env bash
# Measures the release server and baselines in one run, and writes docs/BENCHMARKS.md. Takes several minutes.
#
#   scripts/bench.sh           SQLite and PostgreSQL, 10,000 and 100,000 documents
#   scripts/bench.sh growth    documents on SQLite only, 10,000 and 1,000,000, into docs/BENCHMARKS-GROWTH.md
#
# BENCH_SECONDS=5 sets the duration of each measurement, BENCH_DOCUMENTS=N the number of documents.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

output=docs/BENCHMARKS.md
if [ "${1:-}" = growth ] || [ -n "${BENCH_DOCUMENTS:-}" ]; then
    output=docs/BENCHMARKS-GROWTH.md
    export BENCH_DOCUMENTS="${BENCH_DOCUMENTS:-1000000}"
fi
scripts/prerequisites.sh bench
scripts/client.sh
say "Building the server and the load tests"
cargo build --release --locked --package facility-server --package facility-trials
say "Measuring"
scripts/with-postgres.sh "$TARGET_DIR/release/trials" bench "$TARGET_DIR/release/facility" frontend/dist "$output"
