//! Deleting documents.

use crate::ports::{DocumentRepository, HeldFiles};
use crate::visibility::{Decision, decide};
use crate::{Document, DocumentChange, DocumentError};
use audit::{Action, Audited, Details, EntityType, Entry};
use kernel::{Actor, AdminActor, DocumentId, IdGenerator, RequestContext};
use std::sync::Arc;

/// Deletes documents: owners may delete their own, administrators any.
#[derive(Clone)]
pub struct Removal {
    /// Documents.
    pub documents: Arc<dyn DocumentRepository>,
    /// The bytes of the files they hold.
    pub files: Arc<dyn HeldFiles>,
    /// New ids.
    pub ids: Arc<dyn IdGenerator>,
}

impl Removal {
    /// Deletes a document as its owner. An owner below the document's level may not.
    ///
    /// Errors: `not_found`, `insufficient_clearance`, `owner_only`, `stale`.
    pub async fn delete_own(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<(), DocumentError> {
        let document = self.find(id).await?;
        match decide(actor, &document, context.now) {
            Decision::Hidden => return Err(DocumentError::NotFound),
            Decision::Denied { required } => return Err(DocumentError::InsufficientClearance { required }),
            Decision::Allowed => {}
        }
        if document.owner != actor.user_id {
            return Err(DocumentError::OwnerOnly);
        }
        self.delete(context, actor, document, false).await
    }

    /// Deletes any document, as an administrator. Errors: `not_found`, `stale`.
    pub async fn delete_any(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
    ) -> Result<(), DocumentError> {
        let document = self.find(id).await?;
        self.delete(context, actor, document, true).await
    }

    async fn find(&self, id: DocumentId) -> Result<Document, DocumentError> {
        Ok(self.documents.find(id).await?.ok_or(DocumentError::NotFound)?.document)
    }

    async fn delete(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: Document,
        as_admin: bool,
    ) -> Result<(), DocumentError> {
        // Neither title nor text: administrators of every level read the log.
        let details = Details::new()
            .with("clearanceLevel", document.clearance.level())
            .with("category", document.text.category.as_str())
            .with("owner", document.owner.to_string());
        let entry = Entry::new(&*self.ids, context, actor, Action::DocumentDeleted, EntityType::Document)
            .on(&document.id)
            .details(details);
        let entry = if as_admin { entry.as_admin() } else { entry };
        let change = DocumentChange::Delete { id: document.id, version: document.version };
        // Rows first, bytes afterwards: a crash in between leaves unreachable bytes, never a row without bytes.
        for upload in self.documents.commit(Audited::new(change, entry)).await? {
            self.files.discard(upload).await;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockDocumentRepository, MockHeldFiles};
    use crate::visibility::testing::{document, released_at};
    use crate::{DocumentRecord, FilePath};
    use kernel::testing::{SequentialIds, actor, admin, context, numbered};
    use kernel::{DomainError, StoreError, UploadId};

    fn file() -> UploadId {
        UploadId::from_uuid(numbered(50))
    }

    /// `commit` is the store's result; the uploads that nothing holds are discarded.
    fn removal(document: Document, commit: Option<Result<Vec<UploadId>, StoreError>>) -> Removal {
        let mut documents = MockDocumentRepository::new();
        let (id, version) = (document.id, document.version);
        documents.expect_find().returning(move |_| {
            Ok(Some(DocumentRecord {
                document: document.clone(),
                submitted_by_username: "owner".to_owned(),
                attachment: None,
                preview: "".into(),
            }))
        });
        let expected = DocumentChange::Delete { id, version };
        let times = usize::from(commit.is_some());
        let discards = commit.iter().flatten().flatten().count();
        let answer = std::sync::Mutex::new(commit);
        documents
            .expect_commit()
            .times(times)
            .withf(move |change| {
                let details = change.entry().details.to_json().unwrap_or_default();
                *change.change() == expected
                    && change.entry().action == Action::DocumentDeleted
                    && !details.contains("Document ")
            })
            .returning(move |_| answer.lock().unwrap().take().unwrap_or(Ok(Vec::new())));
        let mut files = MockHeldFiles::new();
        files.expect_discard().times(discards).withf(|upload| *upload == file()).return_const(());
        Removal {
            documents: Arc::new(documents),
            files: Arc::new(files),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    fn with_file(level: i64) -> Document {
        Document { attachment: Some(FilePath::of(file())), ..document(1, level, 2) }
    }

    #[tokio::test]
    async fn an_owner_deletes_the_row_and_then_the_file() {
        let service = removal(with_file(2), Some(Ok(vec![file()])));
        service.delete_own(&context(), &actor(2, 2, false), with_file(2).id).await.unwrap();
    }

    #[tokio::test]
    async fn a_file_that_something_else_holds_is_kept() {
        let service = removal(with_file(2), Some(Ok(Vec::new())));
        service.delete_own(&context(), &actor(2, 2, false), with_file(2).id).await.unwrap();
    }

    #[tokio::test]
    async fn stale_deletion_keeps_the_file() {
        let service = removal(with_file(2), Some(Err(StoreError::Stale)));
        let error = service.delete_own(&context(), &actor(2, 2, false), with_file(2).id).await.unwrap_err();
        assert_eq!(error.code(), "stale");
    }

    #[tokio::test]
    async fn others_and_owners_below_the_level_are_refused() {
        for (document, actor, code) in [
            (with_file(2), actor(3, 5, false), "owner_only"),
            (with_file(2), actor(3, 5, true), "owner_only"),
            (with_file(3), actor(2, 2, false), "insufficient_clearance"),
            (released_at(1, 1, 1), actor(1, 5, false), "not_found"),
        ] {
            let id = document.id;
            let error = removal(document, None).delete_own(&context(), &actor, id).await.unwrap_err();
            assert_eq!(error.code(), code);
        }
    }

    #[tokio::test]
    async fn administrators_delete_any_document() {
        let service = removal(with_file(5), Some(Ok(vec![file()])));
        service.delete_any(&context(), &admin(3, 1), with_file(5).id).await.unwrap();
    }
}
