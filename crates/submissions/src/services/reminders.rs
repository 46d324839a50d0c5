//! Reminders of items that will leave the review queue soon.

use crate::case::REVIEW_WINDOW;
use crate::expiring_items::ReminderRepository;
use crate::expiring_items::{ExpiringItem, REMINDER_LEAD_TIME, ReminderMark};
use crate::news_of_items;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_documents::batch::RunResult;
use facility_kernel::{IdGenerator, RequestContext, StoreError};
use std::sync::Arc;

/// Maximum number of reminders per run. The next run continues.
const MAX_REMINDERS_PER_RUN: u32 = 200;

/// Reminds authors of their items that will leave the review queue soon.
#[derive(Clone)]
pub struct Reminders {
    pub reminders: Arc<dyn ReminderRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Reminders {
    /// Reminds the authors, as the system, once per review period, and returns the number of items. Each reminder is
    /// sent by only one of several nodes.
    ///
    /// Errors: those of the store. An item that cannot be read is skipped and does not stop the others.
    pub async fn remind(&self, context: &RequestContext) -> Result<usize, StoreError> {
        let out = context.now.minus(REVIEW_WINDOW);
        let soon = out.plus(REMINDER_LEAD_TIME);
        let mut tally = RunResult::default();
        for expiring in self.reminders.expiring(out, soon, MAX_REMINDERS_PER_RUN).await? {
            tally.add(self.remind_of(context, expiring).await)?;
        }
        tally.finish()
    }

    async fn remind_of(
        &self,
        context: &RequestContext,
        expiring: Result<ExpiringItem, StoreError>,
    ) -> Result<usize, StoreError> {
        let expiring = expiring?;
        let details = Details::new().with("item", expiring.id.as_str()).with("leavesAt", expiring.at.to_string());
        let (action, of) = (Action::ReviewReminded, EntityType::User);
        let entry = Entry::new(&*self.ids, context, Performer::System, action, of).on(&expiring.owner).details(details);
        let news = news_of_items::of_expiring(&*self.ids, &expiring, context.now);
        let mail = news.mail(&*self.ids);
        let mark = Audited::new(ReminderMark { expiring, news }, entry).mailing(mail);
        match self.reminders.remind(mark).await {
            Ok(()) => Ok(1),
            // Another node has already reminded the author, or the item was decided in the meantime.
            Err(StoreError::Stale) => Ok(0),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expiring_items::MockReminderRepository;
    use facility_audit::mail::MailKind;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, context, numbered};
    use facility_kernel::{SubmissionId, UserId};
    use facility_users::news::{NewsKind, Subject};
    use std::time::Duration;

    #[tokio::test]
    async fn author_of_each_item_that_leaves_within_twelve_hours_is_reminded_by_the_system() {
        let expiring = |n| ExpiringItem {
            item: Subject::Submission(SubmissionId::from_uuid(numbered(n))),
            id: numbered(n).to_string(),
            owner: UserId::Account(numbered(9)),
            title: "Tide".to_owned(),
            at: TEST_NOW.plus(Duration::from_hours(n)),
        };
        let mut reminders = MockReminderRepository::new();
        reminders
            .expect_expiring()
            .times(1)
            .withf(|after, by, _| {
                let ends = |start: &facility_kernel::Timestamp| start.plus(REVIEW_WINDOW);
                ends(after) == TEST_NOW && ends(by) == TEST_NOW.plus(Duration::from_hours(12))
            })
            .returning(move |_, _, _| Ok(vec![Ok(expiring(1)), Ok(expiring(2)), Ok(expiring(3))]));
        reminders.expect_remind().times(3).returning(|mark| {
            let (change, entry) = (mark.change(), mark.entry());
            assert_eq!((entry.action, &entry.performer), (Action::ReviewReminded, &Performer::System));
            assert_eq!(entry.entity_id, Some(change.expiring.owner.to_string()));
            assert_eq!((change.news.kind, change.news.due_at), (NewsKind::Reminder, Some(change.expiring.at)));
            assert_eq!(mark.mail().iter().map(|mail| mail.kind).collect::<Vec<_>>(), [MailKind::TimedOut]);
            let is_second = change.expiring.id == numbered(2).to_string();
            if is_second { Err(StoreError::Stale) } else { Ok(()) }
        });
        let of = Reminders { reminders: Arc::new(reminders), ids: Arc::new(SequentialIds::default()) };
        assert_eq!(of.remind(&context()).await.unwrap(), 2);
    }
}
