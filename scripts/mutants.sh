#!/usr/bin/env bash
# Mutation testing of the rules: changes them one place at a time and checks whether a test fails. Prints the mutants
# that survive and fails if mutants.toml does not exempt one of them. Takes minutes to an hour, depending on the number
# of cores.
#
#   scripts/mutants.sh                       every file below
#   scripts/mutants.sh crates/users/src/lockout.rs   only these files
#
# MUTANTS_JOBS=2 sets the number of mutants built and tested concurrently.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

mutants="$(cargo_tool cargo-mutants 27.1.0)"

# The pure rules, which the unit tests of their crates cover.
rules=(
    crates/users/src/policy.rs
    crates/users/src/lockout.rs
    crates/documents/src/visibility.rs
    crates/users/src/sign_in_record.rs
    crates/submissions/src/case/mod.rs
    crates/submissions/src/case/approvers.rs
    crates/submissions/src/case/decision.rs
    crates/submissions/src/review.rs
    crates/files/src/kind.rs
    crates/files/src/upload.rs
    crates/audit/src/chain.rs
)
if [ "$#" -gt 0 ]; then
    rules=("$@")
fi
arguments=()
for file in "${rules[@]}"; do
    [ -f "$file" ] || die "$file: no such file"
    arguments+=(--file "$file")
done
say "Mutating ${#rules[@]} files"
"$mutants" mutants "${arguments[@]}" --jobs "${MUTANTS_JOBS:-2}" --test-tool cargo --no-shuffle \
    --output "$TARGET_DIR" --minimum-test-timeout 60 -- --lib
