//! What authors read of their edits, and withdrawing them.

use super::edits::check_readable;
use crate::edits::EditRecord;
use crate::edits::Status;
use crate::edits::change::EditWithdrawal;
use crate::edits::error::EditError;
use crate::edits::view::EditView;
use crate::services::edits::Edits;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::visibility::{Decision, decide};
use facility_kernel::{Actor, EditId, Page, PageRequest, RequestContext, StoreError};

impl Edits {
    /// Returns the caller's edits, pending and decided, newest first, without contents. Leaves out those above the
    /// caller's level, and those of documents that the caller may not read.
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

    /// Removes a pending edit of the caller, also one that has timed out or has steps.
    ///
    /// Errors: `protected_account`, `not_found`, `owner_only` and `insufficient_clearance` as for reading it,
    /// `already_reviewed`.
    pub async fn withdraw(&self, context: &RequestContext, actor: &Actor, id: EditId) -> Result<(), EditError> {
        if actor.is_emergency_access() {
            return Err(EditError::ProtectedAccount);
        }
        let edit = self.authored_by(context, actor, id).await?.edit;
        if edit.status != Status::Pending {
            return Err(EditError::AlreadyReviewed);
        }
        let withdrawal =
            EditWithdrawal { id, document_id: edit.document_id, owner: edit.submitted_by, at: context.now };
        let details = Details::new().with("documentId", edit.document_id.to_string());
        let entry =
            Entry::new(&*self.ids, context, actor, Action::EditWithdrawn, EntityType::Edit).on(&id).details(details);
        self.edits.withdraw(Audited::new(withdrawal, entry)).await.map_err(|error| match error {
            // Decided or withdrawn in the meantime.
            StoreError::Stale => EditError::AlreadyReviewed,
            other => other.into(),
        })
    }

    /// Returns an edit of the caller that the caller may read.
    pub(super) async fn authored_by(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: EditId,
    ) -> Result<EditRecord, EditError> {
        let record = self.edits.find(id).await?.ok_or(EditError::NotFound)?;
        if record.edit.submitted_by != actor.user_id {
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
    use crate::edits::EditRequest;
    use crate::edits::testing::record;
    use crate::ports::MockEditRepository;
    use facility_kernel::DomainError as _;
    use facility_kernel::testing::{actor, context};

    /// The edit 1 of a document of this level by the account 9, in this status.
    fn stored(level: i64, status: Status) -> MockEditRepository {
        let mut edits = MockEditRepository::new();
        edits.expect_find().returning(move |_| {
            let record = record(1, level);
            Ok(Some(EditRecord { edit: EditRequest { status, ..record.edit }, ..record }))
        });
        edits
    }

    fn id() -> EditId {
        record(1, 1).edit.id
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
        let shown: Vec<EditId> = page.items.iter().map(|view| view.edit.id).collect();
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
}
