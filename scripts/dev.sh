#!/usr/bin/env bash
# Serves during development: webpack's server reloads the client in place, and the server is rebuilt and restarted when
# a Rust source or a migration changes. Open the address that webpack prints.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

scripts/prerequisites.sh build
scripts/client.sh packages

# The server accepts writes only from the browser's origin, which is webpack's address here.
port="${PORT:-3000}"
export FACILITY_PUBLIC_URL="${FACILITY_PUBLIC_URL:-http://127.0.0.1:$port}"

server=""
client=""
mark="$(mktemp)"

stop() { # stop PID: stops a process that this script started, and waits for it
    if [ -n "$1" ] && kill -0 "$1" 2>/dev/null; then
        kill -TERM "$1" 2>/dev/null || true
        wait "$1" 2>/dev/null || true
    fi
}

# Called by trap.
# shellcheck disable=SC2317
cleanup() {
    trap '' INT TERM
    stop "$client"
    stop "$server"
    rm -f "$mark"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# If the build fails, the previous server keeps running.
build_and_start() {
    touch "$mark"
    if cargo build --workspace; then
        stop "$server"
        "$TARGET_DIR/debug/facility" serve &
        server=$!
    fi
}

changed() {
    [ -n "$(find crates migrations Cargo.toml Cargo.lock -newer "$mark" -type f \
        \( -name '*.rs' -o -name '*.sql' -o -name 'Cargo.*' \) -print -quit)" ]
}

(cd frontend && exec node_modules/.bin/webpack serve --mode development --host 127.0.0.1 --port "$port") &
client=$!
build_and_start
while kill -0 "$client" 2>/dev/null; do
    sleep 1
    if changed; then
        say "Sources changed: rebuilding"
        build_and_start
    fi
done
