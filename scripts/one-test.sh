#!/usr/bin/env bash
# Runs one test alone, with the existing build.
#
#   scripts/one-test.sh rust facility-infra::it deadlines::a_busy_writer_is_waited_for
#   scripts/one-test.sh journeys e2e/comments.spec.ts:6
#   scripts/one-test.sh screens e2e/screens.spec.ts:81 'home at 360 looks as on its picture'   of many tests on one line
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$ROOT"

[ "$#" -ge 2 ] || die "usage: scripts/one-test.sh rust BINARY TEST | PROJECT FILE:LINE [TITLE]"
if [ "$1" = rust ]; then
    export RUSTC_WORKSPACE_WRAPPER=clippy-driver CI="${CI:-true}"
    # Accepts the test name with its binary in front, as the runner prints it.
    exec scripts/with-postgres.sh cargo nextest run --locked --workspace "${all_targets[@]}" --test-threads 1 \
        -E "binary_id(=$2) & test(=${3#"$2 "})"
fi
CHROMIUM="$(chromium_bin)"
export CHROMIUM FACILITY_BIN="$TARGET_DIR/debug/facility"
# A line may define many tests. The title is the last part of the reporter's line, matched as a regular expression.
title="$(sed -E 's/.* › //; s/[][\\.^$*+?(){}|]/\\&/g' <<<"${3:-}")"
exec npm --prefix frontend run --silent e2e -- "$2" --grep "$title" --project "$1" --workers 1 --trace on --output test-results/again
