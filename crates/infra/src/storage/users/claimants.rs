//! Sign-in failures by name, network and browser, and the browsers and networks that an account knows.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{devices, known_networks, lockouts, rate_windows, users};
use crate::on_both;
use crate::storage::kernel::throttle::{self, capped, insert_and_lock};
use crate::storage::users::last_day;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_kernel::{StoreError, Timestamp};
use facility_users::device::{KNOWN_DEVICE_LIFETIME, MAX_DEVICES};
use facility_users::lockout::{
    Claimant, Counters, KNOWN_NETWORK_LIFETIME, LockoutState, MAX_KNOWN_NETWORKS, Window, name_key, pair_prefix,
};
use facility_users::ports::{SignInThrottle, ThrottleState};
use facility_users::second_factor::guesses::Guesses;

#[derive(Queryable, Selectable)]
#[diesel(table_name = lockouts)]
struct Row {
    failures: i32,
    window_started_at: i64,
    locks: i32,
    locked_until: Option<i64>,
    day_failures: String,
}

impl Row {
    fn state(self) -> Result<LockoutState, DbError> {
        Ok(LockoutState {
            failures: count(self.failures),
            window_started_at: Timestamp::from_micros(self.window_started_at),
            locks: count(self.locks),
            locked_until: self.locked_until.map(Timestamp::from_micros),
            day: last_day::read(&self.day_failures, "lockouts", "day_failures")?,
        })
    }
}

fn count(n: i32) -> u32 {
    u32::try_from(n).unwrap_or(0)
}

fn window((started_at, counted): (i64, i32)) -> Window {
    Window { started_at: Timestamp::from_micros(started_at), count: count(counted) }
}

/// Whether a row is locked until the transaction ends, so that no other sign-in result is recorded in between.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hold {
    /// Only reads the row.
    No,
    /// Locks the row if it exists.
    Existing,
    /// Locks the row, and creates it if it is missing.
    Create,
}

/// Reads a row and locks it until the transaction ends.
macro_rules! held {
    ($conn:expr, $query:expr) => {
        match $conn {
            AnyConn::Pg(c) => $query.for_update().first(c),
            AnyConn::Sqlite(c) => $query.first(c),
        }
    };
}

/// Reads a row by its key in one of the ways of [`Hold`]. A macro, because the query's type differs per database.
macro_rules! row {
    ($conn:expr, $hold:expr, $query:expr, $fresh:expr, $table:expr) => {
        match $hold {
            Hold::No => $query.first($conn).optional()?,
            Hold::Existing => held!($conn, $query).optional()?,
            Hold::Create => Some(insert_and_lock(
                $conn,
                |conn| insert_if_absent!(conn, $table, $fresh),
                |conn| held!(conn, $query),
            )?),
        }
    };
}

/// Reads a column of a browser that the account knows, and locks the row unless it is only read.
macro_rules! known_device {
    ($conn:expr, $user:expr, $device:expr, $now:expr, $hold:expr, $column:expr) => {{
        let since = $now.minus(KNOWN_DEVICE_LIFETIME).as_micros();
        let known = devices::table.find(($user, $device)).filter(devices::last_used_at.gt(since)).select($column);
        let found = if $hold == Hold::No { known.first::<String>($conn) } else { held!($conn, known) };
        found.optional()?
    }};
}

/// Returns the counters before a sign-in result is recorded, and locks those that it changes until the transaction
/// ends.
pub(crate) fn hold(
    conn: &mut AnyConn,
    claimant: &Claimant,
    is_failure: bool,
    now: Timestamp,
) -> Result<Counters, DbError> {
    counters(conn, claimant, now, if is_failure { Hold::Create } else { Hold::Existing })
}

fn counters(conn: &mut AnyConn, claimant: &Claimant, now: Timestamp, hold: Hold) -> Result<Counters, DbError> {
    let mut counters = Counters::fresh(now);
    let user: Option<String> = users::table
        .filter(users::username_key.eq(&claimant.username_key))
        .filter(users::deleted_at.is_null())
        .select(users::id)
        .first(conn)
        .optional()?;
    if let (Some(user), Some(device)) = (&user, &claimant.device) {
        let found = known_device!(conn, user, device, now, hold, devices::day_failures);
        if let Some(found) = found {
            let device = last_day::read(&found, "devices", "day_failures")?;
            return Ok(Counters { device: Some(device), ..counters });
        }
    }
    if let Some(user) = &user {
        let known: Option<i64> = known_networks::table
            .find((user, &claimant.network))
            .filter(known_networks::last_used_at.gt(now.minus(KNOWN_NETWORK_LIFETIME).as_micros()))
            .select(known_networks::last_used_at)
            .first(conn)
            .optional()?;
        counters.is_known_network = known.is_some();
    }
    // Every transaction locks in the same order, so that no two deadlock: names, pairs, networks.
    if let Some(state) = lockout(conn, &claimant.name_key(), now, hold)? {
        counters.name = state.day;
    }
    if let Some(state) = lockout(conn, &claimant.pair_key(), now, hold)? {
        counters.pair = state;
    }
    if let Some(key) = claimant.network_key() {
        let fresh = (
            rate_windows::key.eq(&key),
            rate_windows::window_started_at.eq(now.as_micros()),
            rate_windows::count.eq(0),
        );
        let columns = (rate_windows::window_started_at, rate_windows::count);
        let network: Option<(i64, i32)> =
            row!(conn, hold, rate_windows::table.find(&key).select(columns), fresh, rate_windows::table);
        if let Some(found) = network {
            counters.network = window(found);
        }
    }
    Ok(counters)
}

/// Returns the wrong codes of an account that count for this browser: its own if the account knows it, or else those of
/// unknown ones. Lock these counters before the account's own row.
pub(crate) fn guesses(
    conn: &mut AnyConn,
    user: &str,
    device: Option<&str>,
    now: Timestamp,
    hold: Hold,
) -> Result<Guesses, DbError> {
    if let Some(device) = device {
        let found = known_device!(conn, user, device, now, hold, devices::wrong_codes);
        if let Some(found) = found {
            let day = last_day::read(&found, "devices", "wrong_codes")?;
            return Ok(Guesses { day, is_known_browser: true });
        }
    }
    let day = lockout(conn, &codes_key(user), now, hold)?.map(|state| state.day).unwrap_or_default();
    Ok(Guesses { day, is_known_browser: false })
}

/// Writes wrong codes that [`guesses`] has locked.
pub(crate) fn store_guesses(
    conn: &mut AnyConn,
    user: &str,
    device: Option<&str>,
    guesses: &Guesses,
    now: Timestamp,
) -> Result<(), DbError> {
    let written = last_day::encode(&guesses.day);
    if let (true, Some(device)) = (guesses.is_known_browser, device) {
        let row = devices::table.find((user, device));
        diesel::update(row).set(devices::wrong_codes.eq(written)).execute(conn)?;
    } else {
        let row = lockouts::table.find(codes_key(user));
        let values = (lockouts::day_failures.eq(written), lockouts::last_failed_at.eq(now.as_micros()));
        diesel::update(row).set(values).execute(conn)?;
    }
    Ok(())
}

/// The key of an account's wrong codes from unknown browsers.
fn codes_key(user: &str) -> String {
    format!("codes:{user}")
}

fn lockout(conn: &mut AnyConn, key: &str, now: Timestamp, hold: Hold) -> Result<Option<LockoutState>, DbError> {
    let fresh = (
        lockouts::key.eq(key),
        lockouts::failures.eq(0),
        lockouts::window_started_at.eq(now.as_micros()),
        lockouts::locks.eq(0),
        lockouts::locked_until.eq(None::<i64>),
        lockouts::day_failures.eq(""),
        lockouts::last_failed_at.eq(now.as_micros()),
    );
    let row: Option<Row> = row!(conn, hold, lockouts::table.find(key).select(Row::as_select()), fresh, lockouts::table);
    row.map(Row::state).transpose()
}

/// Writes counters that [`hold`] has locked.
pub(crate) fn store(
    conn: &mut AnyConn,
    claimant: &Claimant,
    counters: &Counters,
    now: Timestamp,
) -> Result<(), DbError> {
    if let (Some(device), Some(token)) = (&counters.device, &claimant.device) {
        let user = users::table
            .filter(users::username_key.eq(&claimant.username_key))
            .select(users::id)
            .first::<String>(conn)?;
        diesel::update(devices::table.find((user, token)))
            .set(devices::day_failures.eq(last_day::encode(device)))
            .execute(conn)?;
        return Ok(());
    }
    diesel::update(lockouts::table.find(claimant.name_key()))
        .set((
            lockouts::day_failures.eq(last_day::encode(&counters.name)),
            lockouts::last_failed_at.eq(now.as_micros()),
        ))
        .execute(conn)?;
    let pair = &counters.pair;
    diesel::update(lockouts::table.find(claimant.pair_key()))
        .set((
            lockouts::failures.eq(capped(pair.failures)),
            lockouts::window_started_at.eq(pair.window_started_at.as_micros()),
            lockouts::locks.eq(capped(pair.locks)),
            lockouts::locked_until.eq(pair.locked_until.map(Timestamp::as_micros)),
            lockouts::day_failures.eq(last_day::encode(&pair.day)),
            lockouts::last_failed_at.eq(now.as_micros()),
        ))
        .execute(conn)?;
    if let Some(key) = claimant.network_key() {
        diesel::update(rate_windows::table.find(key))
            .set((
                rate_windows::window_started_at.eq(counters.network.started_at.as_micros()),
                rate_windows::count.eq(capped(counters.network.count)),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Records that an account knows a browser and a network, or that it has used them again.
pub(crate) fn know(conn: &mut AnyConn, user: &str, device: &str, network: &str, now: Timestamp) -> Result<(), DbError> {
    let at = now.as_micros();
    let row = (
        devices::user_id.eq(user),
        devices::token_hash.eq(device),
        devices::last_used_at.eq(at),
        devices::day_failures.eq(""),
        devices::wrong_codes.eq(""),
    );
    on_both!(conn, |c| diesel::insert_into(devices::table)
        .values(row)
        .on_conflict((devices::user_id, devices::token_hash))
        .do_update()
        .set(devices::last_used_at.eq(at))
        .execute(c))?;
    let surplus: Vec<String> = devices::table
        .filter(devices::user_id.eq(user))
        .order(devices::last_used_at.desc())
        .offset(MAX_DEVICES)
        .limit(MAX_DEVICES)
        .select(devices::token_hash)
        .load(conn)?;
    let own = devices::table.filter(devices::user_id.eq(user));
    diesel::delete(own.filter(devices::token_hash.eq_any(surplus))).execute(conn)?;

    let row =
        (known_networks::user_id.eq(user), known_networks::network.eq(network), known_networks::last_used_at.eq(at));
    on_both!(conn, |c| diesel::insert_into(known_networks::table)
        .values(row)
        .on_conflict((known_networks::user_id, known_networks::network))
        .do_update()
        .set(known_networks::last_used_at.eq(at))
        .execute(c))?;
    let surplus: Vec<String> = known_networks::table
        .filter(known_networks::user_id.eq(user))
        .order(known_networks::last_used_at.desc())
        .offset(MAX_KNOWN_NETWORKS)
        .limit(MAX_KNOWN_NETWORKS)
        .select(known_networks::network)
        .load(conn)?;
    let own = known_networks::table.filter(known_networks::user_id.eq(user));
    diesel::delete(own.filter(known_networks::network.eq_any(surplus))).execute(conn)?;
    Ok(())
}

/// Deletes all known browsers and networks of this account.
pub(crate) fn forget_all(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    diesel::delete(devices::table.filter(devices::user_id.eq(user))).execute(conn)?;
    diesel::delete(known_networks::table.filter(known_networks::user_id.eq(user))).execute(conn)?;
    Ok(())
}

/// Clears the wrong passwords for this account from all networks and browsers. Call it before writing the account's own
/// row, to keep the lock order of sign-ins.
pub(crate) fn forgive_passwords(conn: &mut AnyConn, user: &str, username_key: &str) -> Result<(), DbError> {
    let pairs = throttle::prefix_pattern(&pair_prefix(username_key));
    let of_name =
        lockouts::table.filter(lockouts::key.eq(name_key(username_key)).or(lockouts::key.like(pairs).escape('\\')));
    diesel::delete(of_name).execute(conn)?;
    let own = devices::table.filter(devices::user_id.eq(user));
    diesel::update(own).set(devices::day_failures.eq("")).execute(conn)?;
    Ok(())
}

/// Clears the wrong codes for this account from all browsers. Call it after [`forgive_passwords`].
pub(crate) fn forgive_codes(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    diesel::delete(lockouts::table.find(codes_key(user))).execute(conn)?;
    let own = devices::table.filter(devices::user_id.eq(user));
    diesel::update(own).set(devices::wrong_codes.eq("")).execute(conn)?;
    Ok(())
}

/// Deletes known browsers and networks that have been unused for too long.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let unused = devices::last_used_at.le(now.minus(KNOWN_DEVICE_LIFETIME).as_micros());
    diesel::delete(devices::table.filter(unused)).execute(conn)?;
    let unused = known_networks::last_used_at.le(now.minus(KNOWN_NETWORK_LIFETIME).as_micros());
    diesel::delete(known_networks::table.filter(unused)).execute(conn)?;
    Ok(())
}

#[async_trait]
impl SignInThrottle for Database {
    async fn standing(&self, claimant: &Claimant, now: Timestamp) -> Result<ThrottleState, StoreError> {
        let claimant = claimant.clone();
        self.read_at_once(move |conn| {
            let is_known_device = match &claimant.device {
                None => false,
                Some(device) => devices::table
                    .filter(devices::token_hash.eq(device))
                    .filter(devices::last_used_at.gt(now.minus(KNOWN_DEVICE_LIFETIME).as_micros()))
                    .select(devices::last_used_at)
                    .first::<i64>(conn)
                    .optional()?
                    .is_some(),
            };
            Ok(ThrottleState { counters: counters(conn, &claimant, now, Hold::No)?, is_known_device })
        })
        .await
    }
}
