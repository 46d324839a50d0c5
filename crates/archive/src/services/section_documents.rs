//! Reading the documents of a section.

use crate::error::ArchiveError;
use crate::ports::{ArchiveQueries, SectionRepository};
use crate::shelf::SectionShelf;
use facility_documents::services::documents::Documents;
use facility_documents::view::{Visible, view};
use facility_documents::visibility::Visibility;
use facility_kernel::{Actor, Cursor, Page, PageRequest, RequestContext, SectionId};
use std::sync::Arc;

/// Shows the documents of a section to those who may see them.
#[derive(Clone)]
pub struct SectionDocuments {
    pub sections: Arc<dyn SectionRepository>,
    pub queries: Arc<dyn ArchiveQueries>,
    /// Records the accesses.
    pub reading: Documents,
}

impl SectionDocuments {
    /// Returns the shelf of this section for the reader, and the number of documents on it.
    ///
    /// Errors: `not_found`, also if the section is inactive and the reader is not an administrator.
    pub async fn shelf(
        &self,
        context: &RequestContext,
        actor: &Actor,
        section: SectionId,
    ) -> Result<(SectionShelf, u64), ArchiveError> {
        let found = self.sections.find(section).await?.ok_or(ArchiveError::SectionNotFound)?;
        if !found.section.is_active && !actor.is_admin {
            return Err(ArchiveError::SectionNotFound);
        }
        let shelf = SectionShelf { section, reader: Visibility::of(actor, context.now) };
        Ok((shelf, self.queries.count(shelf).await?))
    }

    /// Returns the page that starts `skip` documents later. Empty if it is beyond the end of the list.
    pub async fn skipping(
        &self,
        shelf: SectionShelf,
        page: PageRequest,
        skip: u32,
    ) -> Result<PageRequest, ArchiveError> {
        if skip == 0 {
            return Ok(page);
        }
        let behind = self.queries.cursor_after_skip(shelf, page.after, skip).await?;
        Ok(PageRequest { after: Some(behind.unwrap_or(Cursor::END)), ..page })
    }

    /// Returns a page of summaries, most recently archived first.
    pub async fn summaries(
        &self,
        context: &RequestContext,
        actor: &Actor,
        shelf: SectionShelf,
        page: PageRequest,
    ) -> Result<Page<Visible>, ArchiveError> {
        let page = self.queries.summaries(shelf, page).await?.map(|summary| view(summary, &shelf.reader));
        Ok(self.reading.marked(context, actor, page).await?)
    }

    /// Returns a page of whole documents, most recently archived first. Each is recorded in the access log before this
    /// returns.
    pub async fn records(
        &self,
        context: &RequestContext,
        actor: &Actor,
        shelf: SectionShelf,
        page: PageRequest,
    ) -> Result<Page<Visible>, ArchiveError> {
        let page = self.queries.records(shelf, page).await?.map(|record| view(record, &shelf.reader));
        self.reading.note_shown(context, actor, &page.items).await?;
        Ok(page)
    }
}
