//! A user's notifications.

use crate::ports::NewsRepository;
use crate::{Notification, ReadNews, SubmissionError};
use kernel::{Actor, Page, PageRequest, RequestContext, UserId};
use std::sync::Arc;

/// Lists a user's notifications and marks them as read.
#[derive(Clone)]
pub struct News {
    /// Notifications.
    pub news: Arc<dyn NewsRepository>,
}

impl News {
    /// Returns a page of the caller's notifications: unread ones first, each group newest first. Errors:
    /// `protected_account`.
    pub async fn list(
        &self,
        actor: &Actor,
        page: PageRequest,
    ) -> Result<Page<Notification>, SubmissionError> {
        Ok(self.news.list(recipient(actor)?, page).await?)
    }

    /// Marks notifications of the caller as read. Ids that are not theirs have no effect. It changes nothing for
    /// others, so the audit log has no entry. Errors: `protected_account`.
    pub async fn mark_read(
        &self,
        context: &RequestContext,
        actor: &Actor,
        which: ReadNews,
    ) -> Result<(), SubmissionError> {
        Ok(self.news.mark_read(recipient(actor)?, which, context.now).await?)
    }
}

/// Returns whose notifications the caller reads. The emergency-access user owns nothing and has none.
fn recipient(actor: &Actor) -> Result<UserId, SubmissionError> {
    if actor.is_emergency_access() { Err(SubmissionError::ProtectedAccount) } else { Ok(actor.user_id) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::news_testing::notification;
    use crate::ports::MockNewsRepository;
    use kernel::DomainError;
    use kernel::testing::{TEST_NOW, actor, context};

    #[tokio::test]
    async fn callers_reach_only_their_own_notifications() {
        let mut news = MockNewsRepository::new();
        let own = actor(9, 1, false);
        let id = own.user_id;
        news.expect_list()
            .times(1)
            .withf(move |recipient, _| *recipient == id)
            .returning(|_, _| Ok(Page { items: vec![notification(1, 9)], next: None }));
        news.expect_mark_read()
            .times(1)
            .withf(move |recipient, which, now| (*recipient, which, *now) == (id, &ReadNews::All, TEST_NOW))
            .returning(|_, _, _| Ok(()));
        let service = News { news: Arc::new(news) };
        assert_eq!(service.list(&own, PageRequest::FIRST).await.unwrap().items, [notification(1, 9)]);
        service.mark_read(&context(), &own, ReadNews::All).await.unwrap();
    }

    #[tokio::test]
    async fn emergency_access_has_no_notifications() {
        let service = News { news: Arc::new(MockNewsRepository::new()) };
        let emergency = Actor { user_id: UserId::EmergencyAccess, ..actor(1, 5, true) };
        let listed = service.list(&emergency, PageRequest::FIRST).await;
        assert_eq!(listed.unwrap_err().code(), "protected_account");
        let marked = service.mark_read(&context(), &emergency, ReadNews::All).await;
        assert_eq!(marked.unwrap_err().code(), "protected_account");
    }
}
