# shellcheck shell=bash
# Shared functions of the other scripts. Source it; do not run it.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
export ROOT

# Build output goes to CARGO_TARGET_DIR if set, as with cargo.
TARGET_DIR="${CARGO_TARGET_DIR:-$ROOT/target}"
export TARGET_DIR

# say LINE: prints a heading.
say() {
    printf '\n==> %s\n' "$*"
}

# die LINE: prints an error to standard error and exits.
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# postgres_version DIR: prints the major version of the server programs in DIR; fails if one is missing.
postgres_version() {
    if [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] && [ -x "$1/postgres" ]; then
        "$1/initdb" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/'
    else
        return 1
    fi
}

# postgres_bin: prints the folder of the newest installed PostgreSQL server, 15 or later; fails if there is none.
# FACILITY_TEST_POSTGRES_BIN names an additional folder to search.
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

# chromium_bin: prints the browser for the browser tests; fails if there is none. CHROMIUM names a preferred one. The
# headless shell needs half the time of the complete browser.
chromium_bin() {
    local candidate
    for candidate in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do
        if [ -n "$candidate" ] && command -v "$candidate"; then
            return 0
        fi
    done
    return 1
}

# cargo_tool NAME VERSION: prints the path of this program, and builds it into the build output if it is missing.
# Nothing is installed for the user.
cargo_tool() {
    local dir="$TARGET_DIR/tools/$1-$2"
    if [ ! -x "$dir/bin/$1" ]; then
        say "Building $1 $2" >&2
        # In its own build folder, because other features would recompile the caller's dependencies. Without
        # optimization, because it runs only for seconds and builds several times as fast.
        env -u CARGO_TARGET_DIR CARGO_PROFILE_DEV_DEBUG=0 cargo install --debug --locked --quiet --root "$dir" "$1@$2" >&2 ||
            die "cannot build $1 $2"
    fi
    printf '%s\n' "$dir/bin/$1"
}

# cargo_deny: prints the path of the program that checks dependencies.
cargo_deny() {
    cargo_tool cargo-deny 0.20.2
}

# The targets and features of every build and test run; other ones would compile the dependencies a second time. The
# targets of `make attack` and `make faults` are compiled but not run. Default features are off, because the allocator
# of releases takes a minute to compile.
# shellcheck disable=SC2034
all_targets=(--no-default-features --features "facility-server/faults,facility-server/attack")
