#!/usr/bin/env bash
# Updates the browser client: installs its packages if the lock file changed, and builds it if a source changed.
#
#   scripts/client.sh            packages and build, into frontend/dist
#   scripts/client.sh packages   packages only
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT/frontend"

# The stamps are in node_modules, so that removing the folder resets both. They must not be in frontend/dist, because
# the server's binary embeds everything in it.
packages_stamp=node_modules/.facility-packages
build_stamp=node_modules/.facility-build

stamp_of() { # stamp_of FILE...: one checksum of names and contents
    sha256sum "$@" | sha256sum | cut -d' ' -f1
}

sources() {
    find . \( -path ./node_modules -o -path ./dist -o -path ./coverage -o -path ./test-results -o -path ./e2e \
        -o -path ./playwright-report \) -prune -o -type f -print0 | sort -z
}

is_current() { # is_current STAMP_FILE SUM
    [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]
}

# lock_file_matches: whether the lock file belongs to this package.json.
lock_file_matches() {
    node -e '
        const wanted = require("./package.json");
        const locked = require("./package-lock.json").packages[""];
        const sorted = (versions = {}) => JSON.stringify(Object.entries(versions).sort());
        const same = (kind) => sorted(wanted[kind]) === sorted(locked[kind]);
        process.exit(["dependencies", "devDependencies"].every(same) ? 0 : 1);
    '
}

sum="$(stamp_of package.json package-lock.json .npmrc)"
if ! is_current "$packages_stamp" "$sum"; then
    say "Installing the client's packages"
    lock_file_matches || die "frontend/package-lock.json does not match package.json: run npm install in frontend/ and commit both"
    # Not `npm ci`: it rejects a lock file that lacks the optional binaries of any platform, and npm omits those that
    # its registry did not have. `npm install --no-save` also follows the lock file and does not change it.
    npm install --no-save --no-audit --no-fund
    echo "$sum" >"$packages_stamp"
fi

[ "${1:-}" = packages ] && exit 0

mapfile -d '' -t files < <(sources)
sum="$(stamp_of "${files[@]}")"
if ! is_current "$build_stamp" "$sum" || [ ! -f dist/index.html ]; then
    say "Building the client"
    # Without a stamp during the build, an interrupted build is repeated.
    rm -f "$build_stamp"
    npm run --silent build
    echo "$sum" >"$build_stamp"
fi
