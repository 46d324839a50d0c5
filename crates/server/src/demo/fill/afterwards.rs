//! Steps after publication: writes comments, deletes some documents, and marks old notifications as read.

use super::edits::Published;
use super::{DemoFill, Outcome, People};
use crate::demo::comments::LoreComment;
use crate::demo::lore::Trashed;
use facility_documents::comments::CommentInput;
use facility_kernel::PageRequest;
use facility_oversight::services::news::NewsItem;
use facility_users::news::ReadNews;
use std::time::Duration;

/// Time between a comment and its deletion.
const DELETED_AFTER: Duration = Duration::from_hours(2);
/// Age from which notifications are marked as read.
const READ_FROM: Duration = Duration::from_hours(24 * 30);

impl DemoFill<'_> {
    /// Writes the comments, oldest first, and deletes some of them.
    pub(super) async fn comment_all(
        &self,
        people: &People,
        published: &Published<'_>,
        mut comments: Vec<LoreComment>,
    ) -> Outcome<()> {
        comments.sort_by_key(|comment| std::cmp::Reverse(comment.age));
        let service = &self.app.services.records.comments;
        for LoreComment { document: title, author, age, quote, deleted_by, content } in comments {
            let (id, _) = published.get(title.as_str()).ok_or_else(|| format!("{title} is not published"))?;
            let written_at = self.now.minus(age);
            let input = CommentInput { content, quote, answers_to: None };
            let written = service
                .write(&self.at(written_at), people.named(&author)?, *id, input, None)
                .await
                .map_err(|error| format!("comment on {title}: {error}"))?;
            if let Some(name) = deleted_by {
                let context = self.at(written_at.plus(DELETED_AFTER));
                service.delete(&context, people.named(&name)?, *id, written.id).await?;
            }
        }
        Ok(())
    }

    /// Deletes the documents that the lore has in the trash, in the order of their deletion.
    pub(super) async fn delete_some(&self, people: &People, published: &Published<'_>) -> Outcome<()> {
        let mut trashed: Vec<(&Trashed, _)> =
            published.values().filter_map(|(id, lore)| Some((lore.trashed.as_ref()?, (*id, lore)))).collect();
        trashed.sort_by_key(|(trashed, _)| std::cmp::Reverse(trashed.age));
        let removal = &self.app.services.records.removal;
        for (Trashed { by, age }, (id, lore)) in trashed {
            let context = self.at(self.now.minus(*age));
            if *by == lore.author {
                removal.delete_own(&context, people.named(by)?, id).await?;
            } else {
                let administrator = people.reviewers.iter().find(|reviewer| reviewer.username.as_str() == by);
                let administrator = administrator.ok_or_else(|| format!("{by} is not an administrator"))?;
                removal.delete_any(&context, administrator, id).await?;
            }
        }
        Ok(())
    }

    /// Marks the older notifications as read.
    pub(super) async fn read_old_news(&self, people: &People) -> Outcome<()> {
        let news = &self.app.services.proposals.news;
        let before = self.now.minus(READ_FROM);
        for account in people.accounts.values() {
            let page = news.list(account, PageRequest::FIRST, before).await?;
            let own = page.items.iter().filter_map(|item| match item {
                NewsItem::Own(news) => Some(news),
                NewsItem::Security(_) | NewsItem::Deadline(_) => None,
            });
            let old = own.filter(|news| news.created_at < before).map(|news| news.id).collect();
            news.mark_read(&self.at(self.now), account, ReadNews::These(old)).await?;
        }
        Ok(())
    }
}
