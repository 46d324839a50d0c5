#!/usr/bin/env bash
# Brings the browser client up to date: its packages when the lock file changed, its build when a source did.
#
#   scripts/client.sh            packages and build, into frontend/dist
#   scripts/client.sh packages   packages alone
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT/frontend"

# The stamps live in node_modules, so that removing it forgets both, and frontend/dist holds nothing but the client:
# all of it is put into the server's binary.
packages_stamp=node_modules/.facility-packages
build_stamp=node_modules/.facility-build

stamp_of() { # stamp_of FILE...: one sum over names and contents
    sha256sum "$@" | sha256sum | cut -d' ' -f1
}

sources() {
    find . \( -path ./node_modules -o -path ./dist -o -path ./coverage -o -path ./test-results -o -path ./e2e \
        -o -path ./playwright-report \) -prune -o -type f -print0 | sort -z
}

is_current() { # is_current STAMP_FILE SUM
    [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]
}

# in_step: whether the lock file was written for this package.json.
in_step() {
    node -e '
        const asked = require("./package.json");
        const locked = require("./package-lock.json").packages[""];
        const sorted = (versions = {}) => JSON.stringify(Object.entries(versions).sort());
        const same = (kind) => sorted(asked[kind]) === sorted(locked[kind]);
        process.exit(["dependencies", "devDependencies"].every(same) ? 0 : 1);
    '
}

sum="$(stamp_of package.json package-lock.json .npmrc)"
if ! is_current "$packages_stamp" "$sum"; then
    say "Installing the client's packages"
    in_step || die "frontend/package-lock.json does not match package.json: run npm install in frontend/ and commit both"
    # Not `npm ci`: it refuses a lock file that lacks the optional binaries of any platform, and npm leaves out those that
    # the registry it was written from did not have. Without saving, the lock file is kept to and left alone just the same.
    npm install --no-save --no-audit --no-fund
    echo "$sum" >"$packages_stamp"
fi

[ "${1:-}" = packages ] && exit 0

mapfile -d '' -t files < <(sources)
sum="$(stamp_of "${files[@]}")"
if ! is_current "$build_stamp" "$sum" || [ ! -f dist/index.html ]; then
    say "Building the client"
    # No stamp while the build runs: one that is broken off must not pass for a finished one.
    rm -f "$build_stamp"
    npm run --silent build
    echo "$sum" >"$build_stamp"
fi
