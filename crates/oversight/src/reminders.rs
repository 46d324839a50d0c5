//! Deadline reminders for administrators, computed from the items that wait for a decision.

use async_trait::async_trait;
use facility_audit::alerts::Alarm;
use facility_kernel::{StoreError, Timestamp, UserId};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// How long a new submission or edit is announced.
pub const NEW_PERIOD: Duration = Duration::from_hours(24);
/// How long a submission, edit or archive request waits before it is overdue.
pub const OVERDUE_AFTER: Duration = Duration::from_hours(48);
/// Time from the reminder of an overdue archive request to its due date.
pub const REQUEST_DUE_AFTER: Duration = Duration::from_hours(12);
/// Maximum number of items of each kind for which reminders are computed: the oldest and the newest ones.
pub const MAX_WAITS: u32 = 100;

facility_kernel::named! {
    /// How urgent a reminder is.
    pub enum Priority as "ReminderPriority" {
        /// Overdue submissions and edits.
        High => "high",
        /// All other reminders.
        Medium => "medium",
    }
}

facility_kernel::named! {
    /// The kind of a waiting item.
    pub enum WaitKind as "ReminderEntityType" {
        Submission => "submission",
        Edit => "document_edit",
        ArchiveRequest => "document",
    }
}

impl WaitKind {
    const fn noun(self) -> &'static str {
        match self {
            Self::Submission => "submission",
            Self::Edit => "edit",
            Self::ArchiveRequest => "archive request",
        }
    }
}

/// An item that waits for a decision and has not timed out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    pub kind: WaitKind,
    /// The id of the submission, edit or document.
    pub id: String,
    pub title: String,
    /// When it started waiting.
    pub since: Timestamp,
}

/// A reminder of a deadline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminder {
    /// Its id, which stays the same as long as the item waits. A resubmitted item gets a new one.
    pub id: String,
    pub priority: Priority,
    pub message: String,
    /// Since when there is a reminder.
    pub since: Timestamp,
    /// When the decision is due.
    pub due_at: Timestamp,
    pub kind: WaitKind,
    /// The id of the submission, edit or document.
    pub entity_id: String,
}

impl Reminder {
    /// Returns the reminder for this item at `now`. `None` if there is none at this time.
    ///
    /// A submission or edit is announced on its first day, due at its time-out after three days. It is urgent after
    /// two days, due one day later. An archive request is announced after two days, due twelve hours later.
    pub fn of(wait: &Wait, now: Timestamp) -> Option<Self> {
        let waited = now.since(wait.since);
        let overdue_at = wait.since.plus(OVERDUE_AFTER);
        let noun = wait.kind.noun();
        let title = &wait.title;
        let (stage, priority, due_at, message) = match wait.kind {
            WaitKind::ArchiveRequest if waited >= OVERDUE_AFTER => (
                "waiting",
                Priority::Medium,
                overdue_at.plus(REQUEST_DUE_AFTER),
                format!("{title}: {noun}, {} days old", waited.as_secs() / Duration::from_hours(24).as_secs()),
            ),
            WaitKind::Submission | WaitKind::Edit if waited >= OVERDUE_AFTER => (
                "overdue",
                Priority::High,
                wait.since.plus(facility_submissions::case::REVIEW_WINDOW),
                format!("{title}: {noun} close to the 3-day limit"),
            ),
            WaitKind::Submission | WaitKind::Edit if waited < NEW_PERIOD => (
                "new",
                Priority::Medium,
                wait.since.plus(facility_submissions::case::REVIEW_WINDOW),
                format!("New {noun}: {title}"),
            ),
            WaitKind::ArchiveRequest | WaitKind::Submission | WaitKind::Edit => return None,
        };
        let began = wait.since.as_micros();
        Some(Self {
            id: format!("deadline:{stage}:{}:{}:{began}", wait.kind.as_str(), wait.id),
            priority,
            message,
            since: if stage == "new" { wait.since } else { overdue_at },
            due_at,
            kind: wait.kind,
            entity_id: wait.id.clone(),
        })
    }

    /// Returns the reminders for these items, most urgent first, then by due date.
    pub fn all(waits: &[Wait], now: Timestamp) -> Vec<Self> {
        let mut reminders: Vec<Self> = waits.iter().filter_map(|wait| Self::of(wait, now)).collect();
        reminders.sort_by(|a, b| (a.priority, a.due_at, &a.id).cmp(&(b.priority, b.due_at, &b.id)));
        reminders
    }
}

/// How an administrator marked an alert.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AlertMark {
    Read,
    /// They cleared it from their list.
    Cleared,
}

/// An administrator's marks by alert id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AlertMarks {
    /// When they read each alert.
    pub read: HashMap<String, Timestamp>,
    /// The alerts that they cleared.
    pub cleared: HashSet<String>,
}

/// Storage for waiting items, alarms and marks.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AlertRepository: Send + Sync {
    /// Returns the submissions and edits to review that have not timed out, and the archive requests to decide. At most
    /// [`MAX_WAITS`] of each kind and stage of [`Reminder::of`]: the newest of the new ones, and the oldest of the
    /// others.
    async fn waits(&self, now: Timestamp) -> Result<Vec<Wait>, StoreError>;

    /// Returns the alarms since this time, at most one of each cause. The time MUST NOT grow with the length of the
    /// log.
    async fn alarms(&self, since: Timestamp) -> Result<Vec<Alarm>, StoreError>;

    async fn marks(&self, user: UserId) -> Result<AlertMarks, StoreError>;

    /// Marks these alerts. A repeated mark of the same kind keeps the time of the first.
    async fn mark(&self, user: UserId, ids: Vec<String>, mark: AlertMark, now: Timestamp) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::TEST_NOW;

    fn wait(kind: WaitKind, hours: u64) -> Wait {
        let since = TEST_NOW.minus(Duration::from_hours(hours));
        Wait { kind, id: "1".to_owned(), title: "Tide".to_owned(), since }
    }

    fn told(kind: WaitKind, hours: u64) -> Option<(Priority, i64)> {
        let reminder = Reminder::of(&wait(kind, hours), TEST_NOW)?;
        let due = reminder.due_at.as_micros() - TEST_NOW.as_micros();
        Some((reminder.priority, due / 3_600_000_000))
    }

    #[test]
    fn submissions_and_edits_are_announced_on_the_first_day_and_after_two_days() {
        for kind in [WaitKind::Submission, WaitKind::Edit] {
            assert_eq!(told(kind, 0), Some((Priority::Medium, 72)), "due in three days");
            assert_eq!(told(kind, 23), Some((Priority::Medium, 49)));
            assert_eq!([told(kind, 24), told(kind, 47)], [None, None]);
            assert_eq!(told(kind, 48), Some((Priority::High, 24)), "due in one day");
        }
    }

    #[test]
    fn archive_requests_are_announced_after_two_days() {
        assert_eq!([told(WaitKind::ArchiveRequest, 0), told(WaitKind::ArchiveRequest, 47)], [None, None]);
        assert_eq!(told(WaitKind::ArchiveRequest, 48), Some((Priority::Medium, 12)), "due in twelve hours");
        assert_eq!(told(WaitKind::ArchiveRequest, 96), Some((Priority::Medium, -36)));
    }

    #[test]
    fn ids_are_stable_and_differ_by_stage_and_wait() {
        let id = |wait: &Wait, now| Reminder::of(wait, now).unwrap().id;
        let first = wait(WaitKind::Submission, 0);
        let hours = |n| TEST_NOW.plus(Duration::from_hours(n));
        assert_eq!(Reminder::of(&first, hours(20)).unwrap().since, TEST_NOW);
        assert_eq!(Reminder::of(&first, hours(50)).unwrap().since, hours(48));
        assert_eq!(id(&first, TEST_NOW), id(&first, hours(20)));
        assert_ne!(id(&first, TEST_NOW), id(&first, hours(50)), "the urgent reminder is another one");
        let again = Wait { since: hours(80), ..first.clone() };
        assert_ne!(id(&first, TEST_NOW), id(&again, hours(81)), "a new wait has new reminders");
        assert!(id(&first, TEST_NOW).len() <= 120);
    }

    #[test]
    fn urgent_reminders_come_first() {
        let waits = [wait(WaitKind::Submission, 1), wait(WaitKind::ArchiveRequest, 60), wait(WaitKind::Edit, 50)];
        let all = Reminder::all(&waits, TEST_NOW);
        let messages: Vec<&str> = all.iter().map(|reminder| reminder.message.as_str()).collect();
        assert_eq!(
            messages,
            ["Tide: edit close to the 3-day limit", "Tide: archive request, 2 days old", "New submission: Tide",]
        );
    }
}
