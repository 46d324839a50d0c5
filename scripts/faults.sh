#!/usr/bin/env bash
# Breaks what the server stands on, and measures how it takes it. Ends with the figures.
#
#   scripts/faults.sh                  all of it
#   scripts/faults.sh kill restart     some of it
#
#   kill      kill -9 under write load               FAULT_CYCLES=50 (PostgreSQL: 20)
#   restart   PostgreSQL stopped and started         FAULT_ROUNDS=6
#   fuzz      made-up requests to every operation    FUZZ_EXAMPLES=50 an operation
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

# The tool that makes requests up, in a folder of its own.
SCHEMATHESIS=4.32.5
schemathesis() {
    local dir="$TARGET_DIR/schemathesis-$SCHEMATHESIS"
    if [ ! -x "$dir/bin/schemathesis" ]; then
        rm -rf "$dir"
        python3 -m venv "$dir"
        "$dir/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS"
    fi
    export FACILITY_TEST_SCHEMATHESIS="$dir/bin/schemathesis"
}

run() {
    case "$1" in
    kill | restart) scripts/with-postgres.sh scripts/faults.sh --module "$1" ;;
    fuzz) schemathesis && of_module fuzz ;;
    *) die "usage: scripts/faults.sh [kill|restart|fuzz]..." ;;
    esac
}

# with-postgres.sh runs programs; this is how it runs a function of ours.
if [ "${1:-}" = --module ]; then
    of_module "$2"
    exit
fi

[ "$#" -gt 0 ] || set -- kill restart fuzz
scripts/prerequisites.sh faults
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
