//! The home screen: pending items and news of a user.

use crate::desk::Desk;
use crate::first_steps::{LastBackup, ListedStep, StepsOf};
use crate::ports::NewsRepository;
use facility_documents::error::DocumentError;
use facility_documents::services::documents::{Documents, RepositoryQuery};
use facility_documents::services::templates::Templates;
use facility_documents::view::Visible;
use facility_kernel::{Actor, Limit, PageRequest, RequestContext};
use facility_users::user::User;
use std::sync::Arc;

/// Number of documents on the home screen.
const LATEST: i64 = 5;

/// The home screen of one user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardView {
    /// Number of documents that the user can see in the repository.
    pub visible: u64,
    /// The newest of these documents.
    pub latest: Vec<Visible>,
    /// Number of templates offered to the user.
    pub templates: u64,
    /// Pending items and news.
    pub desk: Desk,
    /// The first steps. `None` if all are done, or none are shown.
    pub first_steps: Option<Vec<ListedStep>>,
}

/// Shows the home screen.
#[derive(Clone)]
pub struct HomeBoard {
    pub reading: Documents,
    pub templates: Templates,
    /// Notifications and queues.
    pub news: Arc<dyn NewsRepository>,
    pub backups: LastBackup,
}

impl HomeBoard {
    /// Returns the home screen of the caller, whose account is passed. Only administrators see the queues.
    pub async fn show(
        &self,
        context: &RequestContext,
        actor: &Actor,
        account: &User,
    ) -> Result<BoardView, DocumentError> {
        let filter = self.reading.filter(context, actor, RepositoryQuery::default());
        let visible = self.reading.queries.count(filter.clone()).await?;
        let limit = Limit::parse(LATEST).unwrap_or(Limit::MAX);
        let page = PageRequest { limit, after: None };
        let latest = self.reading.summaries(context, actor, filter, page).await?.items;
        let mut desk = self.news.desk(actor.user_id, actor.is_admin, context.now).await?;
        desk.news =
            desk.news.into_iter().map(|news| crate::services::news::as_read_at(news, actor.clearance)).collect();
        let templates = self.templates.count(actor).await?;
        let first_steps = self.first_steps(context, account, &desk).await?;
        Ok(BoardView { visible, latest, templates, desk, first_steps })
    }

    async fn first_steps(
        &self,
        context: &RequestContext,
        account: &User,
        desk: &Desk,
    ) -> Result<Option<Vec<ListedStep>>, DocumentError> {
        Ok(match StepsOf::listed(account, desk.unread, context.now) {
            None => None,
            Some(StepsOf::User) => self.news.user_progress(account.id, context.now).await?.steps(desk.drafts),
            Some(StepsOf::Administrator) => {
                let progress = self.news.admin_progress(account.id).await?;
                progress.steps(account, self.backups.seen(), context.now)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::first_steps::{AdminProgress, UserProgress};
    use crate::ports::MockNewsRepository;
    use facility_audit::access::MockAccessLog;
    use facility_documents::pictures::testing::all_shown;
    use facility_documents::ports::{MockDocumentQueries, MockDocumentRepository, MockTemplateRepository};
    use facility_documents::search::{DocumentFilter, Shelf};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context};
    use facility_kernel::{AccessKey, Page};
    use facility_users::user::Username;

    fn account(of: &Actor) -> User {
        let name = Username::parse("mercer").unwrap();
        User { is_admin: of.is_admin, ..User::register(of.user_id, &name, AccessKey::Subject, TEST_NOW) }
    }

    /// Returns a service that accepts only queries for this reader, with this number of unread notifications.
    fn board(reader: &Actor, unread: u64) -> HomeBoard {
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
            .returning(move |_, _, _| Ok(Desk { unread, ..Desk::default() }));
        let user = reader.user_id;
        news.expect_user_progress()
            .times(usize::from(!reader.is_admin && unread == 0))
            .withf(move |asked, now| *asked == user && *now == TEST_NOW)
            .returning(|_, _| Ok(UserProgress::default()));
        news.expect_admin_progress()
            .times(usize::from(reader.is_admin))
            .withf(move |asked| *asked == user)
            .returning(|_| Ok(AdminProgress::default()));
        let shown = Documents {
            queries: Arc::new(queries),
            ..Documents::over(MockDocumentRepository::new(), MockAccessLog::new())
        };
        let mut custom = MockTemplateRepository::new();
        let clearance = reader.clearance;
        custom.expect_count().times(1).withf(move |max| *max == clearance).returning(|_| Ok(2));
        let templates =
            Templates { templates: Arc::new(custom), pictures: all_shown(), ids: Arc::new(SequentialIds::default()) };
        HomeBoard { reading: shown, templates, news: Arc::new(news), backups: LastBackup::default() }
    }

    #[tokio::test]
    async fn board_is_cut_to_what_the_caller_may_see() {
        for (reader, unread, steps) in
            [(actor(1, 2, false), 2, None), (actor(1, 2, false), 0, Some(3)), (actor(2, 5, true), 2, Some(5))]
        {
            let board = board(&reader, unread);
            let shown = board.show(&context(), &reader, &account(&reader)).await.unwrap();
            assert_eq!((shown.visible, shown.latest.len(), shown.desk.unread), (7, 0, unread));
            assert_eq!(shown.first_steps.map(|steps| steps.len()), steps);
            let built_in = if reader.clearance.level() == 2 { 1 } else { 6 };
            assert_eq!(shown.templates, built_in + 2);
        }
    }
}
