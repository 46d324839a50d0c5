//! Users' notifications, which for administrators include alerts and deadlines.

use crate::error::OversightError;
use crate::ports::NewsRepository;
use crate::reminders::Reminder;
use crate::services::alerts::{AdminAlerts, Marked};
use facility_audit::alerts::SecurityAlert;
use facility_documents::portions;
use facility_kernel::{Actor, Clearance, Cursor, Page, PageRequest, RequestContext, StoreError, Timestamp, UserId};
use facility_users::news::{Notification, ReadNews};
use std::iter::Peekable;
use std::sync::Arc;
use std::vec::IntoIter;

/// An item in a user's list of notifications.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewsItem {
    /// A notification about one of their own items.
    Own(Notification),
    /// A security alert, for administrators.
    Security(Marked<SecurityAlert>),
    /// A deadline reminder, for administrators.
    Deadline(Marked<Reminder>),
}

impl NewsItem {
    fn created_at(&self) -> Timestamp {
        match self {
            Self::Own(news) => news.created_at,
            Self::Security(marked) => marked.alert.last_at,
            Self::Deadline(marked) => marked.alert.since,
        }
    }

    const fn is_read(&self) -> bool {
        match self {
            Self::Own(news) => news.read_at.is_some(),
            Self::Security(marked) => marked.read_at.is_some(),
            Self::Deadline(marked) => marked.read_at.is_some(),
        }
    }
}

/// The position in a merged list: the group, the stored notification, and the number of preceding alerts. Alerts are
/// computed, so they have no position of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ListPosition {
    is_read: bool,
    before: i64,
    alerts: i64,
}

impl ListPosition {
    /// A position before all notifications, which none reaches.
    const TOP: i64 = 1 << 48;
    /// More alerts than there can be.
    const ALERTS: i64 = 1 << 12;

    const fn start(is_read: bool) -> Self {
        Self { is_read, before: Self::TOP, alerts: 0 }
    }

    /// Decodes a cursor. Every number is valid.
    const fn of(cursor: i64) -> Self {
        let list_position = cursor.saturating_abs();
        Self { is_read: cursor < 0, before: list_position / Self::ALERTS, alerts: list_position % Self::ALERTS }
    }

    const fn cursor(self) -> i64 {
        let list_position = self.before * Self::ALERTS + self.alerts;
        if self.is_read { -list_position } else { list_position }
    }
}

/// Lists a user's notifications and marks them as read.
#[derive(Clone)]
pub struct News {
    pub news: Arc<dyn NewsRepository>,
    pub alerts: AdminAlerts,
}

impl News {
    /// Returns a page of the caller's notifications: unread ones first, each group newest first. For administrators,
    /// includes alerts and deadlines that they have not cleared. Errors: `protected_account`.
    pub async fn list(
        &self,
        actor: &Actor,
        page: PageRequest,
        now: Timestamp,
    ) -> Result<Page<NewsItem>, OversightError> {
        let recipient = recipient(actor)?;
        let mut alerts = self.alerts(actor, now).await?;
        // The sort is stable: alerts of the same time keep their order from page to page.
        alerts.sort_by_key(|item| std::cmp::Reverse(item.created_at()));
        let start = page.after.map_or(ListPosition::start(false), |cursor: Cursor| ListPosition::of(cursor.position()));
        let wanted = usize::from(page.limit.get()) + 1;
        let mut rows = Vec::new();
        for is_read in [false, true] {
            if (start.is_read && !is_read) || rows.len() >= wanted {
                continue;
            }
            let list_position = if start.is_read == is_read { start } else { ListPosition::start(is_read) };
            let own = self.own(recipient, list_position, wanted - rows.len(), now).await?;
            let skipped = usize::try_from(list_position.alerts).unwrap_or(usize::MAX);
            let of_group: Vec<NewsItem> =
                alerts.iter().filter(|item| item.is_read() == is_read).skip(skipped).cloned().collect();
            merge(&mut rows, wanted, list_position, own.into_iter().peekable(), of_group.into_iter().peekable());
        }
        let level = actor.clearance;
        Ok(Page::from_rows(rows, page.limit).map(|item| match item {
            NewsItem::Own(news) => NewsItem::Own(as_read_at(news, level)),
            other => other,
        }))
    }

    /// Counts the caller's unread notifications, up to 10,000 stored ones. Errors: `protected_account`.
    pub async fn unread(&self, actor: &Actor, now: Timestamp) -> Result<u64, OversightError> {
        let own = self.news.unread(recipient(actor)?, now).await?;
        let alerts = self.alerts(actor, now).await?.iter().filter(|item| !item.is_read()).count();
        Ok(own.saturating_add(u64::try_from(alerts).unwrap_or_default()))
    }

    /// Marks notifications of the caller as read. `All` includes an administrator's alerts and deadlines. Ignores ids
    /// that are not theirs. Nobody else is affected, so there is no audit entry. Errors: `protected_account`.
    pub async fn mark_read(
        &self,
        context: &RequestContext,
        actor: &Actor,
        which: ReadNews,
    ) -> Result<(), OversightError> {
        let recipient = recipient(actor)?;
        if which == ReadNews::All {
            self.alerts.mark_all_read(context, actor).await?;
        }
        Ok(self.news.mark_read(recipient, which, context.now).await?)
    }

    async fn own(
        &self,
        recipient: UserId,
        list_position: ListPosition,
        limit: usize,
        now: Timestamp,
    ) -> Result<Vec<(i64, Notification)>, StoreError> {
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        self.news.group(recipient, list_position.is_read, list_position.before, limit, now).await
    }

    async fn alerts(&self, actor: &Actor, now: Timestamp) -> Result<Vec<NewsItem>, StoreError> {
        if !actor.is_admin {
            return Ok(Vec::new());
        }
        let (security, deadlines) = self.alerts.all(actor, now).await?;
        let security = security.into_iter().map(NewsItem::Security);
        Ok(security.chain(deadlines.into_iter().map(NewsItem::Deadline)).collect())
    }
}

/// Merges both lists into `rows`, newest first, up to `wanted` items, each with the cursor after it.
fn merge(
    rows: &mut Vec<(i64, NewsItem)>,
    wanted: usize,
    mut list_position: ListPosition,
    mut own: Peekable<IntoIter<(i64, Notification)>>,
    mut alerts: Peekable<IntoIter<NewsItem>>,
) {
    while rows.len() < wanted {
        let is_alert_next = match (alerts.peek(), own.peek()) {
            (Some(alert), Some((_, news))) => alert.created_at() > news.created_at,
            (alert, _) => alert.is_some(),
        };
        let item = if is_alert_next {
            list_position.alerts += 1;
            alerts.next()
        } else {
            own.next().map(|(position, news)| {
                list_position.before = position;
                NewsItem::Own(news)
            })
        };
        let Some(item) = item else { return };
        rows.push((list_position.cursor(), item));
    }
}

/// Returns the notification as a user of this level may read it: without the portions of the comment that are above the
/// level, which may have been lowered since the notification was written.
pub(super) fn as_read_at(news: Notification, level: Clearance) -> Notification {
    Notification { comment: news.comment.map(|comment| portions::cut(&comment, level).text), ..news }
}

/// Returns the user whose notifications the caller reads. Fails for the emergency-access user, who owns nothing.
fn recipient(actor: &Actor) -> Result<UserId, OversightError> {
    if actor.is_emergency_access() { Err(OversightError::ProtectedAccount) } else { Ok(actor.user_id) }
}

#[cfg(test)]
#[path = "news_tests.rs"]
mod tests;
