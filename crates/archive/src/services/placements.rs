//! Archiving documents, requesting it, deciding requests, and taking documents out.

use crate::error::ArchiveError;
use crate::placing::{self, PlacementChange, RequestDecision};
use crate::ports::{ArchiveQueries, PlacementRepository, RequestRecord, SectionRepository};
use crate::requests::RequestItem;
use facility_audit::access::AccessType;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::document::{ArchiveRequest, Document, Placement};
use facility_documents::label::short_label;
use facility_documents::services::documents::Documents;
use facility_documents::view::{Stored, Visible, view};
use facility_documents::visibility::Visibility;
use facility_kernel::{
    Actor, AdminActor, DocumentId, IdGenerator, Page, PageRequest, RequestContext, SectionId, StoreError,
    optional_comment,
};
use facility_users::news::{NewsKind, Notification, NotificationId, Subject};
use facility_users::ports::UserRepository;
use std::sync::Arc;

const MAX_COMMENT_CHARS: usize = 2000;
/// Maximum number of attempts at a change if the document changes in the meantime.
const ATTEMPTS: usize = 3;

/// Archives documents.
#[derive(Clone)]
pub struct Placements {
    pub sections: Arc<dyn SectionRepository>,
    pub queries: Arc<dyn ArchiveQueries>,
    pub places: Arc<dyn PlacementRepository>,
    /// Reads documents and records the accesses.
    pub reading: Documents,
    /// The administrators who could decide, and the requesters.
    pub users: Arc<dyn UserRepository>,
    pub ids: Arc<dyn IdGenerator>,
}

/// The result of archiving a document or requesting it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archived {
    /// The document, as the caller may see it.
    pub document: Visible,
    /// Whether a request is waiting for an administrator. Otherwise the document is archived.
    pub is_pending: bool,
}

/// A decided change: the new placement, the action, and the notification to the requester.
struct Decided {
    after: Placement,
    action: Action,
    news: Option<Notification>,
    is_self_review: bool,
}

impl Placements {
    /// Archives a document as an administrator, or requests it as its owner. Of two concurrent calls, one succeeds.
    ///
    /// Errors: those of [`placing::archive`]; `not_found` also if the section does not exist or is not active.
    pub async fn archive(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        section: SectionId,
    ) -> Result<Archived, ArchiveError> {
        for _ in 0..ATTEMPTS {
            let record = self.find(id).await?;
            placing::may_archive(actor, &record.document, context.now)?;
            let target = self.sections.find(section).await?;
            if !target.is_some_and(|target| target.section.is_active) {
                return Err(ArchiveError::SectionNotFound);
            }
            let after = placing::archive(actor, &record.document, section, context.now)?;
            let is_pending = !after.is_archived();
            let action = if is_pending { Action::ArchiveRequested } else { Action::DocumentArchived };
            let request = record.document.placement.archive_request().copied();
            let news = match request {
                Some(request) => self.news(context, actor, &record.document, (request, true, None)).await?,
                None => None,
            };
            let decided = Decided { after, action, news, is_self_review: false };
            let closed = ArchiveError::SectionNotFound;
            if let Some(document) = self.commit(context, actor, record, (decided, closed)).await? {
                return Ok(Archived { document, is_pending });
            }
        }
        Err(ArchiveError::Stale)
    }

    /// Approves or rejects the request for a document, and returns the updated document. Of two concurrent decisions,
    /// one succeeds; the other fails with `no_request`.
    ///
    /// Errors: those of [`placing::review`], `not_found`, `section_inactive`, `validation_failed` for the comment.
    pub async fn review(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
        (decision, comments): (RequestDecision, Option<String>),
    ) -> Result<Visible, ArchiveError> {
        let comments = optional_comment("comments", comments, MAX_COMMENT_CHARS)?;
        for _ in 0..ATTEMPTS {
            let record = self.find(id).await?;
            let administrators = self.users.administrators().await?;
            let document = &record.document;
            let (after, request) = placing::review(actor, document, decision, &administrators, context.now)?;
            let (action, approved) = match decision {
                RequestDecision::Approve => (Action::ArchiveApproved, true),
                RequestDecision::Reject => (Action::ArchiveRejected, false),
            };
            let news = self.news(context, actor, document, (request, approved, comments.clone())).await?;
            let is_self_review = request.by == actor.user_id;
            let decided = Decided { after, action, news, is_self_review };
            let closed = ArchiveError::SectionInactive;
            if let Some(document) = self.commit(context, actor, record, (decided, closed)).await? {
                return Ok(document);
            }
        }
        Err(ArchiveError::Stale)
    }

    /// Moves a document from the archive back to the repository.
    ///
    /// Errors: those of [`placing::unarchive`], `not_found`.
    pub async fn unarchive(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: DocumentId,
    ) -> Result<Visible, ArchiveError> {
        for _ in 0..ATTEMPTS {
            let record = self.find(id).await?;
            let after = placing::unarchive(actor, &record.document, context.now)?;
            let action = Action::DocumentUnarchived;
            let decided = Decided { after, action, news: None, is_self_review: false };
            let closed = ArchiveError::SectionNotFound;
            if let Some(document) = self.commit(context, actor, record, (decided, closed)).await? {
                return Ok(document);
            }
        }
        Err(ArchiveError::Stale)
    }

    /// Returns the documents with a pending request, oldest request first, each as this administrator may see it. With
    /// `with_content`, those whose content is shown are recorded in the access log before this returns.
    pub async fn queue(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        page: PageRequest,
        with_content: bool,
    ) -> Result<Page<RequestItem>, ArchiveError> {
        let administrators = self.users.administrators().await?;
        let reader = Visibility::of(actor, context.now);
        let page = self.queries.requests(actor.clearance, page).await?.map(|found| {
            let RequestRecord { record, requested_by_username, section_name } = found;
            let names = (requested_by_username, section_name);
            RequestItem::new(view(record, &reader), names, actor, &administrators)
        });
        if with_content {
            let shown = page.items.iter().map(|item| &item.document);
            self.reading.note_shown(context, actor, shown).await?;
        }
        Ok(page)
    }

    async fn find(&self, id: DocumentId) -> Result<Stored, ArchiveError> {
        self.reading.documents.find(id).await?.ok_or(ArchiveError::NotFound)
    }

    /// Writes a change and returns the updated document. `None` if the document changed and the decision must be
    /// repeated. `closed` is the error if the section of the change is not active.
    async fn commit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        mut record: Stored,
        (decided, closed): (Decided, ArchiveError),
    ) -> Result<Option<Visible>, ArchiveError> {
        let document = &record.document;
        let entry = self.entry(context, actor, document, &decided);
        let mail = decided.news.as_ref().and_then(|news| news.mail(&*self.ids));
        let change = PlacementChange {
            document: document.id,
            version: document.version,
            before: document.placement,
            after: decided.after,
            news: decided.news,
        };
        match self.places.commit(Audited::new(change, entry).mailing(mail)).await {
            Ok(Ok(after)) => record.document.placement = after,
            Ok(Err(_section)) => return Err(closed),
            Err(StoreError::Stale) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        let shown = view(record, &Visibility::of(actor, context.now));
        if shown.text.is_some() {
            self.reading.note(context, actor, &shown.document, AccessType::View);
        }
        Ok(Some(shown))
    }

    fn entry(&self, context: &RequestContext, actor: &Actor, document: &Document, decided: &Decided) -> Entry {
        // The title is omitted, because administrators of every level read the log.
        let mut details = Details::new().with("clearanceLevel", document.clearance.level());
        let section = section_of(&decided.after).or_else(|| section_of(&document.placement));
        if let Some(section) = section {
            details = details.with("section", section.to_string());
        }
        if let Some(news) = &decided.news {
            details = details.with("commented", news.comment.is_some());
        }
        if decided.is_self_review {
            details = details.with("selfReview", true);
        }
        let entry = Entry::new(&*self.ids, context, actor, decided.action, EntityType::Document)
            .on(&document.id)
            .details(details);
        if actor.is_admin { entry.as_admin() } else { entry }
    }

    /// Returns the notification to the requester about a decision, unless they made it themselves.
    async fn news(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: &Document,
        (request, approved, comment): (ArchiveRequest, bool, Option<String>),
    ) -> Result<Option<Notification>, ArchiveError> {
        if request.by == actor.user_id {
            return Ok(None);
        }
        // A deleted account has nobody to notify.
        let Some(requester) = self.users.find(request.by).await? else { return Ok(None) };
        let title = if requester.clearance_level >= document.clearance {
            document.text.title.clone()
        } else {
            short_label(document.id)
        };
        let kind = if approved { NewsKind::ArchiveApproved } else { NewsKind::ArchiveRejected };
        let (id, subject) = (NotificationId::generate(&*self.ids), Subject::Document(document.id));
        Ok(Some(Notification {
            decided_by: Some(actor.username.clone()),
            comment,
            ..Notification::new(id, request.by, kind, subject, title, context.now)
        }))
    }
}

fn section_of(place: &Placement) -> Option<SectionId> {
    place.section().or_else(|| place.archive_request().map(|request| request.section))
}

#[cfg(test)]
#[path = "placements_tests.rs"]
mod tests;
