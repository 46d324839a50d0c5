#!/usr/bin/env bash
# Starts a temporary PostgreSQL server, runs a command, and removes the server afterwards.
#
#   scripts/with-postgres.sh cargo nextest run -p facility-infra
#
# FACILITY_TEST_POSTGRES_URL tells the command the server's address, as a superuser without a password. The server
# listens only on loopback, on a free port, and keeps its data in a temporary folder without syncing: use it only for
# tests. FACILITY_TEST_POSTGRES_FOLDER names the parent of that folder instead of /tmp. The exit status is the
# command's.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ "$#" -gt 0 ] || die "usage: scripts/with-postgres.sh COMMAND [ARGUMENT...]"
bin="$(postgres_bin)" || die "no PostgreSQL server 15 or later found: run scripts/prerequisites.sh test"

# Not in TMPDIR: a socket path must be shorter than 107 bytes, and user postgres must be able to traverse it.
folder="${FACILITY_TEST_POSTGRES_FOLDER:-/tmp}"
dir="$(mktemp -d "$folder/facility-pg.XXXXXX")"
child=""

# The server refuses to run as root, so root switches to the user that the package created.
as=()
if [ "$(id -u)" -eq 0 ]; then
    if ! id postgres >/dev/null 2>&1; then
        rmdir "$dir"
        die "running as root, but the user postgres does not exist"
    fi
    chown postgres: "$dir"
    as=(setpriv --reuid=postgres --regid=postgres --init-groups env "HOME=$dir" "PATH=$PATH")
fi

# as_server COMMAND...: runs in the server's folder, because user postgres may not be able to enter the caller's.
as_server() {
    (cd "$dir" && exec "${as[@]}" "$@")
}

# Called by trap.
# shellcheck disable=SC2317
cleanup() {
    local status=$?
    trap '' INT TERM HUP
    if [ -n "$child" ] && kill -0 "$child" 2>/dev/null; then
        kill -TERM "$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
    fi
    if [ -e "$dir/data/postmaster.pid" ]; then
        as_server "$bin/pg_ctl" -D "$dir/data" -m immediate -w -t 20 stop >/dev/null 2>&1 || true
    fi
    rm -rf "$dir"
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

if ! as_server "$bin/initdb" -D "$dir/data" -U postgres -A trust --no-sync -E UTF8 --locale=C.UTF-8 >"$dir/initdb.log" 2>&1; then
    cat "$dir/initdb.log" >&2
    die "initdb failed"
fi

options="-k $dir -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=64MB \
-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off"
# A folder named by the caller may be on a small disk.
[ "$folder" = /tmp ] || options="$options -c max_wal_size=32MB -c min_wal_size=32MB"

# PostgreSQL cannot bind an arbitrary free port, so try random ports below the system's ephemeral range.
port=""
for _ in $(seq 1 20); do
    candidate=$((20000 + (RANDOM % 12000)))
    # The server must not inherit our standard output, because it would keep a pipe open.
    if as_server "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/server.log" -o "-p $candidate $options" start >/dev/null 2>&1 </dev/null; then
        port="$candidate"
        break
    fi
    # Only a port conflict is worth a retry.
    if ! grep -qi "address already in use" "$dir/server.log"; then
        break
    fi
    : >"$dir/server.log"
done
if [ -z "$port" ]; then
    cat "$dir/server.log" >&2 || true
    die "the PostgreSQL server did not start"
fi

export FACILITY_TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres"

# A script that controls this server, for tests that stop and start it: `$FACILITY_TEST_POSTGRES_CTL stop`, `start`.
export FACILITY_TEST_POSTGRES_CTL="$dir/ctl"
{
    echo '#!/bin/sh'
    printf 'cd %q && exec' "$dir"
    printf ' %q' "${as[@]}" "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/server.log" -o "-p $port $options"
    printf ' "$@"\n'
} >"$FACILITY_TEST_POSTGRES_CTL"
chmod 755 "$FACILITY_TEST_POSTGRES_CTL"

# Run the command in the background and wait for it, so that signals are handled immediately.
"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=""
exit "$status"
