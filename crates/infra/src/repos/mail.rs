//! Queued mail, and the kinds of mail that users want.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_audit::mail::{Mail, MailId, MailKind};
use facility_kernel::{Page, PageRequest, StoreError, Timestamp, UserId};
use facility_users::mail::{ClaimedMail, MailOutcome, MailRecord, MailRetry, Outbox};
use facility_users::mail_choice::{MailChoice, MailChoiceChange, MailChoices};
use std::ops::ControlFlow;

/// Queued mail in the database.
#[derive(Clone)]
pub struct OutboxRepo(Database);

impl OutboxRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl Outbox for OutboxRepo {
    async fn claim(&self, claim: MailId, now: Timestamp) -> Result<Vec<ClaimedMail>, StoreError> {
        // Most of the time nothing is due, and reading does not take the turn of a writer.
        if !self.0.read(move |conn| tables::mail::is_due(conn, now)).await? {
            return Ok(Vec::new());
        }
        self.0.write(move |conn| tables::mail::claim(conn, claim, now)).await
    }

    async fn settle(
        &self,
        claim: MailId,
        id: MailId,
        outcome: MailOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0.write(move |conn| tables::mail::settle(conn, claim, id, &outcome, now)).await
    }

    async fn untold_administrators(&self, kind: MailKind, once: String) -> Result<Vec<UserId>, StoreError> {
        self.0.read(move |conn| tables::mail::untold_administrators(conn, kind, &once)).await
    }

    async fn queue(&self, mail: Vec<Mail>) -> Result<(), StoreError> {
        self.0.write(move |conn| mail.iter().try_for_each(|mail| tables::mail::queue(conn, mail))).await
    }

    async fn find(&self, id: MailId) -> Result<Option<MailRecord>, StoreError> {
        self.0.read(move |conn| tables::mail::find(conn, id)).await
    }

    async fn retry(&self, retry: Audited<MailRetry>) -> Result<bool, StoreError> {
        let queued = self.0.commit_unless(retry, |conn, retry| {
            let is_queued = tables::mail::retry(conn, retry)?;
            Ok(if is_queued { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        Ok(queued.await?.is_continue())
    }

    async fn list(&self, page: PageRequest) -> Result<(Page<MailRecord>, u64), StoreError> {
        self.0.read(move |conn| tables::mail::list(conn, page)).await
    }

    async fn waiting(&self) -> Result<u64, StoreError> {
        self.0.read(tables::mail::waiting).await
    }
}

/// The switches of all users in the database.
#[derive(Clone)]
pub struct MailChoiceRepo(Database);

impl MailChoiceRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl MailChoices for MailChoiceRepo {
    async fn of(&self, user: UserId) -> Result<MailChoice, StoreError> {
        self.0.read(move |conn| tables::mail_choices::of(conn, user)).await
    }

    async fn set(&self, change: Audited<MailChoiceChange>) -> Result<(), StoreError> {
        self.0.commit(change, tables::mail_choices::set).await
    }
}
