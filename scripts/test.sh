#!/usr/bin/env bash
# All checks that a change must pass: format, lints, generated files, and every test on both databases and in the
# browser. All parts run even if one fails. The last line is the sum of all suites, `N passed, N failed`; a check that is
# not a test, such as the format, counts as one failure if it fails.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# With CI set, tests that cannot reach PostgreSQL fail instead of skipping.
export CI="${CI:-true}"
# The functions below parse each runner's last line, which must not contain color codes.
export NO_COLOR=1 CARGO_TERM_COLOR=never

# require COMMAND...: runs a command that everything else depends on. Prints the last line if it fails.
require() {
    if ! "$@"; then
        echo "broken: $*"
        echo "0 passed, 1 failed"
        exit 1
    fi
}

require scripts/prerequisites.sh test
CHROMIUM="$(chromium_bin)"
export CHROMIUM
# The browser tests use the binary that this script builds.
export FACILITY_BIN="$TARGET_DIR/debug/facility"

logs="$(mktemp -d)"
# Ctrl-C does not reach what runs in the background.
trap 'jobs -p | xargs -r kill 2>/dev/null; rm -rf "$logs"' EXIT

passed=0
failed=0
broken=()
# How many of a broken suite's last lines are repeated at the end, where they are found without reading the whole log.
last_lines=40

# check NAME COMMAND...: runs a check that passes or fails as a whole.
check() {
    local name="$1"
    shift
    say "$name"
    if ! "$@"; then
        failed=$((failed + 1))
        broken+=("$name")
    fi
}

# suite NAME COUNT COMMAND...: runs tests; the function COUNT reads the log and prints "PASSED FAILED". A suite without
# tests counts as broken, and so does one that fails without a failed test.
suite() {
    local name="$1" count="$2" log="$logs/suite.log" status=0 ok=0 bad=0
    shift 2
    say "$name"
    "$@" 2>&1 | tee "$log" || status=$?
    read -r ok bad < <("$count" "$log") || true
    ok="${ok:-0}"
    bad="${bad:-0}"
    if [ $((ok + bad)) -eq 0 ]; then
        echo "error: $name: no test ran" >&2
        bad=1
    elif [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        echo "error: $name: failed outside its tests (status $status)" >&2
        bad=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        broken+=("$name")
        { say "$name: last lines" && tail -n "$last_lines" "$log"; } >>"$logs/broken.log"
    fi
}

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

# Prints the folder for the test server's data: in memory if there is room for it, because hundreds of databases are
# created and dropped.
postgres_folder() {
    local free
    free="$(df --output=avail --block-size=M /dev/shm 2>/dev/null | tail -n 1 | tr -dc 0-9 || true)"
    if [ "${free:-0}" -ge 4096 ]; then echo /dev/shm; else echo /tmp; fi
}

# Many tests wait for a server, a time or a socket: more tests than there are cores keep the cores busy.
rust_tests() {
    local folder
    folder="$(postgres_folder)"
    export FACILITY_TEST_POSTGRES_FOLDER="${FACILITY_TEST_POSTGRES_FOLDER:-$folder}"
    if command -v cargo-nextest >/dev/null 2>&1; then
        suite "Tests: Rust" count_nextest \
            scripts/with-postgres.sh cargo nextest run --locked --workspace "${all_targets[@]}" --no-fail-fast \
            -E 'not (binary(attack) or binary(faults))' --test-threads "$((2 * $(nproc) + 1))"
    else
        suite "Tests: Rust" count_cargo \
            scripts/with-postgres.sh cargo test --locked --workspace --all-targets --no-fail-fast
    fi
}

# Examples in documentation comments, which the other runners skip. There may be none.
doc_tests() {
    local log="$logs/doc.log" ok bad
    say "Tests: Rust documentation"
    if ! cargo test --locked --workspace "${all_targets[@]}" --doc --no-fail-fast 2>&1 | tee "$log"; then
        broken+=("Tests: Rust documentation")
        grep -q '^test result: FAILED' "$log" || failed=$((failed + 1))
    fi
    read -r ok bad < <(count_cargo "$log")
    passed=$((passed + ok))
    failed=$((failed + bad))
}

# The targets that the lints cover. Those of `make attack` and `make faults` are compiled here and not run.
# Without the default features: the allocator of releases takes a minute to compile.
all_targets=(--no-default-features --features "facility-server/faults,facility-server/attack")

# Builds everything and reports lints on the way: clippy-driver compiles as rustc does. A separate run of `cargo clippy`
# would compile every dependency a second time. If a lint stops the build, the tests run nevertheless.
build() {
    local log="$logs/build.log" status=0
    # Always all targets of the whole workspace: another selection would compile the dependencies a second time.
    RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo build --locked --workspace --all-targets "${all_targets[@]}" 2>&1 |
        tee "$log" || status=$?
    if [ "$status" -eq 0 ]; then
        export RUSTC_WORKSPACE_WRAPPER=clippy-driver
    fi
    [ "$status" -eq 0 ] && ! grep -q '^warning' "$log"
}

# ended PID LOG: waits for a command in the background, prints its output and returns its status.
ended() {
    local status=0
    wait "$1" || status=$?
    cat "$2"
    return "$status"
}

started="$(date +%s)"

# Everything below needs the client: the lints its packages, the binary its build.
require scripts/client.sh
# Most lints use one core, and none needs the build: both run at once, and the lints' report follows the build's.
scripts/lint.sh all-but-rust >"$logs/lint.log" 2>&1 &
lints=$!
check "Client size" npm --prefix frontend run --silent size
check "Build and lints: Rust" build
check "Format and lints" ended "$lints" "$logs/lint.log"
rust_tests
doc_tests
check "Generated files" "$TARGET_DIR/debug/xtask" fresh
suite "Tests: client" count_line npm --prefix frontend run --silent test
# Each worker has a server and a database of its own.
E2E_WORKERS="$(($(nproc) + 1))"
export E2E_WORKERS
suite "Tests: browser, screens" count_line npm --prefix frontend run --silent e2e -- --project screens
suite "Tests: browser, journeys" count_line npm --prefix frontend run --silent e2e -- --project journeys

say "Done in $((($(date +%s) - started) / 60)) min"
# A change of one of these can change a result without a change of the code.
commit="$(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
[ -z "$(git status --porcelain 2>/dev/null)" ] || commit="$commit, changed"
echo "commit $commit; $(nproc) cores; $("$CHROMIUM" --version 2>/dev/null); $("$(postgres_bin)/postgres" --version)"
if [ "${#broken[@]}" -gt 0 ]; then
    if [ -f "$logs/broken.log" ]; then cat "$logs/broken.log"; fi
    printf 'broken: %s\n' "${broken[@]}"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${#broken[@]}" -eq 0 ]
