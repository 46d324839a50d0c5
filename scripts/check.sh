#!/usr/bin/env bash
# A quick check before a commit: format, lints and types of everything, and the tests nearest to what differs from the
# last commit (or from the commit BASE). It stops at the first failure. `make test` is the complete run.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"
export RUSTC_WORKSPACE_WRAPPER=clippy-driver

scripts/prerequisites.sh test
mapfile -t changed < <({
    git diff --name-only "${BASE:-HEAD}"
    git ls-files --others --exclude-standard
} | sort -u)
[ "${#changed[@]}" -gt 0 ] || die "nothing differs from ${BASE:-the last commit}"
# under PREFIX: whether a file below it has changed.
under() { printf '%s\n' "${changed[@]}" | grep -q "^$1"; }

scripts/client.sh
say "Format and scripts"
cargo fmt --all --check
shellcheck -x scripts/*.sh .ci/run packaging/debian/*
if under frontend/; then
    say "Client"
    npm --prefix frontend run --silent format:check
    npm --prefix frontend run --silent lint -- --cache
    npm --prefix frontend run --silent unused
    npm --prefix frontend run --silent typecheck
    npm --prefix frontend run --silent size
    mapfile -t sources < <(printf '%s\n' "${changed[@]}" | sed -n 's,^frontend/\(src/.*\.tsx\?\)$,\1,p' |
        while read -r file; do [ ! -f "frontend/$file" ] || echo "$file"; done)
    if [ "${#sources[@]}" -gt 0 ]; then
        npm --prefix frontend run --silent test -- --findRelatedTests --passWithNoTests "${sources[@]}"
    fi
fi
say "Build and lints: Rust"
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
cargo build --locked --workspace --all-targets "${all_targets[@]}" 2>&1 | tee "$log"
! grep -q '^warning' "$log" || die "the build has warnings"
"$TARGET_DIR/debug/xtask" tidy
"$TARGET_DIR/debug/xtask" fresh
mapfile -t crates < <(printf '%s\n' "${changed[@]}" | sed -n 's,^crates/\([a-z]*\)/.*,facility-\1,p' | sort -u)
if [ "${#crates[@]}" -gt 0 ]; then
    say "Tests of ${crates[*]}"
    filter=""
    for crate in "${crates[@]}"; do filter="$filter | package(=$crate)"; done
    # Tests that start servers are left to the complete run.
    scripts/with-postgres.sh cargo nextest run --locked --workspace "${all_targets[@]}" \
        -E "(${filter# | }) - binary_id(/facility-server::/) - test(/(^|::)timed::/)" --no-tests pass
fi
