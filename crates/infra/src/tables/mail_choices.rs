//! The kinds of mail that users turned off.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::mail_declined;
use crate::on_both;
use diesel::prelude::*;
use facility_audit::mail::MailKind;
use facility_kernel::UserId;
use facility_users::mail_choice::{MailChoice, MailChoiceChange};

/// Returns the choice of a user. A kind that this release does not know has no effect.
pub(crate) fn of(conn: &mut AnyConn, user: UserId) -> Result<MailChoice, DbError> {
    let kinds: Vec<String> = mail_declined::table
        .filter(mail_declined::user_id.eq(user.to_string()))
        .order(mail_declined::kind.asc())
        .select(mail_declined::kind)
        .load(conn)?;
    Ok(MailChoice::without(kinds.iter().filter_map(|kind| MailKind::parse(kind)).collect()))
}

/// Sets the switches of a change.
pub(crate) fn set(conn: &mut AnyConn, change: &MailChoiceChange) -> Result<(), DbError> {
    let user = change.user.to_string();
    for (kind, wanted) in &change.switches {
        if *wanted {
            diesel::delete(mail_declined::table.find((&user, kind.as_str()))).execute(conn)?;
        } else {
            let row = (mail_declined::user_id.eq(&user), mail_declined::kind.eq(kind.as_str()));
            on_both!(conn, |c| diesel::insert_into(mail_declined::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(c))?;
        }
    }
    Ok(())
}
