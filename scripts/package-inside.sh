#!/usr/bin/env bash
# The part of scripts/package-test.sh that runs as root in the chroot, where /debs holds two revisions of the package.
# It starts the server with the settings of the unit, because no service manager runs there.
set -euo pipefail

fail() {
    echo "package: $*" >&2
    exit 1
}

# unit KEY: prints the value of a key of the unit.
unit() {
    sed -nE "s/^$1=(.*)$/\1/p" /lib/systemd/system/facility.service
}

port=18080
logs="$(mktemp -d)"
started=""
start() {
    local log="$logs/$1.log"
    cd "$(unit WorkingDirectory)"
    # shellcheck disable=SC2046
    setpriv --reuid "$(unit User)" --regid "$(unit Group)" --clear-groups env --ignore-environment \
        PATH="$PATH" $(unit ExecStart) >"$log" 2>&1 &
    started=$!
    for _ in $(seq 1 120); do
        if facility health >/dev/null 2>&1; then
            return
        fi
        sleep 0.5
    done
    cat "$log"
    fail "the server is not ready after a minute"
}
stop() {
    kill -TERM "$started"
    wait "$started" || fail "the server did not stop cleanly"
}

! id facility >/dev/null 2>&1 || fail "this machine already has a user facility"
apt_options=(--force-confold)
dpkg --install "${apt_options[@]}" /debs/1.deb
id facility >/dev/null || fail "no user was made"
[ "$(stat -c '%a %U' /var/lib/facility)" = '700 facility' ] || fail "the data folder is open to others"
[ "$(stat -c '%a %U' /var/backups/facility)" = '700 facility' ] || fail "the folder for backups is open to others, or missing"
grep -q '^StartLimitIntervalSec=0$' /lib/systemd/system/facility.service || fail "the service gives up after some starts"
grep -q '^ReadWritePaths=-/var/backups/facility$' /lib/systemd/system/facility.service || fail "the service cannot write backups"
[ "$(stat -c '%a' /usr/bin/facility)" = 755 ] || fail "the program has other permissions"
[ "$(stat -c '%a %U %G' /etc/facility/environment)" = '640 root facility' ] || fail "the secrets are open to others, or closed to the server"
# The server and the commands read this file.
echo "FACILITY_LISTEN=127.0.0.1:$port" >>/etc/facility/environment
! (cd / && facility migrate) >/dev/null 2>&1 || fail "a command made an installation"
[ ! -e /var/lib/facility/facility.sqlite ] || fail "a command made a database"
systemd-analyze verify /lib/systemd/system/facility.service || fail "the unit has an error"
[ -L /etc/systemd/system/multi-user.target.wants/facility.service ] || fail "the unit is not enabled"
facility --version

start first
grep -q 'administrator' "$logs/first.log" || fail "the first start does not print the first administrator"
(cd / && facility admin create packager >/dev/null)
facility backup /var/lib/facility/before.tar.zst >/dev/null
[ -z "$(find /var/lib/facility ! -user facility)" ] || fail "a command of root left files that the server cannot open"
[ "$(stat -c '%a %U' /var/lib/facility/secret.key)" = '600 facility' ] || fail "the secret key is open to others"
stop

echo '# a change of the host' >>/etc/facility/facility.toml
dpkg --install "${apt_options[@]}" /debs/2.deb
grep -q 'a change of the host' /etc/facility/facility.toml || fail "the upgrade lost a changed configuration"
start second
! facility admin create packager >/dev/null 2>&1 || fail "the upgrade lost an account"
facility audit verify | grep -q '"ok":true' || fail "the audit log is broken after the upgrade"
facility admin create later >/dev/null
stop

# Back to the earlier package, with the backup from before the upgrade.
dpkg --install "${apt_options[@]}" /debs/1.deb
facility restore --replace /var/lib/facility/before.tar.zst >/dev/null
start third
facility audit verify | grep -q '"ok":true' || fail "the audit log is broken after the way back"
! facility admin create packager >/dev/null 2>&1 || fail "the restore lost an account"
facility admin create later >/dev/null || fail "the restore kept what was written after the backup"
stop

dpkg --remove facility
[ ! -e /usr/bin/facility ] || fail "the program is still there after the removal"
[ -e /etc/facility/facility.toml ] || fail "the removal deleted the configuration"
dpkg --purge facility
[ ! -e /etc/facility ] || fail "the purge left the configuration"
[ -e /var/lib/facility/facility.sqlite ] || fail "the purge deleted the records"
echo "package: installed, started, upgraded, downgraded, restored, removed and purged"
