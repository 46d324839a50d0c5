//! The versions of documents: listing, comparing and reverting.

use crate::change::{DocumentChange, Revision};
use crate::compare::{Diff, Purpose, Side, Texts};
use crate::document::Document;
use crate::error::DocumentError;
use crate::portions::stored;
use crate::ports::{Comparing, VersionRepository};
use crate::services::documents::Documents;
use crate::versions::{Version, VersionRecord, VisibleVersion};
use crate::view::{Stored, Visible, view};
use crate::visibility::Visibility;
use facility_audit::access::AccessType;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, DocumentId, IdGenerator, Page, PageRequest, RequestContext, VersionId};
use std::sync::Arc;

/// Shows the versions of documents and reverts to them. Versions above the reader's level are hidden.
#[derive(Clone)]
pub struct History {
    pub reading: Documents,
    pub versions: Arc<dyn VersionRepository>,
    pub comparing: Arc<dyn Comparing>,
    pub ids: Arc<dyn IdGenerator>,
}

impl History {
    /// Returns a page of a document's versions, newest first, as this reader may see them. If whole contents are
    /// requested, the access is recorded.
    ///
    /// Errors: `not_found`, `insufficient_clearance`.
    pub async fn list(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        with_content: bool,
        page: PageRequest,
    ) -> Result<Page<VisibleVersion>, DocumentError> {
        let record = self.reading.readable(context, actor, id).await?;
        if with_content {
            self.reading.note(context, actor, &record.document, AccessType::View);
        }
        let page = self.versions.list(id, actor.clearance, with_content, page).await?;
        let reader = Visibility::of(actor, context.now);
        Ok(page.map(|version| shown(version, &reader)))
    }

    /// Compares two versions of a document. The access is recorded.
    ///
    /// Errors: `not_found`, also for versions above the reader's level; `insufficient_clearance`.
    pub async fn compare(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        [from, to]: [VersionId; 2],
    ) -> Result<Diff, DocumentError> {
        let record = self.reading.readable(context, actor, id).await?;
        let (from, to) = (self.find(context, actor, id, from).await?, self.find(context, actor, id, to).await?);
        self.reading.note(context, actor, &record.document, AccessType::View);
        let sides = Side::of_document(&from.document).zip(Side::of_document(&to.document));
        let (from, to) = sides.ok_or(DocumentError::NotFound)?;
        let texts = Texts { base: None, from, to };
        Ok(self.comparing.compare(actor.user_id, Purpose::Reading, texts).await?.diff)
    }

    /// Reverts a document to an earlier version, as its owner or an administrator. Restores the title, content,
    /// category and file of that version. The document's level does not drop: it is raised to the version's level if
    /// that is higher, so a revert never shows a text to readers below the level that it had. The current version
    /// remains in the history.
    ///
    /// Errors: `not_found`, also for versions above the caller's level; `insufficient_clearance`, `owner_only`,
    /// `current_version`, `stale`; `portion_mismatch` if the caller cannot read every portion of both texts;
    /// `validation_failed` if a portion would be below the level of the document.
    pub async fn revert(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        version: VersionId,
    ) -> Result<Visible, DocumentError> {
        let Stored { document: before, submitted_by_username, .. } = self.reading.readable(context, actor, id).await?;
        if before.owner != actor.user_id && !actor.is_admin {
            return Err(DocumentError::OwnerOnly);
        }
        let found = self.versions.find(id, version).await?.ok_or(DocumentError::NotFound)?;
        let number = found.number;
        let was = found.document.document.clone();
        if was.clearance > actor.clearance {
            return Err(DocumentError::NotFound);
        }
        if found.is_current {
            return Err(DocumentError::CurrentVersion);
        }
        let texts = [&before.text.content, &was.text.content];
        if texts.into_iter().filter_map(stored::highest).any(|level| level > actor.clearance) {
            return Err(DocumentError::PortionMismatch);
        }
        let clearance = before.clearance.max(was.clearance);
        stored::check(&was.text.content, clearance, actor.clearance)?;
        let after = Document {
            text: was.text,
            files: was.files,
            clearance,
            version: before.version + 1,
            updated_at: context.now,
            ..before.clone()
        };
        let details = Details::new()
            .with("toVersion", number)
            .with("version", after.version)
            .with("clearanceLevel", after.clearance.level());
        let entry = Entry::new(&*self.ids, context, actor, Action::DocumentReverted, EntityType::Document)
            .on(&id)
            .details(details);
        let entry = if before.owner == actor.user_id { entry } else { entry.as_admin() };
        let revision = Revision {
            before: before.version,
            after: after.clone(),
            version: VersionId::generate(&*self.ids),
            author: actor.user_id,
            description: Some(format!("Reverted to version {number}")),
        };
        let change = DocumentChange::Revise(Box::new(revision));
        self.reading.documents.commit(Audited::new(change, entry)).await?;
        let record = Stored { document: after, submitted_by_username, ..found.document };
        Ok(view(record, &Visibility::of(actor, context.now)))
    }

    async fn find(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        id: VersionId,
    ) -> Result<VisibleVersion, DocumentError> {
        let found = self.versions.find(document, id).await?.ok_or(DocumentError::NotFound)?;
        Ok(shown(found, &Visibility::of(actor, context.now)))
    }
}

fn shown(version: VersionRecord, reader: &Visibility) -> VisibleVersion {
    let Version { id, number, description, created_by, created_by_username, created_at, is_current, document } =
        version;
    let document = view(document, reader);
    Version { id, number, description, created_by, created_by_username, created_at, is_current, document }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
