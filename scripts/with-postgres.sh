#!/usr/bin/env bash
# Runs a command beside a PostgreSQL server of its own, and takes the server away afterwards.
#
#   scripts/with-postgres.sh cargo nextest run -p infra
#
# The command finds the server in FACILITY_TEST_POSTGRES_URL, as a superuser that needs no password. The server
# listens on loopback alone, on a free port, and keeps its data in a temporary folder with syncing switched off: it is
# for tests and nothing else. FACILITY_TEST_POSTGRES_FOLDER names another place than /tmp for that folder. The exit
# status is the command's own.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ "$#" -gt 0 ] || die "usage: scripts/with-postgres.sh COMMAND [ARGUMENT...]"
bin="$(postgres_bin)" || die "no PostgreSQL server, 15 or later, found: run scripts/prerequisites.sh test"

# Not under TMPDIR: a socket's path must stay under 107 bytes, and user postgres must be able to walk there.
folder="${FACILITY_TEST_POSTGRES_FOLDER:-/tmp}"
dir="$(mktemp -d "$folder/facility-pg.XXXXXX")"
child=""

# The server refuses to run as root, so root steps down to the user that the package made for it.
as=()
if [ "$(id -u)" -eq 0 ]; then
    if ! id postgres >/dev/null 2>&1; then
        rmdir "$dir"
        die "run as root, and there is no user postgres to run the server as"
    fi
    chown postgres: "$dir"
    as=(setpriv --reuid=postgres --regid=postgres --init-groups env "HOME=$dir" "PATH=$PATH")
fi

# as_server COMMAND...: from inside the folder, because the caller's may be closed to user postgres.
as_server() {
    (cd "$dir" && exec "${as[@]}" "$@")
}

# Runs by trap.
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
# A folder of the caller's is a small one.
[ "$folder" = /tmp ] || options="$options -c max_wal_size=32MB -c min_wal_size=32MB"

# PostgreSQL cannot be asked for "any free port", so ports are tried until one can be bound. The range lies below the
# one the system hands out by itself.
port=""
for _ in $(seq 1 20); do
    try=$((20000 + (RANDOM % 12000)))
    # The server's own output goes to its log: a server holding our standard output would keep a pipe open for ever.
    if as_server "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/server.log" -o "-p $try $options" start >/dev/null 2>&1 </dev/null; then
        port="$try"
        break
    fi
    # Anything but a taken port will not get better by trying again.
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

# What drives this server, for commands that take it away and bring it back: `$FACILITY_TEST_POSTGRES_CTL stop`, `start`.
export FACILITY_TEST_POSTGRES_CTL="$dir/ctl"
{
    echo '#!/bin/sh'
    printf 'cd %q && exec' "$dir"
    printf ' %q' "${as[@]}" "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/server.log" -o "-p $port $options"
    printf ' "$@"\n'
} >"$FACILITY_TEST_POSTGRES_CTL"
chmod 755 "$FACILITY_TEST_POSTGRES_CTL"

# In the background and waited for, so that a signal is handled at once and not after the command has ended.
"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=""
exit "$status"
