//! Second factors in the database.

use crate::db::Database;
use crate::tables::{pending_logins, second_factor, second_factor_changes};
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_kernel::{StoreError, Timestamp, UserId};
use facility_users::lockout::Admission;
use facility_users::second_factor::ports::{
    FactorChange, NewTicket, Outcome, Refusal, SecondFactorRepository, VerifiedSignIn, WrongCode,
};
use facility_users::second_factor::{SecondFactor, Ticket};
use std::ops::ControlFlow;

/// Second factors in the database.
#[derive(Clone)]
pub struct SecondFactorRepo(Database);

impl SecondFactorRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

fn outcome(done: Result<(), Outcome>) -> Outcome {
    done.err().unwrap_or(Outcome::Recorded)
}

#[async_trait]
impl SecondFactorRepository for SecondFactorRepo {
    async fn find(
        &self,
        user: UserId,
        device: Option<String>,
        now: Timestamp,
    ) -> Result<SecondFactor, StoreError> {
        self.0.read(move |conn| second_factor::find(conn, user, device.as_deref(), now)).await
    }

    async fn ticket(&self, fingerprint: &str, now: Timestamp) -> Result<Option<Ticket>, StoreError> {
        let fingerprint = fingerprint.to_owned();
        self.0.read(move |conn| pending_logins::ticket(conn, &fingerprint, now)).await
    }

    async fn ask(&self, ticket: Audited<NewTicket>) -> Result<Admission, StoreError> {
        Ok(match self.0.commit_unless(ticket, pending_logins::ask).await? {
            ControlFlow::Continue(()) => Admission::Admitted,
            ControlFlow::Break(refused) => refused,
        })
    }

    async fn open(&self, verified: Audited<VerifiedSignIn>) -> Result<Outcome, StoreError> {
        Ok(outcome(self.0.commit_judged(verified, pending_logins::open).await?))
    }

    async fn give_up(&self, fingerprint: &str) -> Result<(), StoreError> {
        let fingerprint = fingerprint.to_owned();
        self.0.write(move |conn| pending_logins::end(conn, &fingerprint)).await
    }

    async fn refuse(&self, wrong: Audited<WrongCode>) -> Result<Refusal, StoreError> {
        Ok(match self.0.commit_judged(wrong, pending_logins::refuse).await? {
            Ok(tries_left) => Refusal::Recorded(tries_left),
            Err(refusal) => refusal,
        })
    }

    async fn commit(&self, change: Audited<FactorChange>) -> Result<Outcome, StoreError> {
        Ok(outcome(self.0.commit_or_refuse(change, second_factor_changes::apply).await?))
    }
}
