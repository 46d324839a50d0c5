//! Mail: queued in the transaction of the change, claimed by one node, retried, and finally marked as failed.

use crate::harness::{Fixture, on_each_database};
use crate::housekeeping::holding;
use crate::users::{create, user};
use diesel::connection::SimpleConnection as _;
use facility_audit::action::Action;
use facility_audit::mail::{Mail, MailId, MailKind, MailSubject};
use facility_documents::visibility::testing::document;
use facility_infra::housekeeping::Housekeeping;
use facility_kernel::testing::{TEST_NOW, numbered};
use facility_kernel::{AccessKey, IdGenerator as _, Limit, PageRequest, Timestamp, UserId};
use facility_users::mail::{
    GIVE_UP_AFTER, LEASE, MAIL_RETENTION, MAX_CONCURRENT_SENDS, MailOutcome, MailRetry, MailState, Outbox,
};
use facility_users::news::NewsKind;
use facility_users::user::{User, UserChange, UserUpdate};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

on_each_database![
    mail_is_queued_with_its_change_or_not_at_all,
    only_accounts_with_an_address_and_mail_enabled_get_mail,
    many_nodes_claim_each_message_once,
    expired_claim_can_be_taken_again_and_only_the_last_claim_settles,
    failed_message_is_retried_and_permanently_failed_one_is_not,
    message_expires_by_age_not_by_number_of_tries,
    old_messages_expire_together_when_a_mail_server_is_configured,
    failed_message_can_be_queued_again,
    waiting_message_is_queued_again_only_if_no_node_is_sending_it,
    claimed_message_has_the_current_rights_of_its_recipient,
    once_key_is_unique_per_administrator,
    list_is_paged_newest_first,
    finished_mail_is_deleted_after_thirty_days,
    no_more_than_ten_thousand_finished_messages_are_kept,
];

fn account(n: u64) -> UserId {
    UserId::Account(numbered(n))
}

fn later(by: Duration) -> Timestamp {
    TEST_NOW.plus(by)
}

fn with_address(n: u64, name: &str) -> User {
    User { is_approved: true, email: Some(format!("{name}@example.org")), ..user(n, name) }
}

fn outbox(f: &Fixture) -> Arc<dyn Outbox> {
    f.outbox()
}

/// Returns a message to the `n`th account.
fn message(f: &Fixture, n: u64) -> Mail {
    Mail::approved(&f.ids, account(n), AccessKey::Subject, TEST_NOW)
}

fn fresh(f: &Fixture) -> MailId {
    MailId::from_uuid(f.ids.next())
}

/// Queues this many messages to the first account.
async fn queued(f: &Fixture, count: usize) -> Vec<MailId> {
    create(f, with_address(1, "reader")).await;
    let mail: Vec<Mail> = (0..count).map(|_| message(f, 1)).collect();
    let ids = mail.iter().map(|mail| mail.id).collect();
    outbox(f).queue(mail).await.unwrap();
    ids
}

async fn states(f: &Fixture) -> Vec<(MailState, u32, Option<String>)> {
    let (page, _) = outbox(f).list(PageRequest::FIRST).await.unwrap();
    page.items.into_iter().map(|record| (record.state, record.tries, record.last_error)).collect()
}

async fn mail_is_queued_with_its_change_or_not_at_all(f: Fixture) {
    create(&f, User { is_approved: false, ..with_address(1, "reader") }).await;
    let repo = f.users();
    let before = repo.find(account(1)).await.unwrap().unwrap();
    let approval = || {
        let after = User { is_approved: true, ..before.clone() };
        let change = UserChange::Update(Box::new(UserUpdate::to(after)));
        f.audited(change).mailing([message(&f, 1)])
    };
    repo.commit(approval()).await.unwrap();
    assert!(repo.commit(approval()).await.is_err(), "the second one is based on an old revision");
    let (page, total) = outbox(&f).list(PageRequest::FIRST).await.unwrap();
    assert_eq!((page.items.len(), total), (1, 1));
    let record = &page.items[0];
    assert_eq!(record.recipient_email, "reader@example.org");
    assert_eq!((record.state, record.tries, record.recipient_username.as_str()), (MailState::Waiting, 0, "reader"));
    // Without an audit entry there is no change, and no mail about it.
    f.break_audit_log().await;
    let after = User { phone: Some("1".to_owned()), revision: 1, ..before };
    let change = UserChange::Update(Box::new(UserUpdate::to(after)));
    assert!(repo.commit(f.audited(change).mailing([message(&f, 1)])).await.is_err());
    assert_eq!(outbox(&f).waiting().await.unwrap(), 1);
}

async fn only_accounts_with_an_address_and_mail_enabled_get_mail(f: Fixture) {
    create(&f, with_address(1, "reader")).await;
    create(&f, user(2, "without-address")).await;
    create(&f, User { email_notifications: false, ..with_address(3, "unwilling") }).await;
    create(&f, with_address(4, "gone")).await;
    f.execute("UPDATE users SET deleted_at = 1 WHERE username = 'gone'").await.unwrap();
    let mail = [1, 2, 3, 4, 5].map(|n| message(&f, n));
    outbox(&f).queue(mail.to_vec()).await.unwrap();
    let (page, total) = outbox(&f).list(PageRequest::FIRST).await.unwrap();
    assert_eq!((total, &page.items[0].mail), (1, &mail[0]));
}

async fn many_nodes_claim_each_message_once(f: Fixture) {
    let ids = queued(&f, 20).await;
    let claims = (0..6).map(|_| {
        let (outbox, claim) = (outbox(&f), fresh(&f));
        tokio::spawn(async move {
            let mut claimed = Vec::new();
            // Each call claims up to eight. A node repeats the call if another one has claimed all of its rows.
            for _ in 0..8 {
                claimed.extend(outbox.claim(claim, TEST_NOW).await.unwrap());
            }
            claimed.into_iter().map(|mail| (mail.id, mail.tries)).collect::<HashSet<_>>()
        })
    });
    let mut found = Vec::new();
    for claimed in claims.collect::<Vec<_>>() {
        found.extend(claimed.await.unwrap());
    }
    assert!(found.iter().all(|(_, tries)| *tries == 1), "{found:?}");
    let unique: HashSet<MailId> = found.iter().map(|(id, _)| *id).collect();
    assert_eq!((found.len(), unique), (ids.len(), ids.into_iter().collect()));
}

async fn expired_claim_can_be_taken_again_and_only_the_last_claim_settles(f: Fixture) {
    let [id] = queued(&f, 1).await[..] else { unreachable!("one was queued") };
    let outbox = outbox(&f);
    let (first, second) = (fresh(&f), fresh(&f));
    assert_eq!(outbox.claim(first, TEST_NOW).await.unwrap()[0].tries, 1);
    let just_before = later(LEASE.saturating_sub(Duration::from_micros(1)));
    assert_eq!(outbox.claim(second, just_before).await.unwrap(), []);
    assert_eq!(outbox.claim(second, later(LEASE)).await.unwrap()[0].tries, 2);
    let sent = MailOutcome::Sent("reader@example.org".to_owned());
    assert!(!outbox.settle(first, id, sent.clone(), later(LEASE)).await.unwrap(), "its lease has expired");
    assert!(outbox.settle(second, id, sent.clone(), later(LEASE)).await.unwrap());
    assert!(!outbox.settle(second, id, sent, later(LEASE)).await.unwrap(), "it is already settled");
    assert_eq!(states(&f).await, [(MailState::Sent, 2, None)]);
    assert_eq!(outbox.waiting().await.unwrap(), 0);
    assert_eq!(outbox.claim(fresh(&f), later(GIVE_UP_AFTER)).await.unwrap(), []);
}

async fn failed_message_is_retried_and_permanently_failed_one_is_not(f: Fixture) {
    let [id] = queued(&f, 1).await[..] else { unreachable!("one was queued") };
    let outbox = outbox(&f);
    let claim = fresh(&f);
    outbox.claim(claim, TEST_NOW).await.unwrap();
    let at = later(Duration::from_mins(5));
    outbox.settle(claim, id, MailOutcome::Retry(at, "busy".to_owned()), TEST_NOW).await.unwrap();
    assert_eq!(states(&f).await, [(MailState::Waiting, 1, Some("busy".to_owned()))]);
    let again = fresh(&f);
    assert_eq!(outbox.claim(again, later(Duration::from_mins(4))).await.unwrap(), []);
    assert_eq!(outbox.claim(again, at).await.unwrap().len(), 1);
    outbox.settle(again, id, MailOutcome::GivenUp("unknown".to_owned()), at).await.unwrap();
    assert_eq!(states(&f).await, [(MailState::Failed, 2, Some("unknown".to_owned()))]);
    assert_eq!(outbox.claim(fresh(&f), later(LEASE * 9)).await.unwrap(), []);
}

async fn message_expires_by_age_not_by_number_of_tries(f: Fixture) {
    let ids = queued(&f, 2).await;
    let outbox = outbox(&f);
    f.execute("UPDATE mail SET tries = 500").await.unwrap();
    let claim = fresh(&f);
    assert_eq!(outbox.claim(claim, TEST_NOW).await.unwrap().len(), 2, "the number of tries does not matter");
    let end = later(GIVE_UP_AFTER);
    outbox.settle(claim, ids[0], MailOutcome::Retry(end, "busy".to_owned()), TEST_NOW).await.unwrap();
    // The other message is never settled, as if its sender had stopped.
    let just_before = end.minus(Duration::from_micros(1));
    assert_eq!(outbox.claim(fresh(&f), just_before).await.unwrap().len(), 1);
    let past = end.plus(LEASE);
    assert_eq!(outbox.claim(fresh(&f), past).await.unwrap(), []);
    let given_up = |tries, error: &str| (MailState::Failed, tries, Some(error.to_owned()));
    assert_eq!(states(&f).await, [given_up(502, "Not sent in time"), given_up(501, "busy")]);
    assert_eq!(outbox.waiting().await.unwrap(), 0);
}

async fn old_messages_expire_together_when_a_mail_server_is_configured(f: Fixture) {
    let old = usize::try_from(MAX_CONCURRENT_SENDS).unwrap() * 3;
    queued(&f, old).await;
    let young = Mail { created_at: later(Duration::from_hours(1)), ..message(&f, 1) };
    outbox(&f).queue(vec![young.clone()]).await.unwrap();
    let claimed = outbox(&f).claim(fresh(&f), later(GIVE_UP_AFTER)).await.unwrap();
    assert_eq!(claimed.into_iter().map(|mail| mail.id).collect::<Vec<_>>(), [young.id]);
    let failed = states(&f).await.into_iter().filter(|(state, ..)| *state == MailState::Failed).count();
    assert_eq!(failed, old);
}

async fn retry(f: &Fixture, id: MailId, at: Timestamp, takes_waiting: bool) -> bool {
    let change = MailRetry { id, at, takes_waiting };
    outbox(f).retry(f.audited_as(Action::MailRetried, change)).await.unwrap()
}

async fn failed_message_can_be_queued_again(f: Fixture) {
    let [id, sent] = queued(&f, 2).await[..] else { unreachable!("two were queued") };
    let outbox = outbox(&f);
    let claim = fresh(&f);
    outbox.claim(claim, TEST_NOW).await.unwrap();
    assert!(!retry(&f, id, TEST_NOW, false).await, "it is being sent");
    outbox.settle(claim, id, MailOutcome::GivenUp("unknown".to_owned()), TEST_NOW).await.unwrap();
    let done = MailOutcome::Sent("reader@example.org".to_owned());
    outbox.settle(claim, sent, done, TEST_NOW).await.unwrap();
    let (again, nobody) = (later(GIVE_UP_AFTER * 2), fresh(&f));
    for (refused, takes_waiting) in [(sent, false), (sent, true), (nobody, true)] {
        assert!(!retry(&f, refused, again, takes_waiting).await);
    }
    assert!(retry(&f, id, again, false).await);
    assert!(!retry(&f, id, again, false).await, "it is already waiting");
    let found = outbox.find(id).await.unwrap().unwrap();
    assert_eq!((found.state, found.next_try_at), (MailState::Waiting, Some(again)));
    assert_eq!((found.mail.created_at, found.recipient_username.as_str()), (TEST_NOW, "reader"));
    assert_eq!(outbox.find(nobody).await.unwrap(), None);
    let claimed = outbox.claim(fresh(&f), again).await.unwrap();
    assert_eq!((claimed.len(), claimed[0].queued_at, claimed[0].tries), (1, again, 2));
    let entries = "SELECT count(*) AS n FROM audit_log WHERE action = 'mail_retried'";
    assert_eq!(f.count(entries).await, 1, "refused retries are not recorded");
}

async fn waiting_message_is_queued_again_only_if_no_node_is_sending_it(f: Fixture) {
    let [id] = queued(&f, 1).await[..] else { unreachable!("one was queued") };
    let again = later(GIVE_UP_AFTER * 2);
    assert!(!retry(&f, id, again, false).await);
    assert!(retry(&f, id, again, true).await, "there is no mail server");
    assert_eq!(outbox(&f).claim(fresh(&f), again).await.unwrap().len(), 1, "its age counts from the retry");
    assert!(!retry(&f, id, again, true).await, "another node is sending it");
}

async fn claimed_message_has_the_current_rights_of_its_recipient(f: Fixture) {
    create(&f, with_address(1, "reader")).await;
    let record = document(7, 1, 3);
    let about = MailSubject::Document(record.id);
    let mail = NewsKind::EditApproved.mail(&f.ids, account(1), about, TEST_NOW).unwrap();
    outbox(&f).queue(vec![mail]).await.unwrap();
    f.execute("UPDATE users SET clearance_level = 2, is_approved = FALSE, email = 'new@example.org'").await.unwrap();
    let claimed = outbox(&f).claim(fresh(&f), TEST_NOW).await.unwrap().remove(0);
    let recipient = claimed.recipient.unwrap();
    assert_eq!((recipient.clearance_level.level(), recipient.is_approved), (2, false));
    assert_eq!(recipient.email.as_deref(), Some("new@example.org"));
    assert_eq!(claimed.document_level, None, "there is no such document");
    f.execute("UPDATE users SET deleted_at = 1").await.unwrap();
    let claimed = outbox(&f).claim(fresh(&f), later(LEASE)).await.unwrap().remove(0);
    assert_eq!(claimed.recipient, None);
}

async fn once_key_is_unique_per_administrator(f: Fixture) {
    let admin = |n, name| User { is_admin: true, ..with_address(n, name) };
    create(&f, admin(1, "first")).await;
    create(&f, admin(2, "second")).await;
    create(&f, with_address(3, "reader")).await;
    create(&f, User { email_notifications: false, ..admin(4, "unwilling") }).await;
    create(&f, User { email: None, ..admin(5, "without-address") }).await;
    create(&f, User { is_approved: false, ..admin(6, "waiting") }).await;
    let outbox = outbox(&f);
    let key = Mail::deadline_key(TEST_NOW);
    let untold = async || outbox.unnotified_administrators(MailKind::Deadline, key.clone()).await.unwrap();
    assert_eq!(untold().await, [account(1), account(2)]);
    let told = || Mail::deadline(&f.ids, account(1), 3, TEST_NOW);
    outbox.queue(vec![told(), told()]).await.unwrap();
    outbox.queue(vec![told()]).await.unwrap();
    assert_eq!(outbox.waiting().await.unwrap(), 1);
    assert_eq!(untold().await, [account(2)]);
    let tomorrow = Mail::deadline_key(later(Duration::from_hours(24)));
    assert_eq!(outbox.unnotified_administrators(MailKind::Deadline, tomorrow).await.unwrap().len(), 2);
}

async fn list_is_paged_newest_first(f: Fixture) {
    let mut ids = queued(&f, 5).await;
    ids.reverse();
    for size in [1, 2, 5] {
        let mut page = PageRequest { limit: Limit::parse(size).unwrap(), after: None };
        let mut listed = Vec::new();
        loop {
            let (found, total) = outbox(&f).list(page).await.unwrap();
            assert_eq!(total, 5);
            listed.extend(found.items.into_iter().map(|record| record.mail.id));
            page.after = found.next;
            if page.after.is_none() {
                break;
            }
        }
        assert_eq!(listed, ids, "pages of {size}");
    }
}

fn housekeeping(f: &Fixture) -> Housekeeping {
    Housekeeping::new(f.db.clone(), Arc::new(holding(vec![])))
}

/// Marks this message as permanently failed.
async fn fail(f: &Fixture, id: MailId) {
    f.db.write(move |conn| Ok(conn.batch_execute(&format!("UPDATE mail SET next_try_at = NULL WHERE id = '{id}'"))?))
        .await
        .unwrap();
}

async fn finished_mail_is_deleted_after_thirty_days(f: Fixture) {
    let [failed, retried, _unsent] = queued(&f, 3).await[..] else { unreachable!("three were queued") };
    fail(&f, failed).await;
    let end = later(MAIL_RETENTION);
    assert!(retry(&f, retried, end.minus(Duration::from_hours(1)), true).await);
    let sweep = async |at| housekeeping(&f).sweep_mail(at).await.unwrap();
    assert_eq!(sweep(end.minus(Duration::from_micros(1))).await, 0);
    // The third one had expired.
    assert_eq!(sweep(end).await, 2);
    assert_eq!(outbox(&f).claim(fresh(&f), end).await.unwrap()[0].id, retried, "the waiting message is kept");
}

async fn no_more_than_ten_thousand_finished_messages_are_kept(f: Fixture) {
    let [finished, _waiting, _other] = queued(&f, 3).await[..] else { unreachable!("three were queued") };
    fail(&f, finished).await;
    // As if 9,999 messages had followed.
    f.execute(if f.is_sqlite() {
        "UPDATE sqlite_sequence SET seq = 10001 WHERE name = 'mail'"
    } else {
        "SELECT setval(pg_get_serial_sequence('mail', 'position'), 10001)"
    })
    .await
    .unwrap();
    outbox(&f).queue(vec![message(&f, 1)]).await.unwrap();
    assert_eq!(housekeeping(&f).sweep_mail(TEST_NOW).await.unwrap(), 1, "a waiting message of the same age is kept");
    assert_eq!(outbox(&f).waiting().await.unwrap(), 3);
}
