#!/usr/bin/env bash
# Breaks what the server stands on, and measures how it takes it. Ends with the figures.
#
#   scripts/faults.sh                  all of it
#   scripts/faults.sh kill restart     some of it
#
#   kill      kill -9 under write load               FAULT_CYCLES=50 (PostgreSQL: 20)
#   restart   PostgreSQL stopped and started         FAULT_ROUNDS=6
#   disk      the files and each database on a disk that fills up
#   store     the object store away, and stalled
#   sockets   slow connections and WebSockets beside an honest caller  FAULT_CONNECTIONS=2000 FAULT_SECONDS=60
#   fuzz      made-up requests to every operation    FUZZ_EXAMPLES=50 an operation
#
# The server is the debug build.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# Strict: with CI set, tests that cannot reach PostgreSQL fail instead of stepping aside.
export CI="${CI:-true}"
export CARGO_TERM_COLOR=never

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

# of_module NAME: the tests of one module, one after the other, each with the machine to itself.
of_module() {
    timeout 1800 cargo test --locked -p server --features faults --test faults -- --test-threads 1 --nocapture "$1::"
}

# The tool that makes requests up, in a folder of its own.
SCHEMATHESIS=4.32.5
schemathesis() {
    local dir="$TARGET_DIR/schemathesis-$SCHEMATHESIS"
    if [ ! -x "$dir/bin/schemathesis" ]; then
        rm -rf "$dir"
        python3 -m venv "$dir"
        "$dir/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$SCHEMATHESIS"
    fi
    export FACILITY_TEST_SCHEMATHESIS="$dir/bin/schemathesis"
}

# Two small disks, one for SQLite and the files, one for PostgreSQL, seen by this process and its children alone. Takes
# root, or a kernel that gives users namespaces.
small_disks() {
    cargo test --locked -p server --features faults --test faults --no-run
    local as=(unshare --mount) back=() dir status=0
    if [ "$(id -u)" -ne 0 ]; then
        # Root for the mounts, and again nobody special for PostgreSQL, which refuses to run as root.
        as+=(--map-root-user)
        back=(unshare --user --map-user="$(id -u)" --map-group="$(id -g)")
    fi
    "${as[@]}" "${back[@]}" true || die "small disks cannot be mounted here: run it as root, or where user namespaces are allowed"
    dir="$(mktemp -d)"
    # Other users have to walk through it.
    chmod 711 "$dir"
    mkdir "$dir/own" "$dir/pg"
    # The inner shell expands it, on its own side of the mounts.
    # shellcheck disable=SC2016
    DISKS="$dir" "${as[@]}" bash -c '
        mount -t tmpfs -o size=48m,mode=1777 tmpfs "$DISKS/own" && mount -t tmpfs -o size=192m,mode=1777 tmpfs "$DISKS/pg" || exit
        export TMPDIR="$DISKS/own" FACILITY_TEST_SMALL_DISK="$DISKS/own" FACILITY_TEST_POSTGRES_FOLDER="$DISKS/pg"
        exec "$@"' - "${back[@]}" scripts/with-postgres.sh scripts/faults.sh --module disk || status=$?
    rm -rf "$dir"
    return "$status"
}

run() {
    case "$1" in
    kill | restart) scripts/with-postgres.sh scripts/faults.sh --module "$1" ;;
    disk) small_disks ;;
    store) of_module store ;;
    sockets)
        # Both ends of each connection are on this machine, in two processes.
        ulimit -n 8192 || die "the limit of open files cannot be raised to 8192 here"
        of_module sockets
        ;;
    fuzz) schemathesis && of_module fuzz ;;
    *) die "usage: scripts/faults.sh [kill|restart|disk|store|sockets|fuzz]..." ;;
    esac
}

# with-postgres.sh runs programs; this is how it runs a function of ours.
if [ "${1:-}" = --module ]; then
    of_module "$2"
    exit
fi

[ "$#" -gt 0 ] || set -- kill restart disk store sockets fuzz
scripts/prerequisites.sh faults
broken=()
for part in "$@"; do
    say "Fault: $part"
    run "$part" 2>&1 | tee -a "$log" || broken+=("$part")
done

say "Figures"
sed -nE 's/^figure: //p' "$log"
if [ "${#broken[@]}" -gt 0 ]; then
    printf 'broken: %s\n' "${broken[@]}"
    exit 1
fi
