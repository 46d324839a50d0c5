//! How far people have come with their first steps, for the home board. Each question reads one index and stops at the first
//! entry, or after a fixed number of them.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::phrase::Phrase;
use crate::tables::notifications;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_kernel::{Timestamp, UserId};
use facility_submissions::first_steps::{AdminProgress, UserProgress};

/// Returns how far a user has come.
pub(crate) fn of_user(conn: &mut AnyConn, user: UserId, now: Timestamp) -> Result<UserProgress, DbError> {
    let reader = notifications::Reader::of(conn, user, now)?;
    let told = Phrase::<Bool>::sql(
        "EXISTS (SELECT 1 FROM notifications WHERE notifications.read_at IS NOT NULL AND ",
    );
    let told = told.and(reader.admitted()).then(")");
    let id = user.to_string();
    let read = Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM document_readers AS seen WHERE seen.user_id = ")
        .text(id.clone())
        .then(
            " AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = seen.document_id \
             AND documents.submitted_by = ",
        )
        .text(id.clone())
        .then("))");
    let submitted =
        Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM submissions WHERE submitted_by = ").text(id).then(")");
    let (was_told, has_read, has_submitted) = diesel::select((told, read, submitted)).get_result(conn)?;
    Ok(UserProgress { was_told, has_read, has_submitted })
}

/// Returns how far the installation has come, for this administrator.
pub(crate) fn of_administrator(conn: &mut AnyConn, user: UserId) -> Result<AdminProgress, DbError> {
    let mail = Phrase::<Bool>::sql(
        "EXISTS (SELECT 1 FROM (SELECT sent_at FROM mail ORDER BY position DESC LIMIT 1000) AS newest \
         WHERE newest.sent_at IS NOT NULL)",
    );
    let others = Phrase::<Bool>::sql(
        "EXISTS (SELECT 1 FROM users WHERE is_admin AND is_approved AND deleted_at IS NULL AND id NOT IN (",
    );
    let others = others.text(UserId::EMERGENCY_ACCESS).then(", ").text(user.to_string()).then("))");
    let record = Phrase::<Bool>::sql("EXISTS (SELECT 1 FROM documents)");
    let (has_sent_mail, has_others, has_record) = diesel::select((mail, others, record)).get_result(conn)?;
    Ok(AdminProgress { has_sent_mail, has_others, has_record })
}
