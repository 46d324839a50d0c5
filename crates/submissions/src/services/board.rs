//! The home board: what waits for a user, and what is new.

use crate::Desk;
use crate::ports::NewsRepository;
use documents::services::{Reading, RepositoryQuery, Templates};
use documents::{DocumentError, Visible};
use kernel::{Actor, Limit, PageRequest, RequestContext};
use std::sync::Arc;

/// Number of records on the board.
const LATEST: i64 = 5;

/// The home board of one user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Number of documents that the user can see in the repository.
    pub visible: u64,
    /// The newest of them, at most five.
    pub latest: Vec<Visible>,
    /// Number of templates that the user can see.
    pub templates: u64,
    /// What waits for the user.
    pub desk: Desk,
}

/// Shows the home board.
#[derive(Clone)]
pub struct HomeBoard {
    /// Documents.
    pub reading: Reading,
    /// Templates.
    pub templates: Templates,
    /// Notifications and queues.
    pub news: Arc<dyn NewsRepository>,
}

impl HomeBoard {
    /// Returns the caller's board. Only administrators see the queues.
    pub async fn show(&self, context: &RequestContext, actor: &Actor) -> Result<BoardView, DocumentError> {
        let filter = self.reading.filter(context, actor, RepositoryQuery::default());
        let visible = self.reading.queries.count(filter.clone()).await?;
        let limit = Limit::parse(LATEST).unwrap_or(Limit::MAX);
        let page = PageRequest { limit, after: None };
        let latest = self.reading.summaries(context, actor, filter, page).await?.items;
        let mut desk = self.news.desk(actor.user_id, actor.is_admin, context.now).await?;
        desk.news = desk.news.into_iter().map(|news| news.as_read_at(actor.clearance)).collect();
        let templates = self.templates.count(actor).await?;
        Ok(BoardView { visible, latest, templates, desk })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockNewsRepository;
    use audit::access::MockAccessLog;
    use documents::ports::{MockDocumentQueries, MockDocumentRepository, MockTemplateRepository};
    use documents::{DocumentFilter, Shelf};
    use kernel::Page;
    use kernel::testing::{SequentialIds, TEST_NOW, actor, context};

    /// Returns the board of mocks that accept only queries for this reader.
    fn board(reader: &Actor) -> HomeBoard {
        let admits = |filter: &DocumentFilter, reader: &Actor| {
            let Shelf::Repository(visibility) = &filter.shelf else { return false };
            visibility.max_level == reader.clearance && visibility.sees_unreleased == reader.is_admin
        };
        let mut queries = MockDocumentQueries::new();
        let (counted, listed, desk) = (reader.clone(), reader.clone(), reader.clone());
        queries.expect_count().times(1).withf(move |filter| admits(filter, &counted)).returning(|_| Ok(7));
        queries
            .expect_summaries()
            .times(1)
            .withf(move |filter, page| admits(filter, &listed) && page.limit.get() == 5)
            .returning(|_, _| Ok(Page { items: vec![], next: None }));
        let mut news = MockNewsRepository::new();
        news.expect_desk()
            .times(1)
            .withf(move |user, with_queues, now| {
                (*user, *with_queues) == (desk.user_id, desk.is_admin) && *now == TEST_NOW
            })
            .returning(|_, _, _| Ok(Desk { unread: 2, ..Desk::default() }));
        let shown = Reading {
            documents: Arc::new(MockDocumentRepository::new()),
            queries: Arc::new(queries),
            access: Arc::new(MockAccessLog::new()),
            ids: Arc::new(SequentialIds::default()),
            searched: Arc::default(),
        };
        let mut custom = MockTemplateRepository::new();
        let clearance = reader.clearance;
        custom.expect_count().times(1).withf(move |max| *max == clearance).returning(|_| Ok(2));
        let templates = Templates { templates: Arc::new(custom), ids: Arc::new(SequentialIds::default()) };
        HomeBoard { reading: shown, templates, news: Arc::new(news) }
    }

    #[tokio::test]
    async fn board_is_cut_to_what_the_caller_may_see() {
        for reader in [actor(1, 2, false), actor(2, 5, true)] {
            let shown = board(&reader).show(&context(), &reader).await.unwrap();
            assert_eq!((shown.visible, shown.latest.len(), shown.desk.unread), (7, 0, 2));
            let built_in = if reader.clearance.level() == 2 { 1 } else { 6 };
            assert_eq!(shown.templates, built_in + 2);
        }
    }
}
