#!/usr/bin/env bash
# Format and lints of the whole tree. Every check runs, whatever the ones before it said; fails when any of them failed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

failed=()
check() { # check NAME COMMAND...
    local name="$1"
    shift
    say "$name"
    "$@" || failed+=("$name")
}

scripts/client.sh packages
# cargo clippy looks at a client that is not built yet, too: the server's build script puts a placeholder in its place.
check "Format: Rust" cargo fmt --all --check
check "Format: client" npm --prefix frontend run --silent format:check
check "Lints: scripts" shellcheck -x scripts/*.sh .ci/run
check "Lints: client" npm --prefix frontend run --silent lint
check "Types: client" npm --prefix frontend run --silent typecheck
check "Lints: Rust" cargo clippy --locked --workspace --all-targets --features server/faults -- -D warnings

if [ "${#failed[@]}" -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
