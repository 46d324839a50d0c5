//! The names that are locked now, for administrators.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::db::schema::{devices, lockouts, users};
use crate::storage::read;
use crate::storage::users::last_day;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_kernel::Timestamp;
use facility_users::device::KNOWN_DEVICE_LIFETIME;
use facility_users::last_day::LastDay;
use facility_users::lockout::{KNOWN_BROWSER_FAILURES_A_DAY, PAIR_POLICY, UNKNOWN_BROWSER_FAILURES_A_DAY};
use facility_users::second_factor::guesses::Guesses;
use facility_users::session::LockedName;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Maximum number of locks of each kind that are examined.
const MAX_EXAMINED: i64 = 10_000;

/// Rows whose list of failures is long enough for a daily limit, 20 times of 16 digits, or 10 of a known browser. The
/// indexes `lockouts_full` and `devices_full` have the same wording.
const LONG: &str = "length(lockouts.day_failures) >= 339";
const LONG_OF_DEVICE: &str = "(length(devices.day_failures) >= 169 OR length(devices.wrong_codes) >= 169)";

/// Subject sign-ins a counter counts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Subject {
    /// A name as a key.
    Name(String),
    /// The id of an account.
    Account(String),
}

/// How much longer a name is locked, because of passwords and of codes.
#[derive(Clone, Copy, Default)]
struct LockTimes {
    passwords: Option<Duration>,
    codes: Option<Duration>,
}

impl LockTimes {
    fn and(self, other: Self) -> Self {
        Self { passwords: self.passwords.max(other.passwords), codes: self.codes.max(other.codes) }
    }
}

/// Returns the networks from which some name is locked.
pub(crate) fn networks(conn: &mut AnyConn, now: Timestamp) -> Result<BTreeSet<String>, DbError> {
    let mut networks = BTreeSet::new();
    for (key, until, failures) in counters(conn, now)? {
        let day = last_day::read(&failures, "lockouts", "day_failures")?;
        let locks = of_counter(&key, until, &day, now).is_some_and(|(_, waits)| waits.passwords.is_some());
        let pair = key.strip_prefix("pair:").filter(|_| locks);
        networks.extend(pair.and_then(|pair| pair.rsplit_once('|')).map(|(_, network)| network.to_owned()));
    }
    Ok(networks)
}

/// Returns the names that are locked, those that stay locked longest first.
pub(crate) fn locked_names(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<LockedName>, DbError> {
    let mut found: BTreeMap<Subject, LockTimes> = BTreeMap::new();
    let mut add = |subject, waits: LockTimes| {
        let known = found.entry(subject).or_default();
        *known = known.and(waits);
    };
    for (key, until, failures) in counters(conn, now)? {
        let day = last_day::read(&failures, "lockouts", "day_failures")?;
        if let Some((subject, waits)) = of_counter(&key, until, &day, now) {
            add(subject, waits);
        }
    }
    for (user, failures, codes) in browsers(conn, now)? {
        let day = last_day::read(&codes, "devices", "wrong_codes")?;
        let codes = Guesses { day, is_known_browser: true }.wait(now);
        let passwords = last_day::read(&failures, "devices", "day_failures")?.wait(KNOWN_BROWSER_FAILURES_A_DAY, now);
        add(Subject::Account(user), LockTimes { passwords, codes });
    }
    found.retain(|_, waits| waits.passwords.max(waits.codes).is_some());
    named(conn, found, now)
}

/// Returns whose counter this is, and how long it locks them.
fn of_counter(key: &str, until: Option<i64>, day: &LastDay, now: Timestamp) -> Option<(Subject, LockTimes)> {
    let passwords = |wait| LockTimes { passwords: wait, codes: None };
    let (kind, of) = key.split_once(':')?;
    Some(match kind {
        "pair" => {
            let until = until.map(Timestamp::from_micros).filter(|until| *until > now);
            let lock = until.map(|until| until.since(now));
            // A typed name can contain the separator; a network cannot.
            let (name, _network) = of.rsplit_once('|')?;
            (Subject::Name(name.to_owned()), passwords(lock.max(day.wait(PAIR_POLICY.failures_a_day, now))))
        }
        "name" => (Subject::Name(of.to_owned()), passwords(day.wait(UNKNOWN_BROWSER_FAILURES_A_DAY, now))),
        "codes" => {
            let codes = Guesses { day: day.clone(), is_known_browser: false }.wait(now);
            (Subject::Account(of.to_owned()), LockTimes { passwords: None, codes })
        }
        _ => return None,
    })
}

/// Returns the counters that may lock something: their keys, the end of a lock, and the failures of the day.
fn counters(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<(String, Option<i64>, String)>, DbError> {
    let columns = (lockouts::key, lockouts::locked_until, lockouts::day_failures);
    let mut rows: Vec<_> = lockouts::table
        .filter(lockouts::locked_until.gt(now.as_micros()))
        .select(columns)
        .limit(MAX_EXAMINED)
        .load(conn)?;
    let long: Vec<_> =
        lockouts::table.filter(Phrase::<Bool>::sql(LONG)).select(columns).limit(MAX_EXAMINED).load(conn)?;
    rows.extend(long);
    Ok(rows)
}

/// Returns the known browsers that may be locked: their accounts, and their wrong passwords and codes of the day.
fn browsers(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<(String, String, String)>, DbError> {
    Ok(devices::table
        .filter(Phrase::<Bool>::sql(LONG_OF_DEVICE))
        .filter(devices::last_used_at.gt(now.minus(KNOWN_DEVICE_LIFETIME).as_micros()))
        .select((devices::user_id, devices::day_failures, devices::wrong_codes))
        .limit(MAX_EXAMINED)
        .load(conn)?)
}

/// Merges the locks of each account, under its username.
fn named(conn: &mut AnyConn, found: BTreeMap<Subject, LockTimes>, now: Timestamp) -> Result<Vec<LockedName>, DbError> {
    let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for subject in found.keys() {
        match subject {
            Subject::Name(name) => names.insert(name.clone()),
            Subject::Account(id) => ids.insert(id.clone()),
        };
    }
    let accounts = accounts(conn, &names, &ids)?;
    let mut locked: BTreeMap<Subject, (String, LockTimes)> = BTreeMap::new();
    for (subject, waits) in found {
        let (subject, username) = match (accounts.get(&subject), subject) {
            (Some((id, username)), _) => (Subject::Account(id.clone()), username.clone()),
            (None, Subject::Name(name)) => (Subject::Name(name.clone()), name),
            // Deleted: nobody can sign in to it.
            (None, Subject::Account(_)) => continue,
        };
        let known = locked.entry(subject).or_insert_with(|| (username, LockTimes::default()));
        known.1 = known.1.and(waits);
    }
    let named = |(subject, (username, waits)): (Subject, (String, LockTimes))| {
        let user_id = match &subject {
            Subject::Account(id) => Some(read(id, "users", "id", id)?),
            Subject::Name(_) => None,
        };
        Ok::<_, DbError>(LockedName {
            username,
            user_id,
            until: now.plus(waits.passwords.max(waits.codes).unwrap_or_default()),
            by_passwords: waits.passwords.is_some(),
            by_codes: waits.codes.is_some(),
        })
    };
    let mut locked = locked.into_iter().map(named).collect::<Result<Vec<_>, _>>()?;
    locked.sort_by(|one, other| other.until.cmp(&one.until).then_with(|| one.username.cmp(&other.username)));
    Ok(locked)
}

/// Returns the ids and names of the accounts that have one of these names or ids, keyed by both.
fn accounts(
    conn: &mut AnyConn,
    names: &BTreeSet<String>,
    ids: &BTreeSet<String>,
) -> Result<BTreeMap<Subject, (String, String)>, DbError> {
    let columns = (users::id, users::username_key, users::username);
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for (column, texts) in [("users.username_key", names), ("users.id", ids)] {
        let found: Vec<_> = users::table
            .filter(users::deleted_at.is_null())
            .filter(Phrase::<Bool>::sql(column).one_of(conn, texts))
            .select(columns)
            .load(conn)?;
        rows.extend(found);
    }
    let by_both = |(id, key, username): (String, String, String)| {
        let account = (id.clone(), username);
        [(Subject::Name(key), account.clone()), (Subject::Account(id), account)]
    };
    Ok(rows.into_iter().flat_map(by_both).collect())
}
