//! The kinds of mail that users turned off.

use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_audit::action::Action;
use facility_audit::mail::{Mail, MailId, MailKind, MailSubject};
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{IdGenerator as _, PageRequest, UserId};
use facility_users::mail::Outbox as _;
use facility_users::mail_choice::{MailChoice, MailChoiceChange, MailChoices as _};
use facility_users::news::NewsKind;
use facility_users::user::User;

on_each_database![
    switches_are_set_one_by_one_and_recorded,
    kind_that_is_turned_off_is_not_queued_and_not_sent,
    administrators_who_declined_alerts_are_not_recipients,
];

fn account(n: u64) -> UserId {
    UserId::Account(numbered(n))
}

async fn reader(f: &Fixture, n: u64) {
    let name = format!("reader-{n}");
    let email = Some(format!("{name}@example.org"));
    create(f, User { is_approved: true, is_admin: true, email, ..user(n, &name) }).await;
}

async fn set(f: &Fixture, n: u64, switches: &[(MailKind, bool)]) -> MailChoice {
    let choices = f.db.clone();
    let change = MailChoiceChange { user: account(n), switches: switches.to_vec() };
    choices.set(f.audited_as(Action::SettingsUpdated, change)).await.unwrap();
    choices.of(account(n)).await.unwrap()
}

fn message(f: &Fixture, kind: NewsKind) -> Mail {
    kind.mail(&f.ids, account(1), MailSubject::Account(account(1)), TEST_NOW).unwrap()
}

async fn switches_are_set_one_by_one_and_recorded(f: Fixture) {
    reader(&f, 1).await;
    reader(&f, 2).await;
    let off = [(MailKind::Deadline, false), (MailKind::TimedOut, false), (MailKind::TimedOut, false)];
    let both = MailChoice::without(vec![MailKind::Deadline, MailKind::TimedOut]);
    assert_eq!(set(&f, 1, &off).await, both);
    let one = MailChoice::without(vec![MailKind::TimedOut]);
    assert_eq!(set(&f, 1, &[(MailKind::Deadline, true)]).await, one);
    assert_eq!(set(&f, 2, &[(MailKind::Deadline, true)]).await, MailChoice::default(), "it was already on");
    assert_eq!(f.count("SELECT count(*) AS n FROM audit_log WHERE action = 'user_settings_updated'").await, 3);
    f.break_audit_log().await;
    let choices = f.db.clone();
    let change = MailChoiceChange { user: account(1), switches: vec![(MailKind::TimedOut, true)] };
    assert!(choices.set(f.audited(change)).await.is_err());
    assert_eq!(choices.of(account(1)).await.unwrap(), one, "no change without its entry");
}

async fn kind_that_is_turned_off_is_not_queued_and_not_sent(f: Fixture) {
    reader(&f, 1).await;
    set(&f, 1, &[(MailKind::ItemReviewed, false)]).await;
    let outbox = f.db.clone();
    let mail = [NewsKind::EditApproved, NewsKind::TimedOut].map(|kind| message(&f, kind));
    outbox.queue(mail.to_vec()).await.unwrap();
    let (page, total) = outbox.list(PageRequest::FIRST).await.unwrap();
    assert_eq!((total, page.items[0].mail.kind), (1, MailKind::TimedOut));
    set(&f, 1, &[(MailKind::TimedOut, false)]).await;
    let claimed = outbox.claim(MailId::from_uuid(f.ids.next()), TEST_NOW).await.unwrap();
    assert!(claimed[0].is_declined);
}

async fn administrators_who_declined_alerts_are_not_recipients(f: Fixture) {
    reader(&f, 1).await;
    reader(&f, 2).await;
    set(&f, 1, &[(MailKind::SecurityAlert, false)]).await;
    let outbox = f.db.clone();
    let untold = async |kind| outbox.unnotified_administrators(kind, "security:1".to_owned()).await.unwrap();
    assert_eq!(untold(MailKind::SecurityAlert).await, [account(2)]);
    assert_eq!(untold(MailKind::Deadline).await, [account(1), account(2)]);
}
