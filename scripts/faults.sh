#!/usr/bin/env bash
# Breaks what the server stands on, and measures how it takes it. Ends with the figures.
#
#   scripts/faults.sh                  all of it
#   scripts/faults.sh kill restart     some of it
#
#   kill      kill -9 under write load               FAULT_CYCLES=50 (PostgreSQL: 20)
#   restart   PostgreSQL stopped and started         FAULT_ROUNDS=6
#
# The server is the debug build.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# Strict: with CI set, tests that cannot reach PostgreSQL fail instead of stepping aside.
export CI="${CI:-true}"
export CARGO_TERM_COLOR=never

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

# of_module NAME: the tests of one module, one after the other, each with the machine to itself.
of_module() {
    cargo test --locked -p server --features faults --test faults -- --test-threads 1 --nocapture "$1::"
}

run() {
    case "$1" in
    kill | restart) scripts/with-postgres.sh "${BASH_SOURCE[0]}" --module "$1" ;;
    *) die "usage: scripts/faults.sh [kill|restart]..." ;;
    esac
}

# with-postgres.sh runs programs; this is how it runs a function of ours.
if [ "${1:-}" = --module ]; then
    of_module "$2"
    exit
fi

[ "$#" -gt 0 ] || set -- kill restart
broken=()
for part in "$@"; do
    say "Fault: $part"
    run "$part" 2>&1 | tee -a "$log" || broken+=("$part")
done

say "Figures"
sed -nE 's/^figure: //p' "$log"
if [ "${#broken[@]}" -gt 0 ]; then
    printf 'broken: %s\n' "${broken[@]}"
    exit 1
fi
