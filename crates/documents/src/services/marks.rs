//! Recording of a reader's accesses, and the marks that follow from them.

use crate::document::Document;
use crate::error::DocumentError;
use crate::marks::{Mark, day};
use crate::services::documents::Documents;
use crate::stand_in::is_stand_in;
use crate::view::{Opened, Visible};
use facility_audit::access::{AccessEvent, AccessType, NewAccess};
use facility_kernel::{Actor, AttemptId, DocumentId, Page, RequestContext, Timestamp};
use facility_users::session::ABSOLUTE_LIFETIME;

impl Documents {
    /// Returns the page with what the reader has opened, and marks. A simulated reader has opened nothing, and nothing
    /// is marked for them.
    pub async fn marked(
        &self,
        context: &RequestContext,
        actor: &Actor,
        page: Page<Visible>,
    ) -> Result<Page<Visible>, DocumentError> {
        let shown = page.items.iter().filter(|item| item.text.is_some());
        let ids: Vec<DocumentId> = shown.map(|item| item.document.id).collect();
        if ids.is_empty() || is_stand_in(actor) {
            return Ok(page);
        }
        let opened = self.access.opened(actor.user_id, ids).await?;
        Ok(page.map(|item| {
            if item.text.is_none() {
                return item;
            }
            let version = opened.get(&item.document.id).copied();
            let mark = Mark::of(&item.document, actor, version, context.now);
            item.with_opened(Opened { version, mark })
        }))
    }

    /// Returns a value that changes whenever marks may change, apart from the documents: when the reader opens a
    /// document, and at midnight (UTC).
    pub async fn marked_since(&self, context: &RequestContext, actor: &Actor) -> Result<String, DocumentError> {
        let openings = if is_stand_in(actor) { 0 } else { self.access.openings(actor.user_id).await? };
        Ok(format!("{}/{openings}/{}", actor.user_id, day(context.now)))
    }

    /// Records a reader's access to a document that they may read. Automatic reloads are recorded as in
    /// [`open`](Self::open), downloads always. Nothing is recorded for a simulated reader.
    pub fn note(&self, context: &RequestContext, actor: &Actor, document: &Document, kind: AccessType) {
        if is_stand_in(actor) {
            return;
        }
        let event = self.event(context, actor, (document.id, Some(document.version)), kind);
        let unless_since = shown_since(context, document).filter(|_| kind == AccessType::View);
        self.access.note(NewAccess { event, unless_since });
    }

    /// Records the access to these whole documents, except those that are withheld. Automatic reloads are recorded as
    /// in [`open`](Self::open). Nothing is recorded for a simulated reader.
    pub async fn note_shown<'a>(
        &self,
        context: &RequestContext,
        actor: &Actor,
        items: impl IntoIterator<Item = &'a Visible>,
    ) -> Result<(), DocumentError> {
        if is_stand_in(actor) {
            return Ok(());
        }
        let shown = items.into_iter().filter(|item| item.text.is_some()).map(|item| &item.document);
        let notes = shown.map(|document| NewAccess {
            event: self.event(context, actor, (document.id, Some(document.version)), AccessType::View),
            unless_since: shown_since(context, document),
        });
        Ok(self.access.note_all(notes.collect()).await?)
    }

    pub(super) fn event(
        &self,
        context: &RequestContext,
        actor: &Actor,
        (document_id, version): (DocumentId, Option<i32>),
        access_type: AccessType,
    ) -> AccessEvent {
        AccessEvent {
            id: AttemptId::generate(&*self.ids),
            document_id,
            version,
            user_id: actor.user_id,
            username: actor.username.clone(),
            access_type,
            accessed_at: context.now,
            ip_address: context.ip_address.clone(),
            user_agent: context.user_agent.clone(),
        }
    }
}

/// Returns the time since which an automatic reload of this document counts as a repetition: the document's last change,
/// but at most the lifetime of a session ago, because earlier accesses belong to another session. `None` if a person
/// made the request.
fn shown_since(context: &RequestContext, document: &Document) -> Option<Timestamp> {
    context.is_background.then(|| document.updated_at.max(context.now.minus(ABSOLUTE_LIFETIME)))
}
