//! Deletion of documents, which moves them to the trash.

use crate::change::DocumentChange;
use crate::document::Document;
use crate::error::DocumentError;
use crate::ports::DocumentRepository;
use crate::visibility::{Decision, decide};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, AdminActor, DocumentId, IdGenerator, RequestContext};
use std::sync::Arc;

/// Deletes documents. Owners may delete their own, administrators any.
#[derive(Clone)]
pub struct Removal {
    pub documents: Arc<dyn DocumentRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Removal {
    /// Deletes a document as its owner. An owner below the document's level may not delete it.
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
        // The title and text are omitted, because administrators of every level read the log.
        let details = Details::new()
            .with("clearanceLevel", document.clearance.level())
            .with("category", document.text.category.as_str())
            .with("owner", document.owner.to_string());
        let entry = Entry::new(&*self.ids, context, actor, Action::DocumentDeleted, EntityType::Document)
            .on(&document.id)
            .details(details);
        let entry = if as_admin { entry.as_admin() } else { entry };
        let change =
            DocumentChange::Trash { id: document.id, version: document.version, by: actor.user_id, at: context.now };
        Ok(self.documents.commit(Audited::new(change, entry)).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockDocumentRepository;
    use crate::view::testing::record;
    use crate::visibility::testing::{document, released_at};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, admin, context};
    use facility_kernel::{DomainError, StoreError, UserId};

    /// `commit` is the store's result for a deletion by this user.
    fn removal(document: Document, by: UserId, commit: Option<Result<(), StoreError>>) -> Removal {
        let mut documents = MockDocumentRepository::new();
        let expected = DocumentChange::Trash { id: document.id, version: document.version, by, at: TEST_NOW };
        documents.expect_find().returning(move |_| Ok(Some(record(document.clone()))));
        let times = usize::from(commit.is_some());
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
            .returning(move |_| answer.lock().unwrap().take().unwrap_or(Ok(())));
        Removal { documents: Arc::new(documents), ids: Arc::new(SequentialIds::default()) }
    }

    #[tokio::test]
    async fn an_owner_deletes_a_document() {
        let (owner, of) = (actor(2, 2, false), document(1, 2, 2));
        let service = removal(of.clone(), owner.user_id, Some(Ok(())));
        service.delete_own(&context(), &owner, of.id).await.unwrap();
    }

    #[tokio::test]
    async fn deletion_of_a_changed_document_is_stale() {
        let (owner, of) = (actor(2, 2, false), document(1, 2, 2));
        let service = removal(of.clone(), owner.user_id, Some(Err(StoreError::Stale)));
        assert_eq!(service.delete_own(&context(), &owner, of.id).await.unwrap_err().code(), "stale");
    }

    #[tokio::test]
    async fn others_and_owners_below_the_level_are_refused() {
        for (document, actor, code) in [
            (document(1, 2, 2), actor(3, 5, false), "owner_only"),
            (document(1, 2, 2), actor(3, 5, true), "owner_only"),
            (document(1, 3, 2), actor(2, 2, false), "insufficient_clearance"),
            (released_at(1, 1, 1), actor(1, 5, false), "not_found"),
        ] {
            let (id, by) = (document.id, actor.user_id);
            let error = removal(document, by, None).delete_own(&context(), &actor, id).await.unwrap_err();
            assert_eq!(error.code(), code);
        }
    }

    #[tokio::test]
    async fn administrators_delete_any_document() {
        let (by, of) = (admin(3, 1), document(1, 5, 2));
        let service = removal(of.clone(), by.user_id, Some(Ok(())));
        service.delete_any(&context(), &by, of.id).await.unwrap();
    }
}
