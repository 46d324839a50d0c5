//! Delivery of queued mail.

use crate::mail::backoff::Backoff;
use crate::mail::{ClaimedMail, MailError, MailOutcome, MailRecord, MailRetry, Mailer, Outbox};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_audit::mail::MailId;
use facility_kernel::{AdminActor, Clock, IdGenerator, Page, PageRequest, RequestContext, StoreError};
use futures_util::future::join_all;
use std::sync::Arc;
use std::time::Duration;

/// After this time a run claims no more messages. The next run continues.
const RUN_TIME_LIMIT: Duration = Duration::from_secs(20);
/// Maximum number of claims per run, whatever the clock shows.
const MAX_CLAIMS_PER_RUN: usize = 200;

/// Sends queued mail and shows it to administrators.
#[derive(Clone)]
pub struct Delivery {
    pub outbox: Arc<dyn Outbox>,
    /// The mail server. `None` if mail is off; messages then remain unsent.
    pub mailer: Option<Arc<dyn Mailer>>,
    pub ids: Arc<dyn IdGenerator>,
    pub clock: Arc<dyn Clock>,
    /// The waiting times after failed tries.
    pub backoff: Backoff,
    /// URL of the site without a trailing slash.
    pub public_url: String,
}

/// The results of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeliveryReport {
    /// Number of messages that the mail server accepted.
    pub sent: u64,
    /// Number of messages that will be tried again.
    pub retried: u64,
    /// Number of messages that were given up.
    pub given_up: u64,
    /// Why the last of the retried messages failed.
    pub last_failure: Option<String>,
}

impl Delivery {
    pub const fn is_on(&self) -> bool {
        self.mailer.is_some()
    }

    /// Returns a page of all messages, newest first, and their total number.
    pub async fn list(&self, _: &AdminActor, page: PageRequest) -> Result<(Page<MailRecord>, u64), StoreError> {
        let (page, total) = self.outbox.list(page).await?;
        Ok((page.map(|record| self.shown(record)), total))
    }

    pub async fn find(&self, _: &AdminActor, id: MailId) -> Result<MailRecord, MailError> {
        let record = self.outbox.find(id).await?.ok_or(MailError::NotFound)?;
        Ok(self.shown(record))
    }

    /// Requeues a failed or unsent message for another 24 hours and returns it. Without a mail server it remains
    /// unsent.
    ///
    /// Errors: `not_found`, `not_failed`.
    pub async fn retry(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: MailId,
    ) -> Result<MailRecord, MailError> {
        let before = self.find(actor, id).await?;
        let details = Details::new()
            .with("kind", before.mail.kind.as_str())
            .with("recipient", before.mail.recipient.to_string())
            .with("tries", before.tries);
        let entry = Entry::new(&*self.ids, context, actor, Action::MailRetried, EntityType::Mail)
            .on(&id)
            .details(details)
            .as_admin();
        let retry = MailRetry { id, at: context.now, takes_waiting: !self.is_on() };
        if self.outbox.retry(Audited::new(retry, entry)).await? {
            self.find(actor, id).await
        } else {
            Err(MailError::NotFailed)
        }
    }

    fn shown(&self, record: MailRecord) -> MailRecord {
        if self.is_on() { record } else { record.without_server() }
    }

    /// Returns the number of messages waiting to be sent.
    pub async fn waiting(&self) -> Result<u64, StoreError> {
        self.outbox.waiting().await
    }

    /// Sends due messages. Several are sent concurrently, so one that stalls does not hold up the others. Nodes may do
    /// this at the same time: each message has one sender while its lease lasts. Does nothing without a mail server.
    ///
    /// Errors: those of the store. If the outcome of a message could not be stored, it is sent again after its lease,
    /// with the same `Message-ID`.
    pub async fn run(&self) -> Result<DeliveryReport, StoreError> {
        let mut done = DeliveryReport::default();
        let Some(mailer) = &self.mailer else { return Ok(done) };
        let started = self.clock.now();
        for _ in 0..MAX_CLAIMS_PER_RUN {
            if self.clock.now().since(started) >= RUN_TIME_LIMIT {
                break;
            }
            let claim = MailId::generate(&*self.ids);
            let claimed = self.outbox.claim(claim, self.clock.now()).await?;
            if claimed.is_empty() {
                break;
            }
            let settled = join_all(claimed.iter().map(|mail| self.send(mailer.as_ref(), claim, mail))).await;
            for outcome in settled {
                match outcome? {
                    MailOutcome::Sent(_) => done.sent += 1,
                    MailOutcome::Retry(_, failure) => {
                        done.retried += 1;
                        done.last_failure = Some(failure);
                    }
                    MailOutcome::GivenUp(_) => done.given_up += 1,
                }
            }
        }
        Ok(done)
    }

    async fn send(&self, mailer: &dyn Mailer, claim: MailId, mail: &ClaimedMail) -> Result<MailOutcome, StoreError> {
        let outcome = match mail.outgoing(&self.public_url) {
            Err(withheld) => MailOutcome::GivenUp(withheld.reason().to_owned()),
            Ok(outgoing) => match mailer.send(&outgoing).await {
                Ok(()) => MailOutcome::Sent(outgoing.to),
                Err(failure) => MailOutcome::of_failure(mail, failure, self.clock.now(), self.backoff),
            },
        };
        self.outbox.settle(claim, mail.id, outcome.clone(), self.clock.now()).await?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::testing::{claimed, reachable};
    use crate::mail::{MailFailure, MailState, MockMailer, MockOutbox};
    use crate::user::User;
    use facility_audit::mail::Mail;
    use facility_kernel::testing::{FixedClock, SequentialIds, TEST_NOW, admin, context, numbered};
    use facility_kernel::{DomainError as _, ErrorKind, UserId};
    use std::sync::Mutex;

    /// Creates the service for an outbox that returns these messages once.
    fn service(
        mut outbox: MockOutbox,
        mails: Vec<ClaimedMail>,
        mailer: MockMailer,
    ) -> (Delivery, Arc<Mutex<Vec<MailOutcome>>>) {
        let batches = Mutex::new(vec![Vec::new(), mails]);
        outbox.expect_claim().returning(move |_, _| Ok(batches.lock().unwrap().pop().unwrap_or_default()));
        let settled = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&settled);
        outbox.expect_settle().returning(move |_, _, outcome, _| {
            noted.lock().unwrap().push(outcome);
            Ok(true)
        });
        let delivery = Delivery {
            outbox: Arc::new(outbox),
            mailer: Some(Arc::new(mailer)),
            ids: Arc::new(SequentialIds::default()),
            clock: Arc::new(FixedClock::at(TEST_NOW)),
            backoff: Backoff::USUAL,
            public_url: "https://terminal.example.org".to_owned(),
        };
        (delivery, settled)
    }

    #[tokio::test]
    async fn each_message_is_sent_refused_or_withheld_on_its_own() {
        let mut mailer = MockMailer::new();
        mailer.expect_send().times(3).returning(|outgoing| match outgoing.to.as_str() {
            "reader-1@example.org" => Ok(()),
            "reader-2@example.org" => Err(MailFailure::Temporary("busy".to_owned())),
            _ => Err(MailFailure::Permanent("unknown".to_owned())),
        });
        let revoked = User { is_approved: false, ..reachable(4) };
        let withheld = ClaimedMail { recipient: Some(revoked), ..claimed(4) };
        let mails = vec![claimed(1), claimed(2), claimed(3), withheld];
        let (delivery, settled) = service(MockOutbox::new(), mails, mailer);
        let done = delivery.run().await.unwrap();
        assert_eq!(done, DeliveryReport { sent: 1, retried: 1, given_up: 2, last_failure: Some("busy".to_owned()) });
        let expected = [
            MailOutcome::Sent("reader-1@example.org".to_owned()),
            MailOutcome::Retry(TEST_NOW.plus(Backoff::USUAL.wait(claimed(2).id, 1)), "busy".to_owned()),
            MailOutcome::GivenUp("unknown".to_owned()),
            MailOutcome::GivenUp("Not sent: the recipient no longer has access".to_owned()),
        ];
        assert_eq!(*settled.lock().unwrap(), expected);
    }

    #[tokio::test]
    async fn without_a_mail_server_nothing_is_claimed() {
        let (on, _settled) = service(MockOutbox::new(), vec![claimed(1)], MockMailer::new());
        let off = Delivery { mailer: None, outbox: Arc::new(MockOutbox::new()), ..on };
        assert_eq!(off.run().await.unwrap(), DeliveryReport::default());
        assert!(!off.is_on());
    }

    fn record(n: u64, state: MailState) -> MailRecord {
        let ClaimedMail { id, kind, about, subject, body, page, created_at, .. } = claimed(n);
        let recipient = UserId::Account(numbered(n));
        let mail = Mail { id, recipient, kind, about, subject, body, page, once: None, created_at };
        MailRecord {
            mail,
            recipient_username: format!("reader-{n}"),
            recipient_email: format!("reader-{n}@example.org"),
            state,
            sent_at: None,
            tries: 3,
            next_try_at: (state == MailState::Waiting).then_some(TEST_NOW),
            last_error: None,
        }
    }

    fn with_record(state: MailState, is_on: bool, retried: Option<bool>) -> Delivery {
        let mut outbox = MockOutbox::new();
        outbox.expect_find().returning(move |id| Ok((id == claimed(1).id).then(|| record(1, state))));
        outbox
            .expect_retry()
            .times(usize::from(retried.is_some()))
            .withf(move |retry| {
                let (change, entry) = (retry.change(), retry.entry());
                *change == MailRetry { id: claimed(1).id, at: TEST_NOW, takes_waiting: !is_on }
                    && entry.action == Action::MailRetried
                    && entry.entity_id == Some(claimed(1).id.to_string())
                    && entry.is_admin_action
                    && entry.details.to_json().is_some_and(|json| !json.contains("example.org"))
            })
            .returning(move |_| Ok(retried.unwrap_or_default()));
        let (on, _settled) = service(MockOutbox::new(), vec![], MockMailer::new());
        Delivery { outbox: Arc::new(outbox), mailer: on.mailer.filter(|_| is_on), ..on }
    }

    #[tokio::test]
    async fn retry_is_audited_without_the_address_and_refused_for_waiting_and_sent_mail() {
        let retry = async |of: Delivery, n| of.retry(&context(), &admin(1, 5), claimed(n).id).await;
        let failed = with_record(MailState::Failed, true, Some(true));
        assert_eq!(retry(failed, 1).await.unwrap().state, MailState::Failed, "as the store returns it");
        let unsent = with_record(MailState::Waiting, false, Some(true));
        assert_eq!(retry(unsent, 1).await.unwrap().state, MailState::Unsent);
        let sent = with_record(MailState::Sent, true, Some(false));
        let error = retry(sent, 1).await.unwrap_err();
        assert_eq!((error.code(), error.kind()), ("not_failed", ErrorKind::Conflict));
        let error = retry(with_record(MailState::Failed, true, None), 2).await.unwrap_err();
        assert_eq!((error.code(), error.kind()), ("not_found", ErrorKind::NotFound));
    }

    #[tokio::test]
    async fn waiting_mail_is_shown_as_unsent_without_a_mail_server() {
        for (state, is_on, shown) in [
            (MailState::Waiting, true, MailState::Waiting),
            (MailState::Waiting, false, MailState::Unsent),
            (MailState::Sent, false, MailState::Sent),
            (MailState::Failed, false, MailState::Failed),
        ] {
            let found = with_record(state, is_on, None).find(&admin(1, 5), claimed(1).id).await.unwrap();
            assert_eq!(found.state, shown);
            assert_eq!(found.next_try_at.is_some(), shown == MailState::Waiting);
        }
    }
}
