//! Submissions and edits that waited too long for a review.

use crate::case::REVIEW_WINDOW;
use crate::case::time_out::{TimeOutMark, TimedOutItem};
use crate::error::SubmissionError;
use crate::news_of_items;
use crate::ports::{SubmissionRepository, WaitRepository};
use crate::view::SubmissionView;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_documents::batch::RunResult;
use facility_kernel::{Actor, EditId, IdGenerator, Page, PageRequest, RequestContext, StoreError, SubmissionId};
use facility_users::news::Subject;
use std::fmt::Display;
use std::sync::Arc;

/// Maximum number of submissions, and of edits, marked per run. The next run continues.
const MAX_MARKED_PER_RUN: u32 = 200;

/// Marks submissions and edits that waited too long, lists them for their owners, and returns submissions to the queue.
#[derive(Clone)]
pub struct TimeOuts {
    pub submissions: Arc<dyn SubmissionRepository>,
    /// Review periods of submissions.
    pub waits: Arc<dyn WaitRepository<SubmissionId>>,
    /// Review periods of edits.
    pub waits_of_edits: Arc<dyn WaitRepository<EditId>>,
    pub ids: Arc<dyn IdGenerator>,
}

impl TimeOuts {
    /// Returns the caller's submissions and edits that have timed out and can be resubmitted, newest first.
    pub async fn own(
        &self,
        context: &RequestContext,
        actor: &Actor,
        page: PageRequest,
    ) -> Result<Page<TimedOutItem>, SubmissionError> {
        let started_by = context.now.minus(REVIEW_WINDOW);
        Ok(self.submissions.timed_out(actor.user_id, started_by, page).await?)
    }

    /// Returns a timed-out submission of the caller to the queue for another three days. Its approval steps are kept.
    ///
    /// Errors: `protected_account`, `not_found` (also for submissions of others, unless the caller is an administrator:
    /// `owner_only`), `not_timed_out`.
    pub async fn resubmit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: SubmissionId,
    ) -> Result<SubmissionView, SubmissionError> {
        if actor.is_emergency_access() {
            return Err(SubmissionError::ProtectedAccount);
        }
        let mut record = self.submissions.find(id).await?.ok_or(SubmissionError::NotFound)?;
        let submission = &record.submission;
        if submission.case.author != actor.user_id {
            return Err(if actor.is_admin { SubmissionError::OwnerOnly } else { SubmissionError::NotFound });
        }
        let change =
            submission.case.resubmission(Subject::Submission(id), context.now).ok_or(SubmissionError::NotTimedOut)?;
        let entry = Entry::new(&*self.ids, context, actor, Action::SubmissionResubmitted, EntityType::Submission)
            .on(&id)
            .details(Details::new().with("waitedSince", change.expected_start.to_string()));
        self.waits.resubmit(Audited::new(change, entry)).await.map_err(|error| match error {
            // It was resubmitted or reviewed in the meantime.
            StoreError::Stale => SubmissionError::NotTimedOut,
            other => other.into(),
        })?;
        record.submission.case.resubmit(context.now);
        Ok(SubmissionView::for_author(record, actor))
    }

    /// Marks submissions and edits whose review period has ended, as the system, notifies their authors, and returns
    /// their number. Each is marked by only one of several nodes.
    ///
    /// Errors: those of the store. An item that cannot be marked is skipped and does not stop the others.
    pub async fn mark(&self, context: &RequestContext) -> Result<usize, StoreError> {
        let mut tally = RunResult::default();
        let kind = (Action::SubmissionTimedOut, EntityType::Submission);
        self.mark_all(context, &*self.waits, kind, &mut tally).await?;
        let kind = (Action::EditTimedOut, EntityType::Edit);
        self.mark_all(context, &*self.waits_of_edits, kind, &mut tally).await?;
        tally.finish()
    }

    async fn mark_all<Id: Display + Send + Sync + 'static>(
        &self,
        context: &RequestContext,
        waits: &dyn WaitRepository<Id>,
        (action, entity): (Action, EntityType),
        tally: &mut RunResult,
    ) -> Result<(), StoreError> {
        let started_by = context.now.minus(REVIEW_WINDOW);
        for time_out in waits.unmarked(started_by, MAX_MARKED_PER_RUN).await? {
            let marked = match time_out {
                Ok(time_out) => {
                    let entry = Entry::new(&*self.ids, context, Performer::System, action, entity)
                        .on(&time_out.id)
                        .details(Details::new().with("timedOutAt", time_out.at.to_string()));
                    let news = news_of_items::of_time_out(&*self.ids, &time_out, context.now);
                    let mail = news.mail(&*self.ids);
                    let mark = Audited::new(TimeOutMark { time_out, news }, entry).mailing(mail);
                    counted(waits.mark_timed_out(mark).await)
                }
                Err(damaged) => Err(damaged),
            };
            tally.add(marked)?;
        }
        Ok(())
    }
}

/// Returns 1 if the item was marked; 0 if another node marked it first, or it was reviewed or resubmitted.
fn counted(marked: Result<(), StoreError>) -> Result<usize, StoreError> {
    match marked {
        Ok(()) => Ok(1),
        Err(StoreError::Stale) => Ok(0),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[path = "time_outs_tests.rs"]
mod tests;
