//! Sending queued mail.

use crate::UserError;
use crate::mail::{ClaimedMail, MailOutcome, MailRecord, Mailer, Outbox};
use audit::mail::MailId;
use futures_util::future::join_all;
use kernel::{AdminActor, Clock, IdGenerator, Page, PageRequest, StoreError};
use std::sync::Arc;

/// Maximum number of times that one run claims messages; the next run continues.
const ROUNDS: usize = 2;

/// Sends queued mail, and shows it to administrators.
#[derive(Clone)]
pub struct Delivery {
    /// The messages.
    pub outbox: Arc<dyn Outbox>,
    /// The mail server. `None` if mail is off: messages then stay queued.
    pub mailer: Option<Arc<dyn Mailer>>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
    /// The time at which a try ended.
    pub clock: Arc<dyn Clock>,
    /// Address of the site as browsers see it, without a slash at its end.
    pub public_url: String,
}

/// What one run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delivered {
    /// Number of messages that the mail server took.
    pub sent: u64,
    /// Number of messages that are tried again.
    pub retried: u64,
    /// Number of messages that were given up.
    pub given_up: u64,
}

impl Delivery {
    /// Returns whether a mail server is configured.
    pub const fn is_on(&self) -> bool {
        self.mailer.is_some()
    }

    /// Returns a page of all messages, newest first, and their total number.
    pub async fn list(
        &self,
        _: &AdminActor,
        page: PageRequest,
    ) -> Result<(Page<MailRecord>, u64), UserError> {
        Ok(self.outbox.list(page).await?)
    }

    /// Returns the number of messages that wait to be sent.
    pub async fn waiting(&self) -> Result<u64, StoreError> {
        self.outbox.waiting().await
    }

    /// Sends messages that are due, several at the same time, so that one that stalls does not hold up the others. Any
    /// number of nodes may do so at once: each message has one sender while its lease lasts. Without a mail server it does
    /// nothing.
    ///
    /// Errors: those of the store. A message whose outcome could not be stored is sent again after its lease, with the
    /// same `Message-ID`.
    pub async fn run(&self) -> Result<Delivered, StoreError> {
        let mut done = Delivered::default();
        let Some(mailer) = &self.mailer else { return Ok(done) };
        for _ in 0..ROUNDS {
            let claim = MailId::generate(&*self.ids);
            let claimed = self.outbox.claim(claim, self.clock.now()).await?;
            if claimed.is_empty() {
                break;
            }
            let settled = join_all(claimed.iter().map(|mail| self.send(mailer.as_ref(), claim, mail))).await;
            for outcome in settled {
                match outcome? {
                    MailOutcome::Sent(_) => done.sent += 1,
                    MailOutcome::Retry(..) => done.retried += 1,
                    MailOutcome::GivenUp(_) => done.given_up += 1,
                }
            }
        }
        Ok(done)
    }

    async fn send(
        &self,
        mailer: &dyn Mailer,
        claim: MailId,
        mail: &ClaimedMail,
    ) -> Result<MailOutcome, StoreError> {
        let outcome = match mail.letter(&self.public_url) {
            Err(withheld) => MailOutcome::GivenUp(withheld.reason().to_owned()),
            Ok(letter) => match mailer.send(&letter).await {
                Ok(()) => MailOutcome::Sent(letter.to),
                Err(failure) => MailOutcome::of_failure(mail, failure, self.clock.now()),
            },
        };
        self.outbox.settle(claim, mail.id, outcome.clone(), self.clock.now()).await?;
        Ok(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::User;
    use crate::mail::testing::{claimed, reachable};
    use crate::mail::{MailFailure, MockMailer, MockOutbox};
    use kernel::testing::{FixedClock, SequentialIds, TEST_NOW};
    use std::sync::Mutex;
    use std::time::Duration;

    /// Creates the service for an outbox that hands out these messages once.
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
            public_url: "https://terminal.example.org".to_owned(),
        };
        (delivery, settled)
    }

    #[tokio::test]
    async fn each_message_is_sent_refused_or_withheld_on_its_own() {
        let mut mailer = MockMailer::new();
        mailer.expect_send().times(3).returning(|letter| match letter.to.as_str() {
            "reader-1@example.org" => Ok(()),
            "reader-2@example.org" => Err(MailFailure::Temporary("busy".to_owned())),
            _ => Err(MailFailure::Permanent("unknown".to_owned())),
        });
        let revoked = User { is_approved: false, ..reachable(4) };
        let withheld = ClaimedMail { recipient: Some(revoked), ..claimed(4) };
        let mails = vec![claimed(1), claimed(2), claimed(3), withheld];
        let (delivery, settled) = service(MockOutbox::new(), mails, mailer);
        let done = delivery.run().await.unwrap();
        assert_eq!(done, Delivered { sent: 1, retried: 1, given_up: 2 });
        let expected = [
            MailOutcome::Sent("reader-1@example.org".to_owned()),
            MailOutcome::Retry(TEST_NOW.plus(Duration::from_mins(1)), "busy".to_owned()),
            MailOutcome::GivenUp("unknown".to_owned()),
            MailOutcome::GivenUp("Not sent: the recipient no longer has access".to_owned()),
        ];
        assert_eq!(*settled.lock().unwrap(), expected);
    }

    #[tokio::test]
    async fn without_a_mail_server_nothing_is_claimed() {
        let (on, _settled) = service(MockOutbox::new(), vec![claimed(1)], MockMailer::new());
        let off = Delivery { mailer: None, outbox: Arc::new(MockOutbox::new()), ..on };
        assert_eq!(off.run().await.unwrap(), Delivered::default());
        assert!(!off.is_on());
    }
}
