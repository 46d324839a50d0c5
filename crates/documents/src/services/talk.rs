//! Watching documents, completing usernames, and editing comments.

use super::comments::text_of;
use crate::comments::change::CommentEdit;
use crate::comments::error::CommentError;
use crate::comments::talk::{MAX_MENTIONS, Person, mail, notifications};
use crate::comments::view::VisibleComment;
use crate::comments::{Comment, EDIT_PERIOD};
use crate::document::Document;
use crate::error::DocumentError;
use crate::pictures;
use crate::portions::stored;
use crate::services::comments::Comments;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, Clearance, CommentId, DocumentId, RequestContext, StoreError};

impl Comments {
    /// Starts or stops watching a document. Nobody else is affected, so there is no audit entry.
    ///
    /// Errors: `protected_account`, `not_found`, `insufficient_clearance`.
    pub async fn watch(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        watches: bool,
    ) -> Result<(), CommentError> {
        if actor.is_emergency_access() {
            return Err(CommentError::ProtectedAccount);
        }
        self.reading.readable(context, actor, id).await?;
        Ok(self.audience.watch(id, actor.user_id, watches).await?)
    }

    /// Whether this reader watches this document.
    pub async fn is_watched(&self, actor: &Actor, document: &Document) -> Result<bool, CommentError> {
        if actor.is_emergency_access() {
            return Ok(false);
        }
        let chosen = self.audience.watches(document.id, actor.user_id).await?;
        Ok(chosen.unwrap_or(document.owner == actor.user_id))
    }

    /// Returns up to eight usernames of others who may read a document and whose names have this prefix, in
    /// alphabetical order.
    ///
    /// Errors: `not_found`, `insufficient_clearance`.
    pub async fn readers(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        beginning: &str,
    ) -> Result<Vec<String>, CommentError> {
        let document = self.reading.readable(context, actor, id).await?.document;
        let is_released = document.release_at.is_none_or(|at| at <= context.now);
        let names =
            self.audience.readers(document.clearance, !is_released, beginning.to_ascii_lowercase(), actor.user_id);
        Ok(names.await?)
    }

    /// Changes the text of a comment, as its author, within [`EDIT_PERIOD`]. The quote is unchanged, and only users
    /// whom the old text did not mention are notified.
    ///
    /// Errors: those of [`Self::one`], `owner_only`, `not_editable`, `validation_failed`, `portion_mismatch`.
    pub async fn edit(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        id: CommentId,
        typed: &str,
    ) -> Result<VisibleComment, CommentError> {
        if actor.is_emergency_access() {
            return Err(CommentError::ProtectedAccount);
        }
        let (record, passages) = self.readable(context, actor, document).await?;
        let found = self.comments.find(document, id).await?.ok_or(CommentError::NotFound)?;
        let before = found.comment.clone();
        if !actor.is_cleared_for(before.clearance) || before.deleted_by.is_some() {
            return Err(CommentError::NotFound);
        }
        if before.author != actor.user_id {
            return Err(CommentError::NotYours);
        }
        if context.now >= before.created_at.plus(EDIT_PERIOD) {
            return Err(CommentError::TooOld);
        }
        pictures::check(&*self.pictures, (context, actor), typed, CommentError::invalid).await?;
        // Withheld passages are restored unchanged.
        let content = stored::restore(&before.content, &text_of(typed)?, actor.clearance)?;
        stored::check(&content, before.clearance.max(record.document.clearance), actor.clearance)?;
        let comment = Comment { content, edited_at: Some(context.now), updated_at: context.now, ..before.clone() };
        let known = stored::names(&before.content, before.clearance);
        let named = self.named(&comment).await?;
        let new: Vec<_> = named.into_iter().filter(|(person, _level)| !known.contains_key(&person.key)).collect();
        let mut notifications = notifications(&*self.ids, &record.document, (&comment, &actor.username), &new, None);
        notifications.retain(|notifications| new.iter().any(|(person, _level)| person.id == notifications.recipient));
        let people: Vec<Person> = new.into_iter().map(|(person, _level)| person).collect();
        let letters = mail(&*self.ids, &record.document, &comment, &notifications, &people);
        let details =
            Details::new().with("documentId", document.to_string()).with("clearanceLevel", comment.clearance.level());
        let entry =
            Entry::new(&*self.ids, context, actor, Action::CommentEdited, EntityType::Comment).on(&id).details(details);
        let edit = CommentEdit { comment: comment.clone(), notifications };
        match self.comments.edit(Audited::new(edit, entry).mailing(letters)).await {
            // It was deleted in another window at the same moment, perhaps with its document.
            Err(StoreError::Stale) => return Err(CommentError::NotFound),
            written => written?,
        }
        let shown = crate::comments::CommentRecord { comment, ..found };
        VisibleComment::new(shown, &passages, actor.clearance).ok_or(CommentError::NotFound)
    }

    /// Returns the users whom a comment mentions, with the level of each mention. Errors: there are too many.
    pub(super) async fn named(&self, comment: &Comment) -> Result<Vec<(Person, Clearance)>, CommentError> {
        let names = stored::names(&comment.content, comment.clearance);
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.audience.people(names.keys().cloned().collect(), None).await?;
        let named: Vec<_> = people
            .into_iter()
            .filter_map(|person| names.get(&person.key).map(|level| (person.clone(), *level)))
            .collect();
        if named.len() > MAX_MENTIONS {
            let message = format!("A comment can name at most {MAX_MENTIONS} people");
            return Err(CommentError::invalid("content", message));
        }
        Ok(named)
    }

    /// Returns the comment to which a new one replies, if the author of the reply may see it. Errors: there is none.
    pub(super) async fn answered(
        &self,
        actor: &Actor,
        document: DocumentId,
        id: Option<CommentId>,
    ) -> Result<Option<Comment>, CommentError> {
        let Some(id) = id else { return Ok(None) };
        let found = self.comments.find(document, id).await?.map(|found| found.comment);
        let seen = found.filter(|found| found.deleted_by.is_none() && actor.is_cleared_for(found.clearance));
        seen.map(Some)
            .ok_or_else(|| CommentError::invalid("answersTo", "The comment that this answers is not there any more"))
    }
}

impl From<crate::portions::put_back::PortionMismatch> for CommentError {
    fn from(mismatch: crate::portions::put_back::PortionMismatch) -> Self {
        use crate::portions::put_back::PortionMismatch;
        match mismatch {
            PortionMismatch::Fault(fault) => fault.into(),
            PortionMismatch::Bars => DocumentError::PortionMismatch.into(),
            PortionMismatch::TooLong => Self::invalid("content", "Comment with its withheld passages is too long"),
        }
    }
}
