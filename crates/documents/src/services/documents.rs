//! Finding and reading documents.

use crate::error::DocumentError;
use crate::label::ShortLabel;
use crate::ports::{DocumentQueries, DocumentRepository, FileCarrier};
use crate::search::query::Query;
use crate::search::terms::Terms;
use crate::search::{DocumentFilter, MAX_COUNTED, Order, Search, Shelf};
use crate::services::search_counts::SearchCounts;
use crate::text::Category;
use crate::view::{Stored, Visible, view};
use crate::visibility::{Decision, Visibility, decide};
use facility_audit::access::{AccessEvent, AccessLog, AccessType, NewAccess, ReaderCounts};
use facility_files::file::FilePath;
use facility_kernel::{
    Actor, AdminActor, Clearance, Cursor, DocumentId, IdGenerator, Page, PageRequest, RequestContext, Timestamp,
};
use std::sync::Arc;
use std::time::Duration;

/// Readers of the last 30 days are counted separately.
const MONTH: Duration = Duration::from_hours(30 * 24);

/// A reader's filter of the repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryQuery {
    /// Exactly this level. Matches nothing if it is above the reader's own.
    pub level: Option<Clearance>,
    pub category: Option<Category>,
    /// The typed query, if any. Its fields further restrict the list.
    pub search: Option<Query>,
    /// Only documents of the account with this username key.
    pub author: Option<String>,
    pub order: Order,
}

/// Numbers of documents for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Number of documents that match the query.
    pub total: u64,
    /// Whether there are more than `total`, which is then [`MAX_COUNTED`].
    pub is_at_least: bool,
    /// Number of documents that the reader can see in the repository.
    pub accessible: u64,
}

/// Whether a reader may access a file through documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// The reader may read a document that has the file.
    Allowed,
    /// The reader may know about a document that has the file, but lacks the clearance to read it.
    Denied {
        /// The document's level.
        required: Clearance,
    },
    /// All documents that have the file are hidden from the reader, who owns none of them.
    Hidden,
    /// No document has the file.
    NotAttached,
}

/// Whether both values are given and differ.
fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one != other)
}

/// Finds and reads documents.
#[derive(Clone)]
pub struct Documents {
    pub documents: Arc<dyn DocumentRepository>,
    pub queries: Arc<dyn DocumentQueries>,
    pub access: Arc<dyn AccessLog>,
    pub ids: Arc<dyn IdGenerator>,
    /// Cached counts of recent searches.
    pub searched: Arc<SearchCounts>,
}

impl Documents {
    pub fn filter(&self, context: &RequestContext, actor: &Actor, query: RepositoryQuery) -> DocumentFilter {
        let shelf = Shelf::Repository(Visibility::of(actor, context.now));
        let RepositoryQuery { level, category, search, author, order } = query;
        let mut filter = DocumentFilter { level, category, order, ..DocumentFilter::all(shelf) };
        if search.as_ref().is_none_or(|typed| typed.terms.is_none()) && order == Order::Relevance {
            filter.order = Order::Newest;
        }
        let Some(typed) = search else {
            filter.search = author.map(|author| Search { author: Some(author), ..Search::default() });
            return filter;
        };
        let contradicts = differ(filter.level, typed.level)
            || differ(filter.category, typed.category)
            || differ(author.as_ref(), typed.author.as_ref());
        filter.level = filter.level.or(typed.level);
        filter.category = filter.category.or(typed.category);
        // No document was created before this time, so nothing matches.
        let never = Timestamp::from_micros(i64::MIN);
        let until = if contradicts || typed.matches_nothing { Some(never) } else { typed.until };
        filter.search = Some(Search {
            terms: typed.terms,
            author: author.or(typed.author),
            since: typed.since,
            until,
            archived: typed.archived,
        });
        filter
    }

    /// Counts the documents that match, and all those that the reader can see. `content` is the content-changed
    /// timestamp, read before. `known` is the number of matching documents, if the caller has just read all of them.
    pub async fn counts(
        &self,
        context: &RequestContext,
        actor: &Actor,
        filter: &DocumentFilter,
        content: Timestamp,
        known: Option<u64>,
    ) -> Result<Counts, DocumentError> {
        let everything = DocumentFilter::all(Shelf::Repository(Visibility::of(actor, context.now)));
        let accessible = self.queries.count(everything.clone()).await?;
        let filter = DocumentFilter { order: everything.order, ..filter.clone() };
        if filter == everything {
            return Ok(Counts { total: accessible, is_at_least: false, accessible });
        }
        let counted = if let Some(counted) = known.or_else(|| self.searched.find(&filter, accessible, content)) {
            counted
        } else {
            let counted = self.queries.count(filter.clone()).await?;
            self.searched.store(&filter, accessible, content, counted);
            counted
        };
        let most = MAX_COUNTED as u64;
        let is_at_least = filter.search.is_some() && counted > most;
        Ok(Counts { total: if is_at_least { most } else { counted }, is_at_least, accessible })
    }

    /// Returns the page that starts `skip` documents later. Empty if it is beyond the end of the list.
    pub async fn skipping(
        &self,
        filter: &DocumentFilter,
        page: PageRequest,
        skip: u32,
    ) -> Result<PageRequest, DocumentError> {
        if skip == 0 {
            return Ok(page);
        }
        let behind = self.queries.cursor_after_skip(filter.clone(), page.after, skip).await?;
        Ok(PageRequest { after: Some(behind.unwrap_or(Cursor::END)), ..page })
    }

    /// Suggests up to three similar words for words of this search that occur in no document that the reader may read.
    /// Suggestions come only from documents that they may read.
    pub async fn suggestions(
        &self,
        context: &RequestContext,
        actor: &Actor,
        terms: Terms,
    ) -> Result<Vec<String>, DocumentError> {
        Ok(self.queries.suggestions(terms, Visibility::of(actor, context.now)).await?)
    }

    /// Returns a page of summaries of the repository, as this reader may see them.
    pub async fn summaries(
        &self,
        context: &RequestContext,
        actor: &Actor,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<Visible>, DocumentError> {
        let reader = Visibility::of(actor, context.now);
        let page = self.queries.summaries(filter, page).await?.map(|summary| view(summary, &reader));
        self.marked(context, actor, page).await
    }

    /// Returns the newest documents that the reader may see and whose ids start with this label, including archived
    /// ones. Empty if the text is not a [`ShortLabel`].
    pub async fn labelled(
        &self,
        context: &RequestContext,
        actor: &Actor,
        label: &str,
    ) -> Result<Vec<Visible>, DocumentError> {
        let Some(label) = ShortLabel::parse(label) else { return Ok(Vec::new()) };
        let reader = Visibility::of(actor, context.now);
        let found = self.queries.labelled(label, reader).await?;
        let items = found.into_iter().map(|summary| view(summary, &reader)).collect();
        Ok(self.marked(context, actor, Page { items, next: None }).await?.items)
    }

    /// Returns a page of whole documents of the repository, newest first, as this reader may see them. Each is recorded
    /// in the access log before this returns.
    pub async fn records(
        &self,
        context: &RequestContext,
        actor: &Actor,
        filter: DocumentFilter,
        page: PageRequest,
    ) -> Result<Page<Visible>, DocumentError> {
        let reader = Visibility::of(actor, context.now);
        let page = self.queries.records(filter, page).await?.map(|record| view(record, &reader));
        self.note_shown(context, actor, &page.items).await?;
        Ok(page)
    }

    /// Opens a document and records the access. Automatic reloads by the client are recorded once for each state of the
    /// document that the reader sees, and at least once per session.
    ///
    /// Errors: `not_found`, also for documents that are not released to the reader; `insufficient_clearance`.
    pub async fn open(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Visible, DocumentError> {
        let record = self.readable(context, actor, id).await?;
        let seen = view(record, &Visibility::of(actor, context.now));
        let page = self.marked(context, actor, Page { items: vec![seen], next: None }).await?;
        let seen = page.items.into_iter().next().ok_or(DocumentError::NotFound)?;
        self.note(context, actor, &seen.document, AccessType::View);
        Ok(seen)
    }

    /// Returns a document for a download and records the download, even if the client requests it automatically.
    /// Nothing is recorded for a simulated reader.
    ///
    /// Errors: those of [`open`](Self::open).
    pub async fn download(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Visible, DocumentError> {
        let record = self.readable(context, actor, id).await?;
        self.note(context, actor, &record.document, AccessType::Download);
        Ok(view(record, &Visibility::of(actor, context.now)))
    }

    /// Returns a document that this reader may read. The caller must record the access.
    pub(super) async fn readable(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<Stored, DocumentError> {
        let record = self.documents.find(id).await?.ok_or(DocumentError::NotFound)?;
        match decide(actor, &record.document, context.now) {
            Decision::Hidden => Err(DocumentError::NotFound),
            Decision::Denied { required } => Err(DocumentError::InsufficientClearance { required }),
            Decision::Allowed => Ok(record),
        }
    }

    /// Decides whether the reader may access this file through documents, and records the download. The owner of an
    /// unreleased document may, like its readers: they sent the file.
    pub async fn file_access(
        &self,
        context: &RequestContext,
        actor: &Actor,
        file: FilePath,
    ) -> Result<FileAccess, DocumentError> {
        let carrier = self.documents.find_by_file(file, Visibility::of(actor, context.now), actor.user_id).await?;
        let Some(FileCarrier { document, required }) = carrier else {
            // Nobody can open the files of a document in the trash, not even their uploader.
            let is_in_use = self.documents.is_with_documents(file).await?;
            return Ok(if is_in_use { FileAccess::Hidden } else { FileAccess::NotAttached });
        };
        if !actor.is_cleared_for(required) {
            return Ok(FileAccess::Denied { required });
        }
        let event = self.event(context, actor, (document, None), AccessType::Download);
        self.access.note(NewAccess { event, unless_since: None });
        Ok(FileAccess::Allowed)
    }

    /// Returns a page of all documents for the control panel, newest first, and their total number. Documents above the
    /// administrator's level contain only metadata. With `whole`, the others contain their content and are recorded in
    /// the access log before this returns; otherwise they contain a preview.
    pub async fn panel(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        whole: bool,
        page: PageRequest,
    ) -> Result<(Page<Visible>, u64), DocumentError> {
        let filter = DocumentFilter::all(Shelf::Everything(actor.clearance));
        let total = self.queries.count(filter.clone()).await?;
        let reader = Visibility::of(actor, context.now);
        if !whole {
            let page = self.queries.summaries(filter, page).await?;
            return Ok((page.map(|summary| view(summary, &reader)), total));
        }
        let page = self.queries.records(filter, page).await?.map(|record| view(record, &reader));
        self.note_shown(context, actor, &page.items).await?;
        Ok((page, total))
    }

    /// Returns a page of the accesses to a document, newest first, and their total number. Errors: `not_found`.
    pub async fn access_log(
        &self,
        _: &AdminActor,
        id: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<AccessEvent>, u64), DocumentError> {
        if self.documents.find(id).await?.is_none() {
            return Err(DocumentError::NotFound);
        }
        Ok(self.access.list(id, page).await?)
    }

    /// Counts the users other than the owner who have accessed a document: opened it, received it in a list of whole
    /// documents, or downloaded its file. `lately` covers the last 30 days. Only the owner and administrators who may
    /// read the document get the numbers. They cover the document's whole life in this installation, because the access
    /// log is never deleted, but not accesses before an import. An access counts within a second.
    ///
    /// Errors: `not_found`, also for documents that are not released to the caller; `insufficient_clearance`;
    /// `owner_only`.
    pub async fn readers(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
    ) -> Result<ReaderCounts, DocumentError> {
        let owner = self.readable(context, actor, id).await?.document.owner;
        if owner != actor.user_id && !actor.is_admin {
            return Err(DocumentError::OwnerOnly);
        }
        Ok(self.access.readers(id, owner, context.now.minus(MONTH)).await?)
    }
}

#[cfg(test)]
#[path = "documents_tests.rs"]
mod tests;
