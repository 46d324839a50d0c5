#!/usr/bin/env bash
# Serves while you write: the client through webpack's own server, which reloads it in place, and the server, built
# anew and started again whenever a Rust source or a migration changes. Open the address that webpack prints.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

scripts/prerequisites.sh build
scripts/client.sh packages

# The server takes writes from the origin that browsers are on, and here that is webpack's.
port="${PORT:-3000}"
export FACILITY_PUBLIC_URL="${FACILITY_PUBLIC_URL:-http://127.0.0.1:$port}"

server=""
client=""
mark="$(mktemp)"

stop() { # stop PID: ends a process we started, and waits for it
    if [ -n "$1" ] && kill -0 "$1" 2>/dev/null; then
        kill -TERM "$1" 2>/dev/null || true
        wait "$1" 2>/dev/null || true
    fi
}

# Runs by trap.
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

# A build that fails leaves the last good server running.
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
        say "Changed: building again"
        build_and_start
    fi
done
