#!/usr/bin/env bash
# Checks format and lints of the whole tree. Runs every check even if an earlier one fails; fails if any check failed.
#
#   scripts/lint.sh                all checks
#   scripts/lint.sh all-but-rust   without the lints of Rust code, which scripts/test.sh makes part of the build
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
# cargo clippy works without a built client: the server's build script then embeds a placeholder.
check "Format: Rust" cargo fmt --all --check
check "Format: client" npm --prefix frontend run --silent format:check
check "Lints: scripts" shellcheck -x scripts/*.sh .ci/run packaging/debian/post*
check "Lints: client" npm --prefix frontend run --silent lint
check "Unused code: client" npm --prefix frontend run --silent unused
check "Types: client" npm --prefix frontend run --silent typecheck
check "Dependencies" scripts/dependencies.sh
if [ "${1:-}" != all-but-rust ]; then
    check "Lints: Rust" cargo clippy --locked --workspace --all-targets --features facility-server/faults,facility-server/attack -- -D warnings
fi

if [ "${#failed[@]}" -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
fi
