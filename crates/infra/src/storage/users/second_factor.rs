//! Second factors.

use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{second_factor_codes, second_factors};
use crate::storage::stored::value;
use crate::storage::users::claimants::{self, Hold};
use diesel::prelude::*;
use facility_kernel::{Timestamp, UserId};
use facility_users::second_factor::codes::CodeKind;
use facility_users::second_factor::{CodeProof, SecondFactor};

#[derive(Queryable, Selectable)]
#[diesel(table_name = second_factors)]
struct Row {
    secret: Option<String>,
    last_step: Option<i64>,
    pending_secret: Option<String>,
    syncs: i64,
}

/// Returns the second factor of an account, with the wrong codes that count for this browser.
pub(crate) fn find(
    conn: &mut AnyConn,
    user: UserId,
    device: Option<&str>,
    now: Timestamp,
) -> Result<SecondFactor, DbError> {
    let id = user.to_string();
    let guesses = claimants::guesses(conn, &id, device, now, Hold::No)?;
    let row: Option<Row> = second_factors::table.find(&id).select(Row::as_select()).first(conn).optional()?;
    let Some(row) = row else { return Ok(SecondFactor { guesses, ..SecondFactor::none() }) };
    let codes: Vec<(String, String)> = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(&id))
        .filter(second_factor_codes::is_pending.eq(false))
        .select((second_factor_codes::kind, second_factor_codes::code_hash))
        .load(conn)?;
    let codes = codes.into_iter().map(|(kind, hash)| Ok((value(kind, "second_factor_codes", "kind", &id)?, hash)));
    Ok(SecondFactor {
        secret: row.secret,
        last_step: row.last_step,
        pending_secret: row.pending_secret,
        syncs: row.syncs,
        codes: codes.collect::<Result<_, DbError>>()?,
        guesses,
    })
}

/// Spends a code. Returns whether it was still valid: false if another transaction used the code first.
pub(crate) fn spend(conn: &mut AnyConn, user: &str, proof: &CodeProof) -> Result<bool, DbError> {
    let code = |hash: &str, kind: CodeKind| {
        second_factor_codes::table
            .filter(second_factor_codes::user_id.eq(user.to_owned()))
            .filter(second_factor_codes::is_pending.eq(false))
            .filter(second_factor_codes::code_hash.eq(hash.to_owned()))
            .filter(second_factor_codes::kind.eq(kind.as_str()))
    };
    let touched = match proof {
        CodeProof::App { secret, step } => {
            let later = second_factors::last_step.is_null().or(second_factors::last_step.lt(step));
            let row = second_factors::table
                .filter(second_factors::user_id.eq(user))
                .filter(second_factors::secret.eq(secret))
                .filter(later.assume_not_null());
            diesel::update(row).set(second_factors::last_step.eq(step)).execute(conn)?
        }
        CodeProof::Backup(hash) => diesel::delete(code(hash, CodeKind::Backup)).execute(conn)?,
        CodeProof::Static(hash) => {
            let found: i64 = code(hash, CodeKind::Static).count().get_result(conn)?;
            usize::try_from(found).unwrap_or(0)
        }
    };
    Ok(touched == 1)
}

/// Activates the secret and the codes of a set-up.
pub(crate) fn complete(conn: &mut AnyConn, user: &str, secret: &str, step: i64) -> Result<(), DbError> {
    let row = second_factors::table
        .filter(second_factors::user_id.eq(user))
        .filter(second_factors::pending_secret.eq(secret));
    let completed = diesel::update(row)
        .set((
            second_factors::secret.eq(Some(secret)),
            second_factors::last_step.eq(Some(step)),
            second_factors::pending_secret.eq(None::<String>),
        ))
        .execute(conn)?;
    exactly_one(completed)?;
    delete_codes(conn, user, false)?;
    let pending = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(user))
        .filter(second_factor_codes::is_pending.eq(true));
    diesel::update(pending).set(second_factor_codes::is_pending.eq(false)).execute(conn)?;
    Ok(())
}

/// Inserts the row of an account if it has none, and locks it, so that changes of its codes are serialized.
pub(crate) fn hold(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    let row = (second_factors::user_id.eq(user), second_factors::syncs.eq(0_i64));
    insert_if_absent!(conn, second_factors::table, row)?;
    if let AnyConn::Pg(c) = conn {
        let row = second_factors::table.find(user).select(second_factors::syncs);
        row.for_update().first::<i64>(c)?;
    }
    Ok(())
}

pub(crate) fn delete_codes(conn: &mut AnyConn, user: &str, is_pending: bool) -> Result<(), DbError> {
    let codes = second_factor_codes::table
        .filter(second_factor_codes::user_id.eq(user))
        .filter(second_factor_codes::is_pending.eq(is_pending));
    diesel::delete(codes).execute(conn)?;
    Ok(())
}

pub(crate) fn insert_codes(
    conn: &mut AnyConn,
    user: &str,
    codes: &[(CodeKind, String)],
    is_pending: bool,
) -> Result<(), DbError> {
    for (kind, hash) in codes {
        let row = (
            second_factor_codes::user_id.eq(user),
            second_factor_codes::is_pending.eq(is_pending),
            second_factor_codes::code_hash.eq(hash),
            second_factor_codes::kind.eq(kind.as_str()),
        );
        diesel::insert_into(second_factor_codes::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// Deletes the secret, the set-up and all codes of an account. The number of syncs stays, so that no derived code
/// becomes valid again.
pub(crate) fn remove(conn: &mut AnyConn, user: &str) -> Result<(), DbError> {
    let codes = second_factor_codes::table.filter(second_factor_codes::user_id.eq(user));
    diesel::delete(codes).execute(conn)?;
    diesel::update(second_factors::table.filter(second_factors::user_id.eq(user)))
        .set((
            second_factors::secret.eq(None::<String>),
            second_factors::last_step.eq(None::<i64>),
            second_factors::pending_secret.eq(None::<String>),
        ))
        .execute(conn)?;
    Ok(())
}
