#!/usr/bin/env bash
# Runs the server through crashes and failing dependencies, and prints figures at the end.
#
#   scripts/faults.sh                  all tests
#   scripts/faults.sh kill restart     some tests
#
#   kill      kill -9 under write load               FAULT_CYCLES=50 (PostgreSQL: 20)
#   power     power failures: a disk that keeps only synced data  FAULT_CUTS=50
#   restart   PostgreSQL stopped and started         FAULT_ROUNDS=6
#   disk      files and databases on a disk that fills up
#   store     an unreachable and a stalled object store
#   sockets   slow connections and WebSockets        FAULT_CONNECTIONS=2000 FAULT_SECONDS=60
#   mail      messages through a mail server that fails half of the time  FAULT_MESSAGES=10000
#   drafts    windows, browsers, networks and servers that end while somebody writes  DRAFT_KILLS=200
#   fuzz      random requests to every operation     FUZZ_EXAMPLES=50 per operation
#   soak      50 users for half an hour on each database, only when it is named  SOAK_MINUTES=30
#
# The tests use the debug build of the server.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

# With CI set, tests that cannot reach PostgreSQL fail instead of skipping.
export CI="${CI:-true}"
export CARGO_TERM_COLOR=never

log="$(mktemp)"
trap 'rm -f "$log"' EXIT

# run_module NAME: runs the tests of one module sequentially, so that each has the whole machine.
run_module() {
    timeout 5400 cargo test --locked --workspace --features facility-server/faults --test faults -- --test-threads 1 --nocapture "$1::"
}

# Installs the request generator into its own folder.
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

# Mounts two small disks, one for SQLite and the files, one for PostgreSQL, visible only to this process and its
# children. Requires root, or a kernel that allows user namespaces.
small_disks() {
    cargo test --locked --workspace --features facility-server/faults --test faults --no-run
    local as=(unshare --mount) back=() dir status=0
    if [ "$(id -u)" -ne 0 ]; then
        # Mounting requires root; PostgreSQL refuses to run as root.
        as+=(--map-root-user)
        back=(unshare --user --map-user="$(id -u)" --map-group="$(id -g)")
    fi
    "${as[@]}" "${back[@]}" true || die "cannot mount small disks: run as root, or allow user namespaces"
    dir="$(mktemp -d)"
    # Other users must be able to traverse it.
    chmod 711 "$dir"
    mkdir "$dir/own" "$dir/pg"
    # The inner shell expands it, after the mounts.
    # shellcheck disable=SC2016
    DISKS="$dir" "${as[@]}" bash -c '
        mount -t tmpfs -o size=48m,mode=1777 tmpfs "$DISKS/own" && mount -t tmpfs -o size=192m,mode=1777 tmpfs "$DISKS/pg" || exit
        export TMPDIR="$DISKS/own" FACILITY_TEST_SMALL_DISK="$DISKS/own" FACILITY_TEST_POSTGRES_FOLDER="$DISKS/pg"
        exec "$@"' - "${back[@]}" scripts/with-postgres.sh scripts/faults.sh --module disk || status=$?
    rm -rf "$dir"
    return "$status"
}

# Closes or kills windows, browsers, networks and servers while a draft is written. Uses the build of `make test`.
drafts() {
    scripts/prerequisites.sh test && scripts/client.sh
    RUSTC_WORKSPACE_WRAPPER=clippy-driver cargo build --locked --workspace --all-targets "${all_targets[@]}"
    CHROMIUM="$(chromium_bin)" FACILITY_BIN="$TARGET_DIR/debug/facility" DRAFT_KILLS="${DRAFT_KILLS:-200}" \
        npm --prefix frontend run --silent e2e -- drafts-kills --project journeys
}

run() {
    case "$1" in
    kill | restart | soak) scripts/with-postgres.sh scripts/faults.sh --module "$1" ;;
    disk) small_disks ;;
    power | store) run_module "$1" ;;
    sockets)
        # Both ends of each connection are on this machine, in two processes.
        ulimit -n 8192 || die "cannot raise the limit of open files to 8192"
        run_module sockets
        ;;
    mail)
        FACILITY_TEST_MESSAGES="${FAULT_MESSAGES:-10000}" scripts/with-postgres.sh timeout 1800 cargo test --locked --workspace \
            --features facility-server/faults --test it -- --test-threads 1 --nocapture each_message_arrives
        ;;
    drafts) drafts ;;
    fuzz) schemathesis && run_module fuzz ;;
    *) die "usage: scripts/faults.sh [kill|power|restart|disk|store|sockets|mail|drafts|fuzz|soak]..." ;;
    esac
}

# with-postgres.sh runs programs; this option lets it run a function of this script.
if [ "${1:-}" = --module ]; then
    run_module "$2"
    exit
fi

[ "$#" -gt 0 ] || set -- kill power restart disk store sockets mail drafts fuzz
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
