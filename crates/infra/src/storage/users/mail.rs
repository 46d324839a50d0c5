//! Mail to users: queued in the transaction of the change that it is about, and claimed by the node that sends it.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{documents, mail, mail_declined, users};
use crate::storage::users::{account_rows, administrators};
use crate::storage::{clearance, exact, read};
use async_trait::async_trait;
use diesel::dsl::max;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_audit::mail::{Mail, MailId, MailKind, MailSubject};
use facility_kernel::{Clearance, Cursor, Page, PageRequest, StoreError, Timestamp, UserId};
use facility_users::mail::{
    ClaimedMail, GIVE_UP_AFTER, LEASE, MAIL_RETENTION, MAX_CONCURRENT_SENDS, MAX_STORED_MAIL, MailOutcome, MailRecord,
    MailRetry, MailState, Outbox,
};
use std::ops::ControlFlow;

/// The error of a message that was never refused: its senders stopped, or there was no mail server for too long.
const EXPIRED: &str = "Not sent in time";

columns! {
    struct Columns in mail, of mail: Mail {
        id: MailId = mail.id,
        recipient_id: UserId = mail.recipient,
        subject: String = mail.subject,
        body: String = mail.body,
        page: String = mail.page,
        notification_type: MailKind = mail.kind,
        entity_type: String = mail.about.parts().0.to_owned(),
        entity_id: Option<String> = mail.about.parts().1,
        once: Option<String> = mail.once,
        created_at: Timestamp = mail.created_at,
    }
    fn mail() -> Mail = Mail {
        about: MailSubject::parse(&entity_type, entity_id.as_deref())
            .ok_or_else(|| DbError::Inconsistent { table: "mail", column: "entity_type", row: id.to_string() })?,
        recipient: recipient_id, kind: notification_type,
        id, subject, body, page, once, created_at,
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = mail)]
struct Row {
    position: i64,
    #[diesel(embed)]
    columns: Columns,
    recipient_email: String,
    queued_at: i64,
    sent_at: Option<i64>,
    tries: i32,
    next_try_at: Option<i64>,
    last_error: Option<String>,
}

impl Row {
    fn tries(&self) -> u32 {
        u32::try_from(self.tries).unwrap_or(u32::MAX)
    }

    fn record(self, recipient_username: String) -> Result<MailRecord, DbError> {
        let state = match (self.sent_at, self.next_try_at) {
            (Some(_), _) => MailState::Sent,
            (None, Some(_)) => MailState::Waiting,
            (None, None) => MailState::Failed,
        };
        Ok(MailRecord {
            recipient_username,
            state,
            sent_at: self.sent_at.map(Timestamp::from_micros),
            tries: self.tries(),
            mail: self.columns.mail()?,
            next_try_at: self.next_try_at.map(Timestamp::from_micros),
            recipient_email: self.recipient_email,
            last_error: self.last_error,
        })
    }
}

/// Queues a message, unless its recipient has no address, has declined mail of its kind, or already has it.
pub(crate) fn queue(conn: &mut AnyConn, mail: &Mail) -> Result<(), DbError> {
    let address: Option<Option<String>> = users::table
        .filter(users::id.eq(mail.recipient.to_string()))
        .filter(users::deleted_at.is_null())
        .filter(users::email_notifications)
        .select(users::email)
        .first(conn)
        .optional()?;
    let Some(recipient_email) = address.flatten() else { return Ok(()) };
    if is_declined(conn, mail.recipient, mail.kind)? {
        return Ok(());
    }
    let row = (
        Columns::of(mail),
        mail::recipient_email.eq(recipient_email),
        mail::queued_at.eq(mail.created_at.as_micros()),
        mail::next_try_at.eq(Some(mail.created_at.as_micros())),
    );
    insert_if_absent!(conn, mail::table, row)?;
    Ok(())
}

/// Returns whether a user turned off this kind of mail.
fn is_declined(conn: &mut AnyConn, user: UserId, kind: MailKind) -> Result<bool, DbError> {
    let found: Option<String> = mail_declined::table
        .find((user.to_string(), kind.as_str()))
        .select(mail_declined::kind)
        .first(conn)
        .optional()?;
    Ok(found.is_some())
}

/// Claims messages that are due at `now`, and gives up those that are too old.
fn claim_due(conn: &mut AnyConn, claim: MailId, now: Timestamp) -> Result<Vec<ClaimedMail>, DbError> {
    give_up(conn, now)?;
    let due = mail::next_try_at.assume_not_null().le(now.as_micros());
    let positions: Vec<i64> = mail::table
        .filter(mail::next_try_at.is_not_null())
        .filter(due)
        .order(mail::next_try_at.assume_not_null().asc())
        .limit(MAX_CONCURRENT_SENDS.into())
        .select(mail::position)
        .load(conn)?;
    if positions.is_empty() {
        return Ok(Vec::new());
    }
    // Another node may have claimed some of these rows in the meantime: the condition is repeated for each row, after
    // its lock was taken.
    let found = || mail::table.filter(mail::position.eq_any(&positions)).filter(mail::next_try_at.le(now.as_micros()));
    let claimed = (
        mail::claim.eq(Some(claim.to_string())),
        mail::next_try_at.eq(Some(now.plus(LEASE).as_micros())),
        mail::tries.eq(mail::tries + 1),
    );
    diesel::update(found()).set(claimed).execute(conn)?;
    let rows: Vec<Row> = mail::table
        .filter(mail::position.eq_any(&positions))
        .filter(mail::claim.eq(claim.to_string()))
        .order(mail::position.asc())
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(|row| claimed_mail(conn, row)).collect()
}

/// Marks due messages that were queued too long ago as failed, with their last error if there is one.
fn give_up(conn: &mut AnyConn, now: Timestamp) -> Result<(), DbError> {
    let too_old = || {
        mail::table
            .filter(mail::next_try_at.is_not_null())
            .filter(mail::next_try_at.assume_not_null().le(now.as_micros()))
            .filter(mail::queued_at.le(now.minus(GIVE_UP_AFTER).as_micros()))
    };
    let unexplained = too_old().filter(mail::last_error.is_null());
    diesel::update(unexplained).set(mail::last_error.eq(Some(EXPIRED))).execute(conn)?;
    let given_up = (mail::next_try_at.eq(None::<i64>), mail::claim.eq(None::<String>));
    diesel::update(too_old()).set(given_up).execute(conn)?;
    Ok(())
}

/// Adds to a claimed message the data that decides whether it may still be sent.
fn claimed_mail(conn: &mut AnyConn, row: Row) -> Result<ClaimedMail, DbError> {
    let (tries, queued_at) = (row.tries(), Timestamp::from_micros(row.queued_at));
    let Mail { id, recipient, kind, about, subject, body, page, created_at, .. } = row.columns.mail()?;
    let is_declined = is_declined(conn, recipient, kind)?;
    let document_level = match about {
        MailSubject::Document(document) => level_of(conn, &document.to_string())?,
        _ => None,
    };
    let recipient = account_rows::find(conn, recipient)?;
    Ok(ClaimedMail {
        id,
        kind,
        about,
        subject,
        body,
        page,
        tries,
        created_at,
        queued_at,
        recipient,
        is_declined,
        document_level,
    })
}

fn level_of(conn: &mut AnyConn, document: &str) -> Result<Option<Clearance>, DbError> {
    let level: Option<i32> = documents::table
        .filter(documents::id.eq(document))
        .select(documents::clearance_level)
        .first(conn)
        .optional()?;
    level.map(|level| clearance(level, "documents", "clearance_level", document)).transpose()
}

/// Counts the messages that wait to be sent.
fn waiting(conn: &mut AnyConn) -> Result<u64, DbError> {
    let count: i64 = mail::table.filter(mail::next_try_at.is_not_null()).count().get_result(conn)?;
    Ok(exact(count))
}

/// Deletes messages whose retention has ended, and the oldest ones beyond the maximum number. A message that may still
/// be sent stays.
pub(crate) fn sweep(conn: &mut AnyConn, now: Timestamp) -> Result<usize, DbError> {
    let last: Option<i64> = mail::table.select(max(mail::position)).first(conn)?;
    let beyond = last.unwrap_or_default().saturating_sub(MAX_STORED_MAIL.into());
    let old = mail::created_at.le(now.minus(MAIL_RETENTION).as_micros()).or(mail::position.le(beyond));
    let finished = mail::next_try_at.is_null().or(mail::queued_at.le(now.minus(GIVE_UP_AFTER).as_micros()));
    Ok(diesel::delete(mail::table.filter(old).filter(finished)).execute(conn)?)
}

#[async_trait]
impl Outbox for Database {
    async fn claim(&self, claim: MailId, now: Timestamp) -> Result<Vec<ClaimedMail>, StoreError> {
        // Most of the time nothing is due, and a read does not occupy the writer.
        let due = self.read(move |conn| {
            let due = mail::table.filter(mail::next_try_at.le(now.as_micros())).select(mail::position);
            Ok(due.first::<i64>(conn).optional()?)
        });
        if due.await?.is_none() {
            return Ok(Vec::new());
        }
        self.write(move |conn| claim_due(conn, claim, now)).await
    }

    async fn settle(
        &self,
        claim: MailId,
        id: MailId,
        outcome: MailOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(move |conn| {
            let claimed = mail::table.filter(mail::id.eq(id.to_string())).filter(mail::claim.eq(claim.to_string()));
            let free = mail::claim.eq(None::<String>);
            let settled = match &outcome {
                MailOutcome::Sent(address) => diesel::update(claimed)
                    .set((
                        free,
                        mail::sent_at.eq(Some(now.as_micros())),
                        mail::next_try_at.eq(None::<i64>),
                        mail::last_error.eq(None::<String>),
                        mail::recipient_email.eq(address),
                    ))
                    .execute(conn)?,
                MailOutcome::Retry(at, error) => diesel::update(claimed)
                    .set((free, mail::next_try_at.eq(Some(at.as_micros())), mail::last_error.eq(Some(error))))
                    .execute(conn)?,
                MailOutcome::GivenUp(error) => diesel::update(claimed)
                    .set((free, mail::next_try_at.eq(None::<i64>), mail::last_error.eq(Some(error))))
                    .execute(conn)?,
            };
            Ok(settled == 1)
        })
        .await
    }

    async fn unnotified_administrators(&self, kind: MailKind, once: String) -> Result<Vec<UserId>, StoreError> {
        self.read(move |conn| {
            let declined =
                mail_declined::table.filter(mail_declined::kind.eq(kind.as_str())).select(mail_declined::user_id);
            let told = mail::table
                .filter(mail::once.assume_not_null().eq(&once))
                .filter(mail::once.is_not_null())
                .select(mail::recipient_id);
            let ids: Vec<String> = administrators::approved()
                .filter(users::email_notifications)
                .filter(users::email.is_not_null())
                .filter(users::id.ne_all(told))
                .filter(users::id.ne_all(declined))
                .order(users::position.asc())
                .select(users::id)
                .load(conn)?;
            ids.iter().map(|id| read(id, "users", "id", id)).collect()
        })
        .await
    }

    async fn queue(&self, mail: Vec<Mail>) -> Result<(), StoreError> {
        self.write(move |conn| mail.iter().try_for_each(|mail| queue(conn, mail))).await
    }

    async fn find(&self, id: MailId) -> Result<Option<MailRecord>, StoreError> {
        self.read(move |conn| {
            let row: Option<(Row, String)> = mail::table
                .inner_join(users::table.on(users::id.eq(mail::recipient_id)))
                .filter(mail::id.eq(id.to_string()))
                .select((Row::as_select(), users::username))
                .first(conn)
                .optional()?;
            row.map(|(row, username)| row.record(username)).transpose()
        })
        .await
    }

    async fn retry(&self, retry: Audited<MailRetry>) -> Result<bool, StoreError> {
        let queued = self.commit_unless(retry, |conn, retry| {
            let unsent = || mail::table.filter(mail::id.eq(retry.id.to_string())).filter(mail::sent_at.is_null());
            let again = (
                mail::queued_at.eq(retry.at.as_micros()),
                mail::next_try_at.eq(Some(retry.at.as_micros())),
                mail::claim.eq(None::<String>),
            );
            let mut queued = diesel::update(unsent().filter(mail::next_try_at.is_null())).set(again).execute(conn)?;
            if retry.takes_waiting && queued == 0 {
                // A node that has a mail server may be sending it.
                let again =
                    (mail::queued_at.eq(retry.at.as_micros()), mail::next_try_at.eq(Some(retry.at.as_micros())));
                let waiting = unsent().filter(mail::next_try_at.is_not_null()).filter(mail::claim.is_null());
                queued = diesel::update(waiting).set(again).execute(conn)?;
            }
            Ok(if queued == 1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        Ok(queued.await?.is_continue())
    }

    async fn list(&self, page: PageRequest) -> Result<(Page<MailRecord>, u64), StoreError> {
        self.read(move |conn| {
            let total: i64 = mail::table.count().get_result(conn)?;
            let before = page.after.map_or(i64::MAX, Cursor::position);
            let rows: Vec<(Row, String)> = mail::table
                .inner_join(users::table.on(users::id.eq(mail::recipient_id)))
                .filter(mail::position.lt(before))
                .order(mail::position.desc())
                .limit(i64::from(page.limit.get()) + 1)
                .select((Row::as_select(), users::username))
                .load(conn)?;
            let found = rows.into_iter().map(|(row, username)| Ok((row.position, row.record(username)?)));
            Ok((Page::from_rows(found.collect::<Result<_, DbError>>()?, page.limit), exact(total)))
        })
        .await
    }

    async fn waiting(&self) -> Result<u64, StoreError> {
        self.read(waiting).await
    }
}
