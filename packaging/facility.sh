#!/bin/sh
# Runs the program with the settings of the service. If root calls it, the program runs as the user of the service, so
# that the server can open all files that a command creates.
set -eu

program=/usr/lib/facility/facility
# The demo has its own settings and folder.
if [ "${1:-}" = demo ]; then
    exec "$program" "$@"
fi
export FACILITY_CONFIG="${FACILITY_CONFIG:-/etc/facility/facility.toml}"
export FACILITY_ENV_FILE="${FACILITY_ENV_FILE:-/etc/facility/environment}"
umask 077
if [ "$(id -u)" = 0 ]; then
    export HOME=/var/lib/facility
    exec setpriv --reuid facility --regid facility --init-groups -- "$program" "$@"
fi
exec "$program" "$@"
