#!/usr/bin/env bash
# Measures the release server beside yardsticks of the same run, and writes docs/BENCHMARKS.md. Several minutes.
#
#   scripts/bench.sh           SQLite and PostgreSQL, 10,000 and 100,000 documents
#   scripts/bench.sh growth    SQLite alone, 10,000 and 1,000,000 documents, into docs/BENCHMARKS-GROWTH.md
#
# BENCH_SECONDS=5 is how long each figure is measured. BENCH_DOCUMENTS=N is another number of documents.
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
say "Building the server and what measures it"
cargo build --release --locked --package server --package trials
say "Measuring"
scripts/with-postgres.sh "$TARGET_DIR/release/trials" bench "$TARGET_DIR/release/facility" frontend/dist "$output"
