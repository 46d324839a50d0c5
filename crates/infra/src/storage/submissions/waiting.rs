//! Limits what one person has waiting for a review.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{document_edits, submissions};
use crate::storage::exact;
use crate::storage::submissions::edits;
use crate::storage::submissions::submission_rows::is_pending;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use facility_documents::portions;
use facility_documents::sealed::Sealed;
use facility_kernel::UserId;
use facility_submissions::case::{MAX_WAITING_BYTES, MAX_WAITING_ITEMS, TooMuchWaiting};

/// Checks that this person may have another submission or edit with this text waiting. On PostgreSQL, other such
/// transactions of this person wait until this one ends.
///
/// The time depends on pending items only: both tables have an index of pending items by author, and neither database
/// reads a text to compute its length.
pub(crate) fn check_pending_quota(
    conn: &mut AnyConn,
    author: UserId,
    text: &Sealed<String>,
) -> Result<Result<(), TooMuchWaiting>, DbError> {
    let id = author.to_string();
    if let AnyConn::Pg(postgres) = conn {
        diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended('waiting ' || $1, 0))")
            .bind::<Text, _>(&id)
            .execute(postgres)?;
    }
    let bytes = || sql::<BigInt>("CAST(COALESCE(SUM(octet_length(content)), 0) AS BIGINT)");
    let submitted: (i64, i64) = submissions::table
        .filter(submissions::submitted_by.eq(&id).and(is_pending()))
        .select((sql::<BigInt>("COUNT(*)"), bytes()))
        .first(conn)?;
    let proposed: (i64, i64) = document_edits::table
        .filter(document_edits::submitted_by.eq(&id).and(edits::is_pending()))
        .select((sql::<BigInt>("COUNT(*)"), bytes()))
        .first(conn)?;
    let items = exact(submitted.0).saturating_add(exact(proposed.0));
    let bytes = exact(submitted.1).saturating_add(exact(proposed.1));
    let with_this = bytes.saturating_add(portions::stored::size(text) as u64);
    Ok(if items < MAX_WAITING_ITEMS && with_this <= MAX_WAITING_BYTES { Ok(()) } else { Err(TooMuchWaiting) })
}
