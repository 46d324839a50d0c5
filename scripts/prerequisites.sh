#!/usr/bin/env bash
# Checks the prerequisites, and installs missing Debian packages if possible.
#
#   scripts/prerequisites.sh build   for `make build` and `make run`
#   scripts/prerequisites.sh test    for `make build` and `make test`
#   scripts/prerequisites.sh faults  for `make build` and `make faults`
#   scripts/prerequisites.sh attack  for `make build` and `make attack`
#   scripts/prerequisites.sh leaks   for `make build` and `make leaks`
#   scripts/prerequisites.sh bench   for `make build` and `make bench`
#
# Without apt, root or password-less sudo it installs nothing: it lists what is missing and fails.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

want="${1:-build}"
case "$want" in
build | test | faults | attack | leaks | bench) ;;
*) die "usage: scripts/prerequisites.sh build|test|faults|attack|leaks|bench" ;;
esac

# The missing prerequisites as text, the Debian packages that provide them, and those that no package provides.
missing=()
packages=()
by_hand=()

need() { # need WHAT PACKAGE...
    missing+=("$1")
    shift
    packages+=("$@")
}

# The build compiles libpq from source with the system's OpenSSL headers.
has_openssl_headers() {
    if command -v pkg-config >/dev/null 2>&1; then
        pkg-config --exists openssl
    else
        [ -n "${OPENSSL_DIR:-}" ] || [ -e /usr/include/openssl/ssl.h ]
    fi
}

node_is_new_enough() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 &&
        [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ]
}

check_all() {
    missing=()
    packages=()
    by_hand=()
    command -v cc >/dev/null 2>&1 || need "a C compiler (cc)" build-essential
    command -v make >/dev/null 2>&1 || need "make" make
    command -v pkg-config >/dev/null 2>&1 || need "pkg-config" pkg-config
    has_openssl_headers || need "the OpenSSL headers" libssl-dev
    if [ "$want" != build ]; then
        postgres_bin >/dev/null || need "the PostgreSQL server programs, 15 or later" postgresql
    fi
    if [ "$want" = faults ]; then
        python3 -c 'import venv, ensurepip' 2>/dev/null || need "Python 3 with venv" python3-venv
    fi
    if [ "$want" = test ]; then
        chromium_bin >/dev/null || need "Chromium" chromium-headless-shell fonts-dejavu-core
        command -v shellcheck >/dev/null 2>&1 || need "shellcheck" shellcheck
        command -v pdftotext >/dev/null 2>&1 || need "poppler's pdftotext and pdftoppm" poppler-utils
    fi
    if [ "$want" = bench ]; then
        command -v wrk >/dev/null 2>&1 || need "wrk" wrk
        command -v taskset >/dev/null 2>&1 || need "taskset" util-linux
        postgres_bin >/dev/null || need "the PostgreSQL server programs, 15 or later" postgresql
    fi
    # These two have their own installers; a distribution may lack the required versions.
    local channel
    channel="$(sed -nE 's/^channel *= *"([^"]+)".*/\1/p' "$ROOT/rust-toolchain.toml")"
    (cd "$ROOT" && cargo --version >/dev/null 2>&1) ||
        by_hand+=("Rust $channel; with rustup: rustup toolchain install $channel --component rustfmt,clippy")
    node_is_new_enough || by_hand+=("Node.js 20 or later, with npm")
}

# may_install: whether packages can be installed without a prompt. Sets the command to do so as root.
as_root=()
may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" -ne 0 ] || return 0
    as_root=(sudo -n)
    command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null
}

apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 -y "$@"
}

# Another apt process may hold the lock or clean the package cache; both are temporary, so retry.
install_packages() {
    local attempt
    for attempt in 1 2 3 4 5 6; do
        if apt update && apt install --no-install-recommends "$@"; then
            return 0
        fi
        echo "apt-get failed (attempt $attempt of 6); retrying in 10 s" >&2
        sleep 10
        apt --fix-broken install || true
    done
    return 1
}

check_all
if [ "${#packages[@]}" -gt 0 ] && may_install; then
    printf 'missing: %s\n' "${missing[@]}"
    say "Installing ${packages[*]}"
    install_packages "${packages[@]}" || die "the packages could not be installed: ${packages[*]}"
    check_all
fi

if [ "${#missing[@]}" -gt 0 ] || [ "${#by_hand[@]}" -gt 0 ]; then
    printf 'missing: %s\n' "${missing[@]}" "${by_hand[@]}" >&2
    if [ "${#packages[@]}" -gt 0 ]; then
        echo "on Debian or Ubuntu: sudo apt-get install ${packages[*]}" >&2
    fi
    die "install what is missing and try again"
fi
echo "prerequisites ($want): complete"
