//! The trash: listing, restoring and purging deleted documents.

use crate::batch::RunResult;
use crate::error::DocumentError;
use crate::ports::{DocumentRepository, TrashRepository};
use crate::trash::{Purge, Restoration, TRASH_RETENTION, TrashedDocument};
use crate::view::{Visible, view};
use crate::visibility::Visibility;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_files::ports::HeldFiles;
use facility_kernel::{AdminActor, DocumentId, IdGenerator, Page, PageRequest, RequestContext, StoreError};
use std::sync::Arc;

/// Maximum number of documents that one run of the job purges.
const MAX_PURGED_PER_RUN: u16 = 100;

/// Restores and purges deleted documents. Administrators below a document's level see that it is there but may do
/// neither.
#[derive(Clone)]
pub struct Trash {
    pub trash: Arc<dyn TrashRepository>,
    pub documents: Arc<dyn DocumentRepository>,
    /// The store of their files' bytes.
    pub files: Arc<dyn HeldFiles>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Trash {
    /// Returns a page of the trash, last deleted first, and the number of documents in it.
    pub async fn list(&self, _: &AdminActor, page: PageRequest) -> Result<(Page<TrashedDocument>, u64), DocumentError> {
        Ok(self.trash.list(page).await?)
    }

    /// Restores a document with everything that belonged to it, except withdrawn edits. An archived document returns to
    /// the repository if its section is no longer active.
    ///
    /// Errors: `not_found`, `insufficient_clearance`, `stale` if another document has its id by now.
    pub async fn restore(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
    ) -> Result<Visible, DocumentError> {
        let found = self.cleared(actor, id).await?;
        let entry = self.entry(context, actor, Action::DocumentRestored, &found).as_admin();
        match self.trash.restore(Audited::new(Restoration { id }, entry)).await {
            // Somebody else has restored or purged it in the meantime.
            Err(StoreError::Stale) => return Err(DocumentError::NotFound),
            Err(StoreError::Taken(_)) => return Err(DocumentError::Stale),
            written => written?,
        }
        let record = self.documents.find(id).await?.ok_or(DocumentError::NotFound)?;
        Ok(view(record, &Visibility::of(actor, context.now)))
    }

    /// Permanently deletes a document in the trash, with its files. Errors: `not_found`, `insufficient_clearance`.
    pub async fn purge(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
    ) -> Result<(), DocumentError> {
        let found = self.cleared(actor, id).await?;
        let entry = self.entry(context, actor, Action::DocumentPurged, &found).as_admin();
        if self.purge_recorded(id, entry).await? { Ok(()) } else { Err(DocumentError::NotFound) }
    }

    /// Purges documents that have been in the trash for longer than [`TRASH_RETENTION`] and returns their number. Each is
    /// purged by only one of several nodes.
    ///
    /// Errors: those of the store. A document that cannot be purged is skipped and does not stop the others.
    pub async fn purge_due(&self, context: &RequestContext) -> Result<usize, DocumentError> {
        let mut tally = RunResult::default();
        for found in self.trash.due(context.now.minus(TRASH_RETENTION), MAX_PURGED_PER_RUN).await? {
            tally.add(self.purge_found(context, found).await.map(usize::from))?;
        }
        Ok(tally.finish()?)
    }

    /// Purges a document as the server. Returns whether it was still in the trash.
    async fn purge_found(
        &self,
        context: &RequestContext,
        found: Result<TrashedDocument, StoreError>,
    ) -> Result<bool, StoreError> {
        let found = found?;
        let entry = self.entry(context, Performer::System, Action::DocumentPurged, &found);
        self.purge_recorded(found.id, entry).await
    }

    /// Returns whether the document was still in the trash.
    async fn purge_recorded(&self, id: DocumentId, entry: Entry) -> Result<bool, StoreError> {
        let released = match self.trash.purge(Audited::new(Purge { id }, entry)).await {
            Err(StoreError::Stale) => return Ok(false),
            released => released?,
        };
        // Rows are deleted first and bytes afterwards: a crash in between leaves unreachable bytes, but never a row
        // without bytes.
        for upload in released {
            self.files.discard(upload).await;
        }
        Ok(true)
    }

    async fn cleared(&self, actor: &AdminActor, id: DocumentId) -> Result<TrashedDocument, DocumentError> {
        let found = self.trash.find(id).await?.ok_or(DocumentError::NotFound)?;
        if actor.is_cleared_for(found.clearance) {
            Ok(found)
        } else {
            Err(DocumentError::InsufficientClearance { required: found.clearance })
        }
    }

    fn entry(
        &self,
        context: &RequestContext,
        performer: impl Into<Performer>,
        action: Action,
        found: &TrashedDocument,
    ) -> Entry {
        // The title and text are omitted, because administrators of every level read the log.
        let details = Details::new()
            .with("clearanceLevel", found.clearance.level())
            .with("category", found.category.as_str())
            .with("owner", found.owner.to_string())
            .with("trashedAt", found.trashed_at.to_string());
        Entry::new(&*self.ids, context, performer, action, EntityType::Document).on(&found.id).details(details)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockDocumentRepository, MockTrashRepository};
    use crate::text::Category;
    use crate::view::testing::record;
    use crate::visibility::testing::document;
    use facility_files::ports::MockHeldFiles;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, numbered};
    use facility_kernel::{Clearance, DomainError as _, UploadId, UserId};

    fn trashed(level: i64) -> TrashedDocument {
        TrashedDocument {
            id: document(1, level, 2).id,
            title: "Secret title".to_owned(),
            category: Category::Entity,
            clearance: Clearance::parse(level).unwrap(),
            owner: UserId::Account(numbered(2)),
            owner_username: "owner".to_owned(),
            version: 1,
            archive_section: None,
            created_at: TEST_NOW,
            updated_at: TEST_NOW,
            trashed_by: UserId::Account(numbered(2)),
            trashed_by_username: "owner".to_owned(),
            trashed_at: TEST_NOW,
        }
    }

    /// A trash with one document of this level. `discards` is the expected number of files whose bytes are deleted.
    fn service(mut trash: MockTrashRepository, level: i64, discards: usize) -> Trash {
        trash.expect_find().returning(move |_| Ok(Some(trashed(level))));
        trash.expect_due().returning(move |before, _| {
            assert_eq!(before, TEST_NOW.minus(TRASH_RETENTION));
            Ok(vec![Ok(trashed(level)), Ok(trashed(level))])
        });
        let mut documents = MockDocumentRepository::new();
        documents.expect_find().returning(move |_| Ok(Some(record(document(1, level, 2)))));
        let mut files = MockHeldFiles::new();
        files.expect_discard().times(discards).return_const(());
        Trash {
            trash: Arc::new(trash),
            documents: Arc::new(documents),
            files: Arc::new(files),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    #[tokio::test]
    async fn administrators_of_its_level_restore_a_document() {
        let mut trash = MockTrashRepository::new();
        trash.expect_restore().times(1).returning(|audited| {
            let entry = audited.entry();
            assert!(entry.action == Action::DocumentRestored && entry.is_admin_action);
            assert!(!entry.details.to_json().unwrap().contains("Secret"));
            Ok(())
        });
        let service = service(trash, 3, 0);
        let seen = service.restore(&context(), &admin(1, 3), trashed(3).id).await.unwrap();
        assert!(seen.text.is_some());
        for refused in [
            service.restore(&context(), &admin(1, 2), trashed(3).id).await.unwrap_err(),
            service.purge(&context(), &admin(1, 2), trashed(3).id).await.unwrap_err(),
        ] {
            assert_eq!(refused.code(), "insufficient_clearance");
            assert_eq!(refused.required_clearance(), Clearance::parse(3).ok());
        }
    }

    #[tokio::test]
    async fn the_later_of_two_administrators_finds_nothing() {
        let mut trash = MockTrashRepository::new();
        trash.expect_restore().returning(|_| Err(StoreError::Stale));
        trash.expect_purge().returning(|_| Err(StoreError::Stale));
        let service = service(trash, 1, 0);
        let restored = service.restore(&context(), &admin(1, 1), trashed(1).id).await;
        let purged = service.purge(&context(), &admin(1, 1), trashed(1).id).await;
        assert_eq!((restored.unwrap_err().code(), purged.unwrap_err().code()), ("not_found", "not_found"));
    }

    #[tokio::test]
    async fn restoring_a_taken_id_is_a_conflict() {
        let mut trash = MockTrashRepository::new();
        trash.expect_restore().returning(|_| Err(StoreError::Taken("documents.id")));
        let restored = service(trash, 1, 0).restore(&context(), &admin(1, 1), trashed(1).id).await;
        assert_eq!(restored.unwrap_err().code(), "stale");
    }

    #[tokio::test]
    async fn purge_deletes_the_bytes_that_nothing_holds() {
        let mut trash = MockTrashRepository::new();
        trash.expect_purge().times(1).returning(|audited| {
            assert_eq!(audited.entry().action, Action::DocumentPurged);
            Ok(vec![UploadId::from_uuid(numbered(50)), UploadId::from_uuid(numbered(51))])
        });
        service(trash, 5, 2).purge(&context(), &admin(1, 5), trashed(5).id).await.unwrap();
    }

    #[tokio::test]
    async fn the_server_purges_what_is_due_and_skips_what_is_gone() {
        let mut trash = MockTrashRepository::new();
        let mut answers = vec![Err(StoreError::Stale), Ok(Vec::new())];
        trash.expect_purge().times(2).returning(move |audited| {
            assert!(audited.entry().performer == Performer::System && !audited.entry().is_admin_action);
            answers.pop().unwrap()
        });
        assert_eq!(service(trash, 5, 0).purge_due(&context()).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn document_that_cannot_be_purged_does_not_stop_the_others() {
        let mut trash = MockTrashRepository::new();
        trash
            .expect_due()
            .returning(|_, _| Ok(vec![Err(StoreError::internal("damaged")), Ok(trashed(1)), Ok(trashed(1))]));
        let mut answers = vec![Ok(Vec::new()), Err(StoreError::internal("damaged too"))];
        trash.expect_purge().times(2).returning(move |_| answers.pop().unwrap());
        let failed = service(trash, 1, 0).purge_due(&context()).await.unwrap_err();
        assert_eq!(failed.code(), "internal_error");
    }
}
