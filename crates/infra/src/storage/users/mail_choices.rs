//! The kinds of mail that users turned off.

use crate::db::Database;
use crate::db::schema::mail_declined;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_audit::mail::MailKind;
use facility_kernel::{StoreError, UserId};
use facility_users::mail_choice::{MailChoice, MailChoiceChange, MailChoices};

#[async_trait]
impl MailChoices for Database {
    async fn of(&self, user: UserId) -> Result<MailChoice, StoreError> {
        self.read(move |conn| {
            // A kind that this release does not know has no effect.
            let kinds: Vec<String> = mail_declined::table
                .filter(mail_declined::user_id.eq(user.to_string()))
                .order(mail_declined::kind.asc())
                .select(mail_declined::kind)
                .load(conn)?;
            Ok(MailChoice::without(kinds.iter().filter_map(|kind| MailKind::parse(kind)).collect()))
        })
        .await
    }

    async fn set(&self, change: Audited<MailChoiceChange>) -> Result<(), StoreError> {
        self.commit(change, |conn, change| {
            let user = change.user.to_string();
            for (kind, wanted) in &change.switches {
                if *wanted {
                    diesel::delete(mail_declined::table.find((&user, kind.as_str()))).execute(conn)?;
                } else {
                    let row = (mail_declined::user_id.eq(&user), mail_declined::kind.eq(kind.as_str()));
                    insert_if_absent!(conn, mail_declined::table, row)?;
                }
            }
            Ok(())
        })
        .await
    }
}
