//! What is locked now, for administrators.

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

/// Maximum number of locks of each kind that are looked at.
const MOST: i64 = 10_000;

/// Rows whose list of failures is long enough for a daily limit, 20 times of 16 digits, or 10 of a known browser. The
/// indexes `lockouts_full` and `devices_full` have the same wording.
const LONG: &str = "length(lockouts.day_failures) >= 339";
const LONG_OF_DEVICE: &str = "(length(devices.day_failures) >= 169 OR length(devices.wrong_codes) >= 169)";

/// What a counter is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// A name as a key.
    Name(String),
    /// The id of an account.
    Account(String),
}

/// What locks a name, and for how long.
#[derive(Clone, Copy, Default)]
struct Waits {
    passwords: Option<Duration>,
    codes: Option<Duration>,
}

impl Waits {
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
    let mut found: BTreeMap<Whose, Waits> = BTreeMap::new();
    let mut add = |whose, waits: Waits| {
        let known = found.entry(whose).or_default();
        *known = known.and(waits);
    };
    for (key, until, failures) in counters(conn, now)? {
        let day = last_day::read(&failures, "lockouts", "day_failures")?;
        if let Some((whose, waits)) = of_counter(&key, until, &day, now) {
            add(whose, waits);
        }
    }
    for (user, failures, codes) in browsers(conn, now)? {
        let day = last_day::read(&codes, "devices", "wrong_codes")?;
        let codes = Guesses { day, is_known_browser: true }.wait(now);
        let passwords = last_day::read(&failures, "devices", "day_failures")?.wait(KNOWN_BROWSER_FAILURES_A_DAY, now);
        add(Whose::Account(user), Waits { passwords, codes });
    }
    found.retain(|_, waits| waits.passwords.max(waits.codes).is_some());
    named(conn, found, now)
}

/// Returns whose counter this is, and what it locks.
fn of_counter(key: &str, until: Option<i64>, day: &LastDay, now: Timestamp) -> Option<(Whose, Waits)> {
    let passwords = |wait| Waits { passwords: wait, codes: None };
    let (kind, of) = key.split_once(':')?;
    Some(match kind {
        "pair" => {
            let until = until.map(Timestamp::from_micros).filter(|until| *until > now);
            let lock = until.map(|until| until.since(now));
            // What somebody typed as a name can contain the separator; a network cannot.
            let (name, _network) = of.rsplit_once('|')?;
            (Whose::Name(name.to_owned()), passwords(lock.max(day.wait(PAIR_POLICY.failures_a_day, now))))
        }
        "name" => (Whose::Name(of.to_owned()), passwords(day.wait(UNKNOWN_BROWSER_FAILURES_A_DAY, now))),
        "codes" => {
            let codes = Guesses { day: day.clone(), is_known_browser: false }.wait(now);
            (Whose::Account(of.to_owned()), Waits { passwords: None, codes })
        }
        _ => return None,
    })
}

/// Returns the counters that may lock something: their keys, the end of a lock, and the failures of the day.
fn counters(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<(String, Option<i64>, String)>, DbError> {
    let columns = (lockouts::key, lockouts::locked_until, lockouts::day_failures);
    let mut rows: Vec<_> =
        lockouts::table.filter(lockouts::locked_until.gt(now.as_micros())).select(columns).limit(MOST).load(conn)?;
    let long: Vec<_> = lockouts::table.filter(Phrase::<Bool>::sql(LONG)).select(columns).limit(MOST).load(conn)?;
    rows.extend(long);
    Ok(rows)
}

/// Returns the known browsers that may be locked: their accounts, and their wrong passwords and codes of the day.
fn browsers(conn: &mut AnyConn, now: Timestamp) -> Result<Vec<(String, String, String)>, DbError> {
    Ok(devices::table
        .filter(Phrase::<Bool>::sql(LONG_OF_DEVICE))
        .filter(devices::last_used_at.gt(now.minus(KNOWN_DEVICE_LIFETIME).as_micros()))
        .select((devices::user_id, devices::day_failures, devices::wrong_codes))
        .limit(MOST)
        .load(conn)?)
}

/// Brings what belongs to one account together, under its name.
fn named(conn: &mut AnyConn, found: BTreeMap<Whose, Waits>, now: Timestamp) -> Result<Vec<LockedName>, DbError> {
    let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
    for whose in found.keys() {
        match whose {
            Whose::Name(name) => names.insert(name.clone()),
            Whose::Account(id) => ids.insert(id.clone()),
        };
    }
    let accounts = accounts(conn, &names, &ids)?;
    let mut locked: BTreeMap<Whose, (String, Waits)> = BTreeMap::new();
    for (whose, waits) in found {
        let (whose, username) = match (accounts.get(&whose), whose) {
            (Some((id, username)), _) => (Whose::Account(id.clone()), username.clone()),
            (None, Whose::Name(name)) => (Whose::Name(name.clone()), name),
            // Deleted: nobody can sign in to it.
            (None, Whose::Account(_)) => continue,
        };
        let known = locked.entry(whose).or_insert_with(|| (username, Waits::default()));
        known.1 = known.1.and(waits);
    }
    let named = |(whose, (username, waits)): (Whose, (String, Waits))| {
        let user_id = match &whose {
            Whose::Account(id) => Some(read(id, "users", "id", id)?),
            Whose::Name(_) => None,
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

/// Returns the ids and names of the accounts that have one of these names or ids, by each of the two.
fn accounts(
    conn: &mut AnyConn,
    names: &BTreeSet<String>,
    ids: &BTreeSet<String>,
) -> Result<BTreeMap<Whose, (String, String)>, DbError> {
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
        [(Whose::Name(key), account.clone()), (Whose::Account(id), account)]
    };
    Ok(rows.into_iter().flat_map(by_both).collect())
}
