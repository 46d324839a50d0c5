# shellcheck shell=bash
# What the other scripts share. Sourced, never run.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export ROOT

# The build output follows CARGO_TARGET_DIR when it is set, as cargo does.
TARGET_DIR="${CARGO_TARGET_DIR:-$ROOT/target}"
export TARGET_DIR

# say LINE: a heading, so that a long log can be skimmed.
say() {
    printf '\n==> %s\n' "$*"
}

# die LINE: why the script gives up, on standard error.
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# postgres_version DIR: prints the major version of the server programs in DIR; fails when they are not all there.
postgres_version() {
    if [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] && [ -x "$1/postgres" ]; then
        "$1/initdb" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/'
    else
        return 1
    fi
}

# postgres_bin: prints the folder of the newest installed PostgreSQL server, 15 or later; fails when there is none.
# FACILITY_TEST_POSTGRES_BIN names another folder to look in.
postgres_bin() {
    local found="" best=14 candidate version
    for candidate in "${FACILITY_TEST_POSTGRES_BIN:-}" /usr/lib/postgresql/*/bin /usr/pgsql-*/bin /usr/bin /usr/local/bin; do
        if version="$(postgres_version "$candidate")" && [ "$version" -gt "$best" ]; then
            best="$version"
            found="$candidate"
        fi
    done
    [ -n "$found" ] && printf '%s\n' "$found"
}

# chromium_bin: prints the browser the browser tests use; fails when there is none. CHROMIUM names another one.
chromium_bin() {
    local candidate
    for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
        if [ -n "$candidate" ] && command -v "$candidate"; then
            return 0
        fi
    done
    return 1
}
