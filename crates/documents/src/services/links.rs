//! Links from and to documents.

use crate::error::DocumentError;
use crate::links::{Link, LinkedRecord, ResolvedLink, links};
use crate::ports::{DocumentLinks, DocumentRepository};
use crate::view::Visible;
use crate::visibility::{Decision, Visibility, decide};
use facility_kernel::{Actor, DocumentId, Page, PageRequest, RequestContext};
use std::sync::Arc;

/// Resolves the links of documents for each reader, among the documents that they may see.
#[derive(Clone)]
pub struct Links {
    pub documents: Arc<dyn DocumentRepository>,
    pub links: Arc<dyn DocumentLinks>,
}

impl Links {
    /// Returns the links of a document in order, as this reader sees them. The document MUST have been opened for the
    /// same reader.
    pub async fn of(
        &self,
        context: &RequestContext,
        actor: &Actor,
        document: &Visible,
    ) -> Result<Vec<ResolvedLink>, DocumentError> {
        let content = document.text.as_ref().and_then(|text| text.content.as_deref()).unwrap_or_default();
        let found = links(content);
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let targets = found.iter().flat_map(|link| link.targets.clone()).collect();
        let mut records = self.links.resolve(targets, Visibility::of(actor, context.now)).await?.into_iter();
        let resolved = found.into_iter().map(|Link { label, targets }| {
            let record = records.by_ref().take(targets.len()).fold(None, Option::or);
            ResolvedLink { label, record }
        });
        Ok(resolved.collect())
    }

    /// Returns a page of the documents with a link to this one, newest first, and their total number. Both are specific
    /// to the reader: they may read the text that contains the link, and for them the link leads to this document.
    ///
    /// Errors: `not_found`, also for documents that are not released to the reader; `insufficient_clearance`.
    pub async fn backlinks(
        &self,
        context: &RequestContext,
        actor: &Actor,
        id: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<LinkedRecord>, u64), DocumentError> {
        let record = self.documents.find(id).await?.ok_or(DocumentError::NotFound)?;
        match decide(actor, &record.document, context.now) {
            Decision::Hidden => Err(DocumentError::NotFound),
            Decision::Denied { required } => Err(DocumentError::InsufficientClearance { required }),
            Decision::Allowed => Ok(self.links.backlinks(id, Visibility::of(actor, context.now), page).await?),
        }
    }
}
