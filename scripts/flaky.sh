#!/usr/bin/env bash
# Looks for tests and parts of the product that fail only sometimes: runs the tests many times, slowed down in several
# ways, without retries. Prints each test that failed with its number of failures, and fails if there is one.
#
#   scripts/flaky.sh                  everything, 20 rounds of each (hours)
#   scripts/flaky.sh journeys 5       only the journeys in the browser, 5 rounds
#   scripts/flaky.sh rust|client|screens|journeys [ROUNDS] [FILTER...]
#   scripts/flaky.sh typed [TEXTS]    20,000 random texts: is each typed word displayed? (minutes)
#   scripts/flaky.sh keys [SEEDS]     random scripts of keys at two paces in five ways: 200, or e.g. 31-60 (an hour)
#
# FILTER has the syntax of the runner: files of browser tests, an expression of nextest, or files of jest.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

what="${1:-all}"
rounds=1
[ "$#" -lt 1 ] || shift
if [ "$what" != keys ] && [ "$what" != typed ]; then
    rounds="${1:-20}"
    [ "$#" -lt 1 ] || shift
fi
export CI="${CI:-true}" NO_COLOR=1 CARGO_TERM_COLOR=never RUSTC_WORKSPACE_WRAPPER=clippy-driver

scripts/prerequisites.sh test
scripts/client.sh
cargo build --locked --workspace --all-targets "${all_targets[@]}"
CHROMIUM="$(chromium_bin)"
export CHROMIUM FACILITY_BIN="$TARGET_DIR/debug/facility"

dir="$TARGET_DIR/flaky"
mkdir -p "$dir"
rm -f "$dir"/*
failures="$dir/failures"
: >"$failures"

# tried WAY COMMAND...: runs tests in one way and records the names of those that failed.
tried() {
    local way="$1" log="$dir/${1// /-}.log"
    shift
    say "$way"
    "$@" 2>&1 | tee "$log" || true
    {
        sed -nE 's/^failed: (.*)$/\1/p' "$log"
        sed -nE 's/^ *(FAIL|TIMEOUT|ABORT|SIG[A-Z]+) \[[^]]*\] (\([^)]*\) )?([^ ]+ )?([^ ]+ [^ ]+)$/\4/p' "$log"
    } | sed "s/\$/\t$way/" >>"$failures"
}

browser() { # browser PROJECT FILTER...
    local project="$1" way workers
    shift
    # Slows down the page's processor, delays parts of the client, and delays answers of the server, one at a time.
    for way in E2E_SLOW=1 E2E_SLOW=4 E2E_LATE_PARTS=300 E2E_LATE_ANSWERS=150; do
        workers="$(($(nproc) + 1))"
        # The browser slows a page down by keeping the processor busy. Keys wait for at most five seconds, which more
        # pages at a time would exceed.
        [ "$way" != E2E_SLOW=4 ] || workers="$((($(nproc) + 1) / 2))"
        tried "$project $way" env "$way" npm --prefix frontend run --silent e2e -- "$@" \
            --project "$project" --repeat-each "$rounds" --workers "$workers"
    done
}

rust() { # rust EXPRESSION
    local filter="${1:-binary(it) | test(/^live::/)}"
    local run=(cargo nextest run --locked --workspace "${all_targets[@]}" --no-fail-fast -E "$filter" --stress-count "$rounds")
    tried "rust" scripts/with-postgres.sh "${run[@]}"
    tried "rust on one core" taskset -c 0 scripts/with-postgres.sh "${run[@]}"
    tried "rust eight at once" scripts/with-postgres.sh "${run[@]}" --test-threads 8
}

client() { # client FILE...
    local round
    for round in $(seq 1 "$rounds"); do
        tried "client $round" npm --prefix frontend run --silent test -- --randomize --maxWorkers 4 "$@"
    done
}

keys() { # keys SEEDS
    # The test itself slows down the page. With more workers at a time, keys would wait for longer than they may.
    tried "keys ${1:-200}" env E2E_KEY_SCRIPTS="${1:-200}" npm --prefix frontend run --silent e2e -- keyScripts.spec.ts \
        --project journeys --workers "$(nproc)"
}

typed() { # typed TEXTS
    local texts="${1:-20000}"
    tried "typed, client" env TYPED_TEXTS="$texts" npm --prefix frontend run --silent test -- src/components/Markdown.words \
        --testTimeout 3600000
    tried "typed, server" env PROPTEST_RNG_SEED=random PROPTEST_CASES="$texts" \
        cargo nextest run --locked --package facility-documents markdown::tests
}

case "$what" in
rust) rust "$@" ;;
client) client "$@" ;;
keys) keys "$@" ;;
typed) typed "$@" ;;
screens | journeys) browser "$what" "$@" ;;
all)
    rust
    client
    browser screens
    browser journeys
    typed
    keys
    ;;
*) die "usage: scripts/flaky.sh [rust|client|screens|journeys] [ROUNDS] [FILTER...], typed [TEXTS], or keys [SEEDS]" ;;
esac

say "Failures, in $rounds round(s) of each way"
sort "$failures" | uniq -c | sort -rn
if [ -s "$failures" ]; then exit 1; fi
echo "none"
