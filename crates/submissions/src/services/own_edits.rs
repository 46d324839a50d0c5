//! Authors' own edits: reading and withdrawing them, and returning timed-out ones to the queue.

use super::edits::check_readable;
use crate::case::Status;
use crate::edits::change::EditWithdrawal;
use crate::edits::error::EditError;
use crate::edits::view::EditView;
use crate::edits::{EditRecord, EditRequest};
use crate::services::edits::Edits;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::visibility::{Decision, decide};
use facility_kernel::{Actor, EditId, Page, PageRequest, RequestContext, StoreError};
use facility_users::news::Subject;

impl Edits {
    /// Returns the caller's edits, pending and decided, newest first, without contents. Omits those above the caller's
    /// level, and those of documents that the caller may not read.
    pub async fn own_edits(
        &self,
        context: &RequestContext,
        actor: &Actor,
        page: PageRequest,
    ) -> Result<Page<EditView>, EditError> {
        let Page { mut items, next } = self.edits.authored(actor.user_id, page).await?;
        items.retain(|record| {
            let document = &record.document.document;
            decide(actor, document, context.now) == Decision::Allowed
                && actor.is_cleared_for(record.edit.level_on(document))
        });
        let page = Page { items, next };
        Ok(page.map(|record| EditView::new(record, actor, context.now, &[])))
    }

    /// Returns an edit of the caller, pending or decided, with its text and its steps.
    ///
    /// Errors: `not_found` (also for edits of others, unless the caller is an administrator: `owner_only`),
    /// `insufficient_clearance`.
    pub async fn own_edit(&self, context: &RequestContext, actor: &Actor, id: EditId) -> Result<EditView, EditError> {
        let record = self.authored_by(context, actor, id).await?;
        Ok(EditView::new(record, actor, context.now, &[]))
    }

    /// Deletes a pending edit of the caller, even if it has timed out or has steps.
    ///
    /// Errors: `protected_account`, `not_found`, `owner_only` and `insufficient_clearance` as for reading it,
    /// `already_reviewed`.
    pub async fn withdraw(&self, context: &RequestContext, actor: &Actor, id: EditId) -> Result<(), EditError> {
        if actor.is_emergency_access() {
            return Err(EditError::ProtectedAccount);
        }
        let edit = self.authored_by(context, actor, id).await?.edit;
        if edit.case.status != Status::Pending {
            return Err(EditError::AlreadyReviewed);
        }
        let withdrawal = EditWithdrawal { id, document_id: edit.document_id, owner: edit.case.author, at: context.now };
        let details = Details::new().with("documentId", edit.document_id.to_string());
        let entry =
            Entry::new(&*self.ids, context, actor, Action::EditWithdrawn, EntityType::Edit).on(&id).details(details);
        self.edits.withdraw(Audited::new(withdrawal, entry)).await.map_err(|error| match error {
            // It was decided or withdrawn in the meantime.
            StoreError::Stale => EditError::AlreadyReviewed,
            other => other.into(),
        })
    }

    /// Returns a timed-out edit of the caller to the queue for another three days. Its approval steps are kept.
    ///
    /// Errors: `protected_account`, `not_found` (also for edits of others, unless the caller is an administrator:
    /// `owner_only`), `insufficient_clearance`, `not_timed_out`.
    pub async fn resubmit(&self, context: &RequestContext, actor: &Actor, id: EditId) -> Result<EditView, EditError> {
        if actor.is_emergency_access() {
            return Err(EditError::ProtectedAccount);
        }
        let mut record = self.authored_by(context, actor, id).await?;
        let EditRequest { case, document_id, .. } = &record.edit;
        let change = case.resubmission(Subject::Document(*document_id), context.now).ok_or(EditError::NotTimedOut)?;
        let details = Details::new()
            .with("documentId", document_id.to_string())
            .with("waitedSince", change.expected_start.to_string());
        let entry =
            Entry::new(&*self.ids, context, actor, Action::EditResubmitted, EntityType::Edit).on(&id).details(details);
        self.waits.resubmit(Audited::new(change, entry)).await.map_err(|error| match error {
            // It was resubmitted or reviewed in the meantime.
            StoreError::Stale => EditError::NotTimedOut,
            other => other.into(),
        })?;
        record.edit.case.resubmit(context.now);
        Ok(EditView::new(record, actor, context.now, &[]))
    }

    /// Returns an edit that the caller wrote and may read.
    pub(super) async fn authored_by(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: EditId,
    ) -> Result<EditRecord, EditError> {
        let record = self.edits.find(id).await?.ok_or(EditError::NotFound)?;
        if record.edit.case.author != actor.user_id {
            return Err(if actor.is_admin { EditError::OwnerOnly } else { EditError::NotFound });
        }
        let document = &record.document.document;
        check_readable(context, actor, document)?;
        let required = record.edit.level_on(document);
        if !actor.is_cleared_for(required) {
            return Err(EditError::InsufficientClearance { required });
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::super::edits::tests::service;
    use super::*;
    use crate::case::Case;
    use crate::case::REVIEW_WINDOW;
    use crate::edits::testing::record;
    use crate::ports::{MockEditRepository, MockWaitRepository};
    use facility_kernel::DomainError as _;
    use facility_kernel::Timestamp;
    use facility_kernel::testing::{TEST_NOW, actor, context};
    use std::sync::Arc;

    /// Edit 1 with this status, by account 9, of a document of this level.
    fn stored(level: i64, status: Status) -> MockEditRepository {
        let mut edits = MockEditRepository::new();
        edits.expect_find().returning(move |_| {
            let record = record(1, level);
            Ok(Some(EditRecord {
                edit: EditRequest { case: Case { status, ..record.edit.case.clone() }, ..record.edit },
                ..record
            }))
        });
        edits
    }

    fn id() -> EditId {
        record(1, 1).edit.case.id
    }

    #[tokio::test]
    async fn author_reads_a_rejected_edit() {
        let read = service(stored(2, Status::Rejected)).own_edit(&context(), &actor(9, 2, false), id()).await;
        assert_eq!(read.unwrap().proposed().unwrap().content, "The new content.");
    }

    #[tokio::test]
    async fn edits_of_others_and_above_the_level_are_not_read() {
        for (who, code) in [
            (actor(1, 5, false), "not_found"),
            (actor(1, 5, true), "owner_only"),
            (actor(9, 1, false), "insufficient_clearance"),
        ] {
            let service = service(stored(2, Status::Pending));
            let read = service.own_edit(&context(), &who, id()).await;
            assert_eq!(read.unwrap_err().code(), code);
            let withdrawn = service.withdraw(&context(), &who, id()).await;
            assert_eq!(withdrawn.unwrap_err().code(), code);
        }
    }

    #[tokio::test]
    async fn list_leaves_out_what_is_above_the_level() {
        let mut edits = MockEditRepository::new();
        edits.expect_authored().returning(|_, _| Ok(Page { items: vec![record(1, 1), record(2, 3)], next: None }));
        let page = service(edits).own_edits(&context(), &actor(9, 2, false), PageRequest::FIRST).await.unwrap();
        let shown: Vec<EditId> = page.items.iter().map(|view| view.edit.case.id).collect();
        assert_eq!(shown, [id()]);
    }

    #[tokio::test]
    async fn pending_edit_is_withdrawn_and_recorded_without_its_text() {
        let mut edits = stored(1, Status::Pending);
        edits
            .expect_withdraw()
            .times(1)
            .withf(|audited| {
                let details = audited.entry().details.to_json().unwrap_or_default();
                audited.entry().action == Action::EditWithdrawn
                    && audited.change().id == id()
                    && !details.contains("content")
            })
            .returning(|_| Ok(()));
        service(edits).withdraw(&context(), &actor(9, 1, false), id()).await.unwrap();
    }

    #[tokio::test]
    async fn decided_edit_is_not_withdrawn() {
        let mut raced = stored(1, Status::Pending);
        raced.expect_withdraw().times(1).returning(|_| Err(StoreError::Stale));
        for edits in [stored(1, Status::Approved), stored(1, Status::Rejected), raced] {
            let refused = service(edits).withdraw(&context(), &actor(9, 1, false), id()).await;
            assert_eq!(refused.unwrap_err().code(), "already_reviewed");
        }
        let who = facility_kernel::testing::emergency_access();
        let refused = service(MockEditRepository::new()).withdraw(&context(), &who, id()).await;
        assert_eq!(refused.unwrap_err().code(), "protected_account");
    }

    /// Resubmits an edit of this level by account 9 that was submitted at this time.
    async fn resubmit(
        waits: MockWaitRepository<EditId>,
        (level, created_at): (i64, Timestamp),
        who: &Actor,
    ) -> Result<EditView, &'static str> {
        let mut edits = MockEditRepository::new();
        edits.expect_find().returning(move |_| {
            let mut record = record(1, level);
            record.edit.case.created_at = created_at;
            Ok(Some(record))
        });
        let of = Edits { waits: Arc::new(waits), ..service(edits) };
        of.resubmit(&context(), who, record(1, 1).edit.case.id).await.map_err(|error| error.code())
    }

    #[tokio::test]
    async fn only_the_author_resubmits_a_late_edit() {
        let long_ago = TEST_NOW.minus(REVIEW_WINDOW);
        let author = actor(9, 1, false);
        let mut waits = MockWaitRepository::new();
        waits.expect_resubmit().times(1).returning(|_| Ok(()));
        let again = resubmit(waits, (1, long_ago), &author).await.unwrap();
        assert_eq!(again.edit.case.resubmitted_at, Some(TEST_NOW));
        let mut raced = MockWaitRepository::new();
        raced.expect_resubmit().times(1).returning(|_| Err(StoreError::Stale));
        assert_eq!(resubmit(raced, (1, long_ago), &author).await.unwrap_err(), "not_timed_out");
        for (late, who, code) in [
            ((1, long_ago), actor(1, 5, false), "not_found"),
            ((1, long_ago), actor(1, 5, true), "owner_only"),
            ((2, long_ago), author.clone(), "insufficient_clearance"),
            ((1, TEST_NOW), author.clone(), "not_timed_out"),
        ] {
            assert_eq!(resubmit(MockWaitRepository::new(), late, &who).await.unwrap_err(), code);
        }
    }
}
