#!/usr/bin/env bash
# All checks that a change must pass: format, lints, generated files, and the tests on both databases and in the
# browser. All parts run even if one fails. The last line is the sum of all suites, `N passed, N failed`; a failed check
# that is not a test, such as the format, counts as one failure. target/last-run names the commit and the result.
#
#   scripts/test.sh         what a change must pass
#   scripts/test.sh all     also the server's tests on the second database, and all pairs of archives
#   scripts/test.sh again   only what did not pass before with the same files; prints no sum
#
# A step that takes twice its budget is ended. A failed test of a running server gets a second look (scripts/steps.sh).
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# With CI set, tests that cannot reach PostgreSQL fail instead of skipping.
export CI="${CI:-true}"
# The functions below parse the last line of each runner, which must not contain color codes.
export NO_COLOR=1 CARGO_TERM_COLOR=never

again=no
complete=no
case "${1:-}" in
"") ;;
again) again=yes ;;
all) complete=yes ;;
*) die "usage: scripts/test.sh [again|all]" ;;
esac
# shellcheck source=scripts/steps.sh
source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

# require COMMAND...: runs a command that everything else depends on. If it fails, prints the last line and exits.
require() {
    if ! "$@"; then
        echo "broken: $*"
        echo "0 passed, 1 failed"
        exit 1
    fi
}

started="$(date +%s)"
commit="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
if [ -n "$(git status --porcelain 2>/dev/null)" ]; then commit="$commit (changed)"; else commit="$commit (clean)"; fi

require scripts/prerequisites.sh test
CHROMIUM="$(chromium_bin)"
export CHROMIUM
# The browser tests use the binary that this script builds.
export FACILITY_BIN="$TARGET_DIR/debug/facility"

# The last line of the client's reporters.
count_line() {
    sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$1" | tail -n 1
}

# cargo test: one line per test binary.
count_cargo() {
    sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed;.*/\1 \2/p' "$1" |
        awk '{ ok += $1; bad += $2 } END { print ok + 0, bad + 0 }'
}

# cargo nextest: "Summary [..] 12 tests run: 9 passed (1 slow), 2 failed, 1 timed out, 0 skipped". Every test that
# ran and did not pass counts as failed.
count_nextest() {
    sed -nE 's/^ *Summary \[.*\] +([0-9]+)(\/[0-9]+)? tests? run: ([0-9]+) passed.*/\3 \1/p' "$1" |
        awk '{ ok += $1; bad += $2 - $1 } END { print ok + 0, bad + 0 }'
}

# Prints the failed tests of a database, a store or a running server. Tests that measure time are left out, because they
# already ran while no other test did.
live_rust() {
    sed -nE 's/^ *(FAIL|TIMEOUT|ABORT|SIG[A-Z]+) \[[^]]*\] (\([^)]*\) )?([^ ]+) ([^ ]+)$/\3 \4/p' "$1" | sort -u |
        grep -E '^facility-(infra|server)::|^facility-web live::' | grep -v '::timed::' |
        while read -r binary test; do printf 'rust\t%s\t%s %s\n' "$binary" "$binary" "$test"; done
}

# Prints the failed browser tests as the reporter lists them: whole journeys, and the states of a screen whose server
# fails.
live_browser() {
    local list="${1%.log}.failed"
    [ ! -f "$list" ] || grep -E $'^journeys\t|^screens\te2e/states' "$list" || true
}

# Prints the folder for the data of the test server: in memory if it is large enough, because hundreds of databases are
# created and dropped.
postgres_folder() {
    local free
    free="$(df --output=avail --block-size=M /dev/shm 2>/dev/null | tail -n 1 | tr -dc 0-9 || true)"
    if [ "${free:-0}" -ge 4096 ]; then echo /dev/shm; else echo /tmp; fi
}

# Nineteen of the twenty tests that compare archives on SQLite are left out, because each takes a minute of a core and
# compares the same pairs in every run. `make leaks` runs all of them.
left_out='(binary(leaks) & test(/^nothing_above_a_level_shows_([2-9]|1[0-9]|20)$/))'
# Tests of the running server exist for each database. All of them run on PostgreSQL, and on SQLite only those of
# rights, states and races (docs/decisions/tests.md).
on_both='races|access_races|second_factor_races|callers|states|limits|second_factor_limits'
left_out="$left_out | (package(facility-server) & binary(it) & test(/::sqlite::/) & not test(/^($on_both)::/))"
[ "$complete" = no ] || left_out='none()'

# Many tests wait for a server, a time or a socket, so more tests than cores keep the cores busy.
rust_tests() {
    local inputs folder
    inputs="$(inputs_of crates migrations Cargo.toml Cargo.lock .cargo .config rust-toolchain.toml)"
    folder="$(postgres_folder)"
    # In minutes. Comparing all pairs of archives takes a quarter of an hour.
    local rust_budget=12
    [ "$complete" = no ] || rust_budget=40
    export FACILITY_TEST_POSTGRES_FOLDER="${FACILITY_TEST_POSTGRES_FOLDER:-$folder}"
    if command -v cargo-nextest >/dev/null 2>&1; then
        suite "Tests: Rust" "$rust_budget" count_nextest live_rust "$inputs" \
            scripts/with-postgres.sh cargo nextest run --locked --workspace "${all_targets[@]}" --no-fail-fast \
            -E "not (binary(attack) | binary(faults) | $left_out)" --test-threads "$((2 * $(nproc) + 1))"
    else
        suite "Tests: Rust" 25 count_cargo none "$inputs" \
            scripts/with-postgres.sh cargo test --locked --workspace "${all_targets[@]}" --all-targets --no-fail-fast
    fi
}

# Builds everything and reports lints at the same time: clippy-driver compiles like rustc. A separate run of `cargo
# clippy` would compile every dependency a second time. If a lint stops the build, the tests still run.
build() {
    # Builds all targets of the workspace, because another selection would compile the dependencies a second time.
    check "Build and lints: Rust" 12 env RUSTC_WORKSPACE_WRAPPER=clippy-driver \
        cargo build --locked --workspace --all-targets "${all_targets[@]}"
    local log="$run_dir/build-and-lints-rust.log"
    if grep -q '^error: could not compile' "$log"; then return; fi
    export RUSTC_WORKSPACE_WRAPPER=clippy-driver
    if grep -q '^warning' "$log"; then
        failed=$((failed + 1))
        broken+=("Build and lints: Rust")
        notes+=("failed: Build and lints: Rust: warnings" "$(grep -A 6 -m 3 '^warning' "$log" | sed 's/^/    /')")
    fi
}

# ended PID LOG: waits for a command in the background, prints its output and returns its status.
ended() {
    while kill -0 "$1" 2>/dev/null; do sleep 1; done
    cat "$2"
    return "$(cat "$2.status")"
}
export -f ended

# Everything below needs the client: the lints need its packages, and the binary needs its build.
require scripts/client.sh
# Most lints use one core and none needs the build, so both run concurrently. The report of the lints follows that of
# the build.
lint_log="$run_dir/lint-background.log"
{
    status=0
    scripts/lint.sh all-but-rust >"$lint_log" 2>&1 || status=$?
    echo "$status" >"$lint_log.status"
} &
lints=$!
check "Client size" 1 npm --prefix frontend run --silent size
build
check "Format and lints" 7 bash -c 'ended "$@"' _ "$lints" "$lint_log"
rust_tests
check "Generated files" 1 "$TARGET_DIR/debug/xtask" fresh
# The tests of the repository itself are part of the Rust tests and read all files, so a kept result does not cover
# them.
[ "$kept" -eq 0 ] || check "Tidy" 2 "$TARGET_DIR/debug/xtask" tidy
suite "Tests: client" 7 count_line none "$(inputs_of frontend ':!frontend/e2e')" npm --prefix frontend run --silent test
# Each worker has its own server and database.
E2E_WORKERS="$(($(nproc) + 1))"
export E2E_WORKERS
served="$(inputs_of frontend crates migrations Cargo.toml Cargo.lock .cargo)"
suite "Tests: browser, screens" 9 count_line live_browser "$served" \
    npm --prefix frontend run --silent e2e -- --project screens
suite "Tests: browser, journeys" 9 count_line live_browser "$served" \
    npm --prefix frontend run --silent e2e -- --project journeys

judge_unsteady
minutes=$((($(date +%s) - started) / 60))
last_lines "$commit" "$minutes"
if [ "$again" = yes ]; then
    echo "partial: $kept kept, $failed failed"
else
    outcome=passed
    [ "$failed" -eq 0 ] || outcome=failed
    printf '%s\n' "commit $commit" "result $outcome" "minutes $minutes" "unsteady ${#unsteady[@]}" >"$TARGET_DIR/last-run"
    echo "$passed passed, $failed failed"
fi
[ "$failed" -eq 0 ] && [ "${#broken[@]}" -eq 0 ]
