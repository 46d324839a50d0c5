//! Comments on documents: listing, writing and deleting.

use crate::comments::change::{CommentDeletion, NewComment};
use crate::comments::error::CommentError;
use crate::comments::quote::{Passages, Quote};
use crate::comments::talk::{Person, mail, notifications};
use crate::comments::view::VisibleComment;
use crate::comments::{Answered, Comment, CommentInput, CommentRecord, MAX_COMMENT_CHARS, MAX_QUOTE_CHARS};
use crate::document::Document;
use crate::error::DocumentError;
use crate::pictures::{self, PictureAccess};
use crate::portions;
use crate::ports::{CommentRepository, ReaderRepository};
use crate::services::documents::Documents;
use crate::text::required;
use crate::view::{Stored, view};
use crate::visibility::{Decision, Visibility, decide};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::idempotency::IdempotentRequest;
use facility_kernel::{
    Actor, Clearance, CommentId, DocumentId, IdGenerator, Page, PageRequest, RequestContext, StoreError, prose,
};
use facility_users::news::NewsKind;
use std::collections::HashMap;
use std::sync::Arc;

/// How many times writing a comment is attempted if its document changes at the same moment. Each retry requires
/// another change.
const MAX_ATTEMPTS: u32 = 10;
/// Number of comments per read.
const COMMENTS_PER_READ: usize = 100;

/// Shows and writes comments. Everyone who may read a document may read and write them.
#[derive(Clone)]
pub struct Comments {
    pub reading: Documents,
    pub comments: Arc<dyn CommentRepository>,
    pub audience: Arc<dyn ReaderRepository>,
    pub pictures: Arc<dyn PictureAccess>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Comments {
    /// Returns a page of a document's comments, oldest first, and their total number. Deleted comments are included
    /// without their text. Comments above the reader's level are omitted.
    ///
    /// Errors: `not_found`, `insufficient_clearance`.
    pub async fn list(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<VisibleComment>, u64), CommentError> {
        let (_record, passages) = self.readable(context, actor, id).await?;
        let level = actor.clearance;
        let (page, total) = self.comments.list(id, level, page).await?;
        let shown = page.items.into_iter().filter_map(|item| VisibleComment::new(item, &passages, level));
        Ok((Page { items: shown.collect(), next: page.next }, total))
    }

    /// Returns these comments, identified with their documents, in the same order and as the caller may read them.
    /// Omits those above the caller's level, those on documents that the caller may not read, and missing ones.
    ///
    /// All documents are read at once and comments in batches of a hundred, so callers with many documents should split
    /// their requests.
    pub async fn some(
        &self,
        context: &RequestContext,
        actor: &Actor,
        wanted: &[(DocumentId, Vec<CommentId>)],
    ) -> Result<Vec<VisibleComment>, DocumentError> {
        let documents = wanted.iter().map(|(document, _ids)| *document).collect();
        let mut readable = HashMap::new();
        for record in self.reading.documents.find_some(documents).await? {
            let id = record.document.id;
            if decide(actor, &record.document, context.now) == Decision::Allowed {
                readable.extend(passages(record, context, actor).map(|passages| (id, passages)));
            }
        }
        let of_readable = wanted.iter().filter(|(document, _ids)| readable.contains_key(document));
        let ids: Vec<CommentId> = of_readable.flat_map(|(_document, ids)| ids).copied().collect();
        let mut shown = Vec::new();
        for ids in ids.chunks(COMMENTS_PER_READ) {
            let found = self.comments.find_some(ids.to_vec()).await?;
            let mut found: HashMap<_, _> = found.into_iter().map(|found| (found.comment.id, found)).collect();
            shown.extend(ids.iter().filter_map(|id| {
                let found = found.remove(id)?;
                let passages = readable.get(&found.comment.document_id)?;
                VisibleComment::new(found, passages, actor.clearance)
            }));
        }
        Ok(shown)
    }

    /// Returns a comment as the caller may read it now.
    ///
    /// Errors: `protected_account`, `not_found`, `insufficient_clearance`.
    pub async fn one(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        id: CommentId,
    ) -> Result<VisibleComment, CommentError> {
        if actor.is_emergency_access() {
            return Err(CommentError::ProtectedAccount);
        }
        let (_record, passages) = self.readable(context, actor, document).await?;
        let found = self.comments.find(document, id).await?;
        found.and_then(|found| VisibleComment::new(found, &passages, actor.clearance)).ok_or(CommentError::NotFound)
    }

    /// Writes a comment. With `remember`, its id is stored with it, and the same request has no second effect. A
    /// comment does not depend on a version: if its document changes at the same moment, it is written for the new
    /// version.
    ///
    /// Errors: those of [`Self::one`]; `validation_failed`, also for a quote that is not in the document as the caller
    /// may read it; [`CommentError::Repeated`].
    pub async fn write(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        input: CommentInput,
        remember: Option<IdempotentRequest>,
    ) -> Result<VisibleComment, CommentError> {
        if actor.is_emergency_access() {
            return Err(CommentError::ProtectedAccount);
        }
        let mut attempts = 0;
        loop {
            attempts += 1;
            match self.try_write(context, actor, id, &input, remember.clone()).await {
                Err(CommentError::Document(DocumentError::Stale)) if attempts < MAX_ATTEMPTS => {}
                written => return written,
            }
        }
    }

    /// Writes a comment on the current version of the document. Errors: `stale` if the document changes in the
    /// meantime.
    async fn try_write(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        input: &CommentInput,
        remember: Option<IdempotentRequest>,
    ) -> Result<VisibleComment, CommentError> {
        let (record, passages) = self.readable(context, actor, id).await?;
        let answered = self.answered(actor, id, input.answers_to).await?;
        pictures::check(&*self.pictures, (context, actor), &input.content, CommentError::invalid).await?;
        let comment = self.new_comment(context, actor, &record, &passages, input, answered.as_ref())?;
        let named = self.named(&comment).await?;
        let notifications = notifications(
            &*self.ids,
            &record.document,
            (&comment, &actor.username),
            &named,
            answered.map(|answered| answered.author),
        );
        let mut people: Vec<Person> = named.into_iter().map(|(person, _level)| person).collect();
        if let Some(answer) = notifications.iter().find(|notifications| notifications.kind == NewsKind::Answer) {
            people.extend(self.audience.people(Vec::new(), Some(answer.recipient)).await?);
        }
        let letters = mail(&*self.ids, &record.document, &comment, &notifications, &people);
        let shown = CommentRecord { comment: comment.clone(), author_username: actor.username.clone() };
        let shown = VisibleComment::new(shown, &passages, actor.clearance).ok_or(DocumentError::NotFound)?;
        let Document { version, text, .. } = record.document;
        let new = NewComment { comment, version, title: text.title, notifications, shown };
        let details = Details::new()
            .with("documentId", id.to_string())
            .with("clearanceLevel", new.comment.clearance.level())
            .with("hasQuote", new.comment.quote.is_some());
        let entry = Entry::new(&*self.ids, context, actor, Action::CommentCreated, EntityType::Comment)
            .on(&new.comment.id)
            .details(details);
        self.comments.create(Audited::new(new, entry).mailing(letters), remember).await
    }

    /// Deletes a comment, as its author or an administrator. Deleting it again has no effect.
    ///
    /// Errors: `not_found`, `insufficient_clearance`, `owner_only`.
    pub async fn delete(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: DocumentId,
        id: CommentId,
    ) -> Result<(), CommentError> {
        self.reading.readable(context, actor, document).await?;
        let found = self.comments.find(document, id).await?.ok_or(CommentError::NotFound)?.comment;
        if !actor.is_cleared_for(found.clearance) {
            return Err(CommentError::NotFound);
        }
        let is_own = found.author == actor.user_id;
        if !is_own && !actor.is_admin {
            return Err(CommentError::AuthorOnly);
        }
        if found.deleted_by.is_some() {
            return Ok(());
        }
        let details = Details::new()
            .with("documentId", document.to_string())
            .with("author", found.author.to_string())
            .with("clearanceLevel", found.clearance.level());
        let entry = Entry::new(&*self.ids, context, actor, Action::CommentDeleted, EntityType::Comment)
            .on(&id)
            .details(details);
        let entry = if is_own { entry } else { entry.as_admin() };
        let deletion = CommentDeletion { id, by: actor.user_id, at: context.now };
        match self.comments.delete(Audited::new(deletion, entry)).await {
            // It was deleted in another window at the same moment, perhaps with its document.
            Ok(()) | Err(StoreError::Stale) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn new_comment(
        &self,
        context: &RequestContext,
        actor: &Actor,
        record: &Stored,
        passages: &Passages,
        input: &CommentInput,
        answered: Option<&Comment>,
    ) -> Result<Comment, CommentError> {
        let document = &record.document;
        let content = content_of(&input.content, document.clearance)?;
        let quote = input.quote.as_deref().map(|words| quoted(words, passages)).transpose()?;
        Ok(Comment {
            id: CommentId::generate(&*self.ids),
            document_id: document.id,
            clearance: document.clearance,
            content: content.into(),
            quote,
            answers: answered.map(|answered| Answered { id: answered.id, level: answered.clearance }),
            author: actor.user_id,
            deleted_by: None,
            created_at: context.now,
            edited_at: None,
            updated_at: context.now,
        })
    }

    /// Returns a document that this reader may read, and its text as they may read it.
    pub(super) async fn readable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<(Stored, Passages), DocumentError> {
        let record = self.reading.readable(context, actor, id).await?;
        let passages = passages(record.clone(), context, actor).ok_or(DocumentError::NotFound)?;
        Ok((record, passages))
    }
}

/// Returns the passages of a document that this reader may read.
fn passages(record: Stored, context: &RequestContext, actor: &Actor) -> Option<Passages> {
    Passages::of(&view(record, &Visibility::of(actor, context.now)), actor.clearance)
}

/// Validates the content of a comment on a document of this level.
fn content_of(typed: &str, document: Clearance) -> Result<String, CommentError> {
    let content = text_of(typed)?;
    portions::check(&content)?;
    portions::check_levels(&content, document)?;
    Ok(content)
}

/// Validates the text of a comment.
pub(super) fn text_of(typed: &str) -> Result<String, CommentError> {
    Ok(prose("content", required("content", "Comment is required", typed)?, MAX_COMMENT_CHARS)?)
}

/// Creates a quote of these words and determines its level.
fn quoted(words: &str, passages: &Passages) -> Result<Quote, CommentError> {
    let words = prose("quote", words, MAX_QUOTE_CHARS)?;
    // A quote is plain text. Marks of portions in it could be mistaken for a bar.
    if portions::check(&words).is_err() || !portions::levels(&words).is_empty() {
        return Err(CommentError::invalid("quote", "A quote must not contain marks of withheld passages"));
    }
    let level = passages
        .level_of(&words)
        .ok_or_else(|| CommentError::invalid("quote", "The quoted passage is not in the document. Select it again"))?;
    Ok(Quote { text: words.into(), level })
}

#[cfg(test)]
#[path = "comments_tests.rs"]
mod tests;
