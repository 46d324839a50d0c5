# shellcheck shell=bash
# Functions that run the steps of scripts/test.sh: each has a log, a time budget and a result, and a failed test of a
# live system is repeated ("second look"). Source it after scripts/lib.sh.

run_dir="$TARGET_DIR/test-run"
mkdir -p "$run_dir"
rm -f "$run_dir"/*.log "$run_dir"/*.before "$run_dir/running"
# The failed tests of the previous run, with which make test-again begins.
for list in "$run_dir"/*.failed; do [ ! -f "$list" ] || mv "$list" "${list%.failed}.before"; done

passed=0
failed=0
kept=0
broken=()
# One line of the result for each step, and the notes below these lines.
results=()
notes=()
unsteady=()

# The maximum of failures of a suite that get a second look: more are hardly a coincidence.
most_second_looks=3
# The maximum of unsteady tests in one run. UNSTEADY=refuse allows none, for releases.
most_unsteady=3
[ "${UNSTEADY:-}" != refuse ] || most_unsteady=0
# How long an entry may remain in the register, in days.
register_days=14

# Whether this run may keep results that passed before with the same inputs (make test-again).
again="${again:-no}"

slug_of() {
    tr -cs 'A-Za-z0-9' '-' <<<"$1" | tr '[:upper:]' '[:lower:]' | sed 's/^-//; s/-$//'
}

# inputs_of PATH...: prints one checksum of all files below these paths that Git does not ignore.
inputs_of() {
    git ls-files -z --cached --others --exclude-standard -- "$@" |
        sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum | cut -d' ' -f1
}

# Ctrl-C reaches neither a command under `timeout` nor background jobs.
stop_all() {
    [ ! -f "$run_dir/running" ] || kill "$(cat "$run_dir/running")" 2>/dev/null || true
    jobs -p | xargs -r kill 2>/dev/null || true
}
trap stop_all EXIT

# limited MINUTES LOG COMMAND...: runs a command with its output in a log and on screen, and ends it after twice its
# budget.
limited() {
    local limit=$(($1 * 120)) log="$2" status=0
    shift 2
    {
        timeout --signal=TERM --kill-after=30 "$limit" "$@" &
        echo "$!" >"$run_dir/running"
        wait "$!" || status=$?
        rm -f "$run_dir/running"
        echo "$status" >"$run_dir/status"
    } 2>&1 | tee "$log"
    return "$(cat "$run_dir/status")"
}

clock() { # clock SECONDS
    printf '%d:%02d' "$(($1 / 60))" "$(($1 % 60))"
}

# result STATE NAME SECONDS BUDGET
result() {
    local over=""
    [ "$3" -le "$(($4 * 60))" ] || over="  over its budget"
    results+=("$(printf '%-9s %-28s %6s of %2s%s' "$1" "$2" "$(clock "$3")" "$4" "$over")")
}

# is_kept NAME INPUTS: whether this step passed before with the same inputs, in a run that may keep it.
is_kept() {
    local slug
    slug="$(slug_of "$1")"
    [ "$again" = yes ] && [ -f "$run_dir/$slug.passed" ] && [ "$(cat "$run_dir/$slug.passed")" = "$2" ] || return 1
    kept=$((kept + 1))
    results+=("$(printf '%-9s %s' kept "$1")")
}

# check NAME BUDGET COMMAND...: runs a step that passes or fails as a whole. It gets no second look.
check() {
    local name="$1" budget="$2" log began status=0
    shift 2
    log="$run_dir/$(slug_of "$name").log"
    say "$name"
    began="$(date +%s)"
    limited "$budget" "$log" "$@" || status=$?
    if [ "$status" -eq 0 ]; then
        result ok "$name" "$(($(date +%s) - began))" "$budget"
    else
        result failed "$name" "$(($(date +%s) - began))" "$budget"
        failed=$((failed + 1))
        broken+=("$name")
        notes+=("failed: $name: $(reason_of "$status" "$budget")" "$(tail -n 15 "$log" | cut -c1-200 | sed 's/^/    /')")
    fi
}

reason_of() { # reason_of STATUS BUDGET
    case "$1" in
    124 | 137) echo "ran past twice its budget of $2 min" ;;
    *) echo "status $1" ;;
    esac
}

# suite NAME BUDGET COUNT LIST INPUTS COMMAND...: runs a suite of tests. COUNT reads the log and prints "PASSED FAILED".
# LIST reads it and prints the failed tests that get a second look, as arguments of scripts/one-test.sh, separated by
# tabs; `none` is for exact tests, which never depend on timing. A suite without tests is broken, and so is one that
# fails without a failed test.
suite() {
    local name="$1" budget="$2" count="$3" list="$4" inputs="$5" slug log began status=0 ok=0 bad=0 red=0 state=ok
    shift 5
    slug="$(slug_of "$name")"
    log="$run_dir/$slug.log"
    ! is_kept "$name" "$inputs" || return 0
    rm -f "$run_dir/$slug.passed"
    say "$name"
    began="$(date +%s)"
    if ! before_passes "$slug"; then
        failed=$((failed + 1))
        broken+=("$name")
        mv "$run_dir/$slug.before" "$run_dir/$slug.failed"
        result "1 failed" "$name" "$(($(date +%s) - began))" "$budget"
        return 0
    fi
    FAILED_TESTS_LIST="$run_dir/$slug.failed" limited "$budget" "$log" "$@" || status=$?
    read -r ok bad < <("$count" "$log") || true
    ok="${ok:-0}"
    bad="${bad:-0}"
    if [ $((ok + bad)) -eq 0 ] || { [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; }; then
        red=1
        notes+=("failed: $name: no test ran, or it failed outside its tests: $(reason_of "$status" "$budget")"
            "$(tail -n 15 "$log" | cut -c1-200 | sed 's/^/    /')")
    elif [ "$bad" -gt 0 ]; then
        state=unsteady
        second_look "$name" "$list" "$log" "$bad" || red=$?
        ok=$((ok + bad - red))
    fi
    if [ "$red" -gt 0 ]; then
        state="$red failed"
        failed=$((failed + red))
        broken+=("$name")
    fi
    passed=$((passed + ok))
    [ "$state" != ok ] || echo "$inputs" >"$run_dir/$slug.passed"
    result "$state" "$name" "$(($(date +%s) - began))" "$budget"
}

# before_passes SLUG: in make test-again, runs the tests that failed last time, before the rest of their suite.
before_passes() {
    local kind place test list="$run_dir/$1.before" log="$run_dir/$1-before.log"
    if [ "$again" != yes ] || [ ! -f "$list" ]; then return 0; fi
    while IFS=$'\t' read -r kind place test; do
        if ! timeout --signal=TERM --kill-after=30 300 scripts/one-test.sh "$kind" "$place" "$test" </dev/null >"$log" 2>&1; then
            notes+=("failed: $test, as last time; the rest of its suite did not run" "$(failure_lines "$log")")
            return 1
        fi
    done <"$list"
}

# second_look NAME LIST LOG BAD: runs each failed test three times while nothing else runs. Returns the number of failed
# tests: those that failed once more, or all of them if there are too many or one is exact.
second_look() {
    local name="$1" list="$2" log="$3" bad="$4" kind place test round reds red=0
    local tests=()
    [ "$list" = none ] || mapfile -t tests < <("$list" "$log")
    if [ "$bad" -gt "$most_second_looks" ] || [ "${#tests[@]}" -ne "$bad" ]; then
        notes+=("failed: $name: $bad tests, which get no second look" "$(failure_lines "$log")")
        return "$((bad > 250 ? 250 : bad))"
    fi
    printf '%s\n' "${tests[@]}" >"$run_dir/$(slug_of "$name").failed"
    while IFS=$'\t' read -r kind place test; do
        say "A second look: $test"
        reds=0
        for round in 1 2 3; do
            timeout --signal=TERM --kill-after=30 300 scripts/one-test.sh "$kind" "$place" "$test" \
                </dev/null >>"$run_dir/second-look.log" 2>&1 || reds=$((reds + 1))
        done
        # The message of a panic names the test without its binary.
        notes+=("failed: $name: $test" "$(failure_lines "$log" "${test#facility-* }")")
        if [ "$reds" -gt 0 ]; then
            notes+=("    again: $reds of $round failed when run alone -> failed")
            red=$((red + 1))
        else
            notes+=("    again: $round of $round passed when run alone -> unsteady")
            unsteady+=("$test")
        fi
    done < <(printf '%s\n' "${tests[@]}")
    return "$red"
}

# failure_lines LOG [TEST]: prints the runner's lines that explain the failures.
failure_lines() {
    awk -v test="${2:-}" '
        /^failed: / { shown = (test == "" || index($0, test)) ? 9 : 0 }
        / panicked at / { if (test == "" || index($0, test)) shown = 4 }
        shown > 0 { print "    " substr($0, 1, 200); shown-- }
    ' "$1" | awk '!seen[$0]++' | head -n 12
}

# judge_unsteady: fails a run with too many unsteady tests, or with one that has been in the register for too long.
judge_unsteady() {
    local test since refused=0
    for test in "${unsteady[@]}"; do
        since="$(awk -F' *[|] *' -v test="$test" '$2 == test { print $3; exit }' docs/UNSTEADY.md)"
        if [ -z "$since" ]; then
            notes+=("unsteady: $test: explain it, or enter it in docs/UNSTEADY.md with the day and the mechanism")
        elif [ "$(date -d "$since + $register_days days" +%s)" -lt "$(date +%s)" ]; then
            notes+=("unsteady: $test: in the register since $since, more than $register_days days")
            refused=1
        fi
    done
    [ "${#unsteady[@]}" -le "$most_unsteady" ] || refused=1
    if [ "$refused" -eq 1 ]; then
        failed=$((failed + 1))
        broken+=("Unsteady tests")
    fi
}

# last_lines COMMIT MINUTES: prints the lines that explain the result without the rest of the log.
last_lines() {
    local commit="$1" minutes="$2" line
    # Versions of programs outside this repository: a new one can change a result without a change of the code.
    say "Result of $commit, $minutes min, $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg)"
    echo "$("$CHROMIUM" --version 2>/dev/null), $("$(postgres_bin)/postgres" --version), $(node --version)"
    printf '%s\n' "${results[@]}"
    for line in "${notes[@]}"; do [ -z "$line" ] || printf '%s\n' "$line"; done
    echo "unsteady: ${#unsteady[@]} of at most $most_unsteady"
    echo "logs: $run_dir/*.log   again: make test-again"
    [ "${#broken[@]}" -eq 0 ] || printf 'broken: %s\n' "${broken[@]}"
}
