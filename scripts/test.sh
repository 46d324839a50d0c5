#!/usr/bin/env bash
# Everything that must hold before a change is taken: format, lints, generated files, and every test on both databases
# and in the browser. One broken part does not hide the next: all of them run. Ends with one line, `N passed, N failed`,
# over all suites; a check that is no test, such as the format, counts as one failure when it fails.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# Strict everywhere: with CI set, tests that cannot reach PostgreSQL fail instead of stepping aside.
export CI="${CI:-true}"
# Each runner's closing line is read below; colours would be in the way.
export NO_COLOR=1 CARGO_TERM_COLOR=never

# needed COMMAND...: without this, nothing else can run; the closing line is there all the same.
needed() {
    if ! "$@"; then
        echo "broken: $*"
        echo "0 passed, 1 failed"
        exit 1
    fi
}

needed scripts/prerequisites.sh test
CHROMIUM="$(chromium_bin)"
export CHROMIUM
# The browser tests serve with the very binary that the tests below are built with.
export FACILITY_BIN="$TARGET_DIR/debug/facility"

logs="$(mktemp -d)"
trap 'rm -rf "$logs"' EXIT

passed=0
failed=0
broken=()

# check NAME COMMAND...: a part that passes or fails as a whole.
check() {
    local name="$1"
    shift
    say "$name"
    if ! "$@"; then
        failed=$((failed + 1))
        broken+=("$name")
    fi
}

# suite NAME COUNT COMMAND...: runs tests; the function COUNT reads the log and prints "PASSED FAILED". A suite that ran
# nothing is broken, and so is one that failed without a failed test to show for it.
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
        echo "error: $name: failed outside of a test (status $status)" >&2
        bad=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    if [ "$bad" -ne 0 ]; then
        broken+=("$name")
    fi
}

# The line that the client's own reporters close with.
count_line() {
    sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$1" | tail -n 1
}

# cargo test: one line a test binary.
count_cargo() {
    sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed;.*/\1 \2/p' "$1" |
        awk '{ ok += $1; bad += $2 } END { print ok + 0, bad + 0 }'
}

# cargo nextest: "Summary [..] 12 tests run: 9 passed (1 slow), 2 failed, 1 timed out, 0 skipped". What ran and did not
# pass has failed, in whichever way.
count_nextest() {
    sed -nE 's/^ *Summary \[.*\] +([0-9]+)(\/[0-9]+)? tests? run: ([0-9]+) passed.*/\3 \1/p' "$1" |
        awk '{ ok += $1; bad += $2 - $1 } END { print ok + 0, bad + 0 }'
}

rust_tests() {
    if command -v cargo-nextest >/dev/null 2>&1; then
        suite "Tests: Rust" count_nextest \
            scripts/with-postgres.sh cargo nextest run --locked --workspace --no-fail-fast
    else
        suite "Tests: Rust" count_cargo \
            scripts/with-postgres.sh cargo test --locked --workspace --all-targets --no-fail-fast
    fi
}

# Examples in the documentation comments; the other runners leave them out. There may be none.
doc_tests() {
    local log="$logs/doc.log" ok bad
    say "Tests: Rust documentation"
    if ! cargo test --locked --workspace --doc --no-fail-fast 2>&1 | tee "$log"; then
        broken+=("Tests: Rust documentation")
        grep -q '^test result: FAILED' "$log" || failed=$((failed + 1))
    fi
    read -r ok bad < <(count_cargo "$log")
    passed=$((passed + ok))
    failed=$((failed + bad))
}

started="$(date +%s)"

# Everything below needs the client: its packages for the lints, its build to go into the binary.
needed scripts/client.sh
check "Format and lints" scripts/lint.sh
check "Client size" npm --prefix frontend run --silent size

# All targets at once and always the whole workspace: another selection would compile the dependencies a second time.
check "Build" cargo build --locked --workspace --all-targets
rust_tests
doc_tests
check "Generated files" "$TARGET_DIR/debug/xtask" fresh
suite "Tests: client" count_line npm --prefix frontend run --silent test
suite "Tests: browser" count_line npm --prefix frontend run --silent e2e

say "Done in $((($(date +%s) - started) / 60)) min"
if [ "${#broken[@]}" -gt 0 ]; then
    printf 'broken: %s\n' "${broken[@]}"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "${#broken[@]}" -eq 0 ]
