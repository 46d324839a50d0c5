//! Tests of listing notifications: whose, in which order, and page by page.

use super::*;
use crate::ports::MockNewsRepository;
use crate::reminders::{AlertMarks, MockAlertRepository, Wait, WaitKind};
use facility_audit::alerts::{Alarm, AlertCause};
use facility_audit::attempts::{AttemptTally, MockAttemptLog};
use facility_kernel::testing::{TEST_NOW, actor, context};
use facility_kernel::{DomainError, Limit};
use facility_users::news::testing::notification;
use std::time::Duration;

fn ago(minutes: u64) -> Timestamp {
    TEST_NOW.minus(Duration::from_mins(minutes))
}

/// Alerts: a static code used 30 minutes ago, and a submission that has waited for 10 minutes and was read.
fn alerts() -> AdminAlerts {
    let mut attempts = MockAttemptLog::new();
    attempts.expect_tally().returning(|_| Ok(AttemptTally::default()));
    let mut alerts = MockAlertRepository::new();
    let wait = || Wait { kind: WaitKind::Submission, id: "1".to_owned(), title: "Tide".to_owned(), since: ago(10) };
    let reminder = Reminder::of(&wait(), TEST_NOW).unwrap().id;
    alerts.expect_waits().returning(move |_| Ok(vec![wait()]));
    alerts
        .expect_alarms()
        .returning(|_| Ok(vec![Alarm { cause: AlertCause::StaticCodeUsed, number: 9, at: ago(30), person: None }]));
    alerts
        .expect_marks()
        .returning(move |_| Ok(AlertMarks { read: [(reminder.clone(), TEST_NOW)].into(), ..AlertMarks::default() }));
    AdminAlerts { attempts: Arc::new(attempts), alerts: Arc::new(alerts) }
}

/// Notifications: unread ones from 20 and 40 minutes ago, and a read one from 5 minutes ago, at the positions 1 to 3.
fn stored() -> MockNewsRepository {
    let all = [(2, 20, None), (1, 40, None), (3, 5, Some(TEST_NOW))];
    let mut news = MockNewsRepository::new();
    news.expect_group().returning(move |_, is_read, before, limit, _now| {
        let of_group = all.iter().filter(|(position, _, read_at)| {
            read_at.is_some() == is_read && i64::try_from(*position).unwrap() < before
        });
        let rows = of_group.map(|(position, minutes, read_at)| {
            let news = notification(*position, 9);
            (i64::try_from(*position).unwrap(), Notification { created_at: ago(*minutes), read_at: *read_at, ..news })
        });
        Ok(rows.take(usize::try_from(limit).unwrap()).collect())
    });
    news.expect_unread().returning(|_, _| Ok(2));
    news
}

fn name(item: &NewsItem) -> String {
    match item {
        NewsItem::Own(news) => news.title.clone(),
        NewsItem::Security(_) => "alert".to_owned(),
        NewsItem::Deadline(_) => "deadline".to_owned(),
    }
}

async fn listed(service: &News, reader: &Actor, size: i64) -> Vec<String> {
    let mut page = PageRequest { limit: Limit::parse(size).unwrap(), after: None };
    let mut names = Vec::new();
    loop {
        let found = service.list(reader, page, TEST_NOW).await.unwrap();
        names.extend(found.items.iter().map(name));
        page.after = found.next;
        if page.after.is_none() {
            return names;
        }
    }
}

#[tokio::test]
async fn administrators_news_include_alerts_at_any_page_size() {
    let service = News { news: Arc::new(stored()), alerts: alerts() };
    let admin = actor(9, 5, true);
    for size in [1, 2, 3, 5, 9] {
        let expected = ["Submission 2", "alert", "Submission 1", "Submission 3", "deadline"];
        assert_eq!(listed(&service, &admin, size).await, expected, "pages of {size}");
    }
    assert_eq!(service.unread(&admin, TEST_NOW).await.unwrap(), 3);
}

#[tokio::test]
async fn other_users_have_only_their_own_news() {
    let untouched =
        AdminAlerts { attempts: Arc::new(MockAttemptLog::new()), alerts: Arc::new(MockAlertRepository::new()) };
    let service = News { news: Arc::new(stored()), alerts: untouched };
    let reader = actor(9, 5, false);
    assert_eq!(listed(&service, &reader, 2).await, ["Submission 2", "Submission 1", "Submission 3"]);
    assert_eq!(service.unread(&reader, TEST_NOW).await.unwrap(), 2);
}

#[tokio::test]
async fn callers_mark_only_their_own_notifications() {
    let mut news = MockNewsRepository::new();
    let own = actor(9, 1, false);
    let id = own.user_id;
    news.expect_mark_read()
        .times(1)
        .withf(move |recipient, which, now| (*recipient, which, *now) == (id, &ReadNews::All, TEST_NOW))
        .returning(|_, _, _| Ok(()));
    let service = News { news: Arc::new(news), alerts: alerts() };
    service.mark_read(&context(), &own, ReadNews::All).await.unwrap();
}

#[tokio::test]
async fn emergency_access_has_no_notifications() {
    let service = News { news: Arc::new(MockNewsRepository::new()), alerts: alerts() };
    let emergency = Actor { user_id: UserId::EmergencyAccess, ..actor(1, 5, true) };
    let error = service.list(&emergency, PageRequest::FIRST, TEST_NOW).await.unwrap_err();
    assert_eq!(error.code(), "protected_account");
    assert_eq!(service.unread(&emergency, TEST_NOW).await.unwrap_err().code(), "protected_account");
    let error = service.mark_read(&context(), &emergency, ReadNews::All).await.unwrap_err();
    assert_eq!(error.code(), "protected_account");
}

#[test]
fn any_cursor_is_valid() {
    for list_position in [
        ListPosition::start(false),
        ListPosition::start(true),
        ListPosition { is_read: true, before: 7, alerts: 500 },
        ListPosition { is_read: false, before: 1, alerts: 0 },
    ] {
        assert_eq!(ListPosition::of(list_position.cursor()), list_position);
    }
    assert!(ListPosition::of(i64::MIN).is_read);
}

#[test]
fn comment_is_cut_for_the_level_that_the_user_has_now() {
    let comment = Some("The gate is {{3|south}}.".to_owned());
    let news = Notification { comment, ..notification(1, 9) };
    let level = |n| Clearance::parse(n).unwrap();
    assert_eq!(as_read_at(news.clone(), level(3)), news);
    let cut = as_read_at(news, level(2));
    assert_eq!(cut.comment.as_deref(), Some("The gate is {{withheld 3}}."));
    assert!(!cut.message().contains("south"), "{}", cut.message());
}
