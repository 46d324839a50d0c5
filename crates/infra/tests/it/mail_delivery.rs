//! Many messages through a mail server that fails half of the time.

use crate::flaky_mail_server::FlakyMailServer;
use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_audit::mail::Mail;
use facility_infra::clock::{SystemClock, UuidIds};
use facility_infra::smtp::SmtpMailer;
use facility_kernel::testing::numbered;
use facility_kernel::{AccessKey, Clock, Secret, Timestamp, UserId};
use facility_users::mail::backoff::Backoff;
use facility_users::mail::outgoing::message_id;
use facility_users::mail::{LEASE, MAX_CONCURRENT_SENDS, Outbox as _};
use facility_users::services::delivery::Delivery;
use facility_users::user::User;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;

on_each_database![each_message_arrives_although_half_of_the_tries_fail];

const PEOPLE: u64 = 50;
const URL: &str = "https://terminal.example.org";

/// The system clock with an offset.
#[derive(Default)]
struct MovedClock(AtomicU64);

impl Clock for MovedClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus(Duration::from_secs(self.0.load(Ordering::SeqCst)))
    }
}

/// A sending node that retries after milliseconds instead of minutes.
fn node(f: &Fixture, server: &FlakyMailServer, clock: &Arc<MovedClock>) -> JoinHandle<()> {
    let sender = "Facility Terminal <terminal@example.org>";
    let mailer = SmtpMailer::new(&Secret::new(server.url()), sender, "terminal.example.org").unwrap();
    let delivery = Delivery {
        outbox: Arc::new(f.db.clone()),
        mailer: Some(Arc::new(mailer)),
        ids: Arc::new(UuidIds::default()),
        clock: Arc::<MovedClock>::clone(clock),
        backoff: Backoff { first: Duration::from_millis(4), longest: Duration::from_millis(64) },
        public_url: URL.to_owned(),
    };
    tokio::spawn(async move {
        loop {
            delivery.run().await.unwrap();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(9), waited).await;
    assert!(waited.is_ok(), "timed out waiting until: {what}");
}

async fn each_message_arrives_although_half_of_the_tries_fail(f: Fixture) {
    #[expect(clippy::disallowed_methods, reason = "the environment asks for more messages")]
    let messages = std::env::var("FACILITY_TEST_MESSAGES").map_or(1_000, |text| text.parse().unwrap());
    let clock = Arc::new(MovedClock::default());
    for n in 1..=PEOPLE {
        let name = format!("reader-{n}");
        let email = Some(format!("{name}@example.org"));
        create(&f, User { is_approved: true, email, ..user(n, &name) }).await;
    }
    let message = |n: usize| {
        let recipient = UserId::Account(numbered(1 + n as u64 % PEOPLE));
        Mail::approved(&f.ids, recipient, AccessKey::Subject, clock.now())
    };
    let mail: Vec<Mail> = (0..messages).map(message).collect();
    let queued: HashSet<String> = mail.iter().map(|mail| format!("<{}>", message_id(mail.id, URL))).collect();
    let outbox = f.db.clone();
    outbox.queue(mail).await.unwrap();

    let server = FlakyMailServer::open().await;
    let nodes = [node(&f, &server, &clock), node(&f, &server, &clock)];
    let killed = node(&f, &server, &clock);
    until("a part has arrived", async || server.different() > messages / 5).await;
    // It stops in the middle of its connections and settles nothing.
    killed.abort();
    assert!(killed.await.unwrap_err().is_cancelled());
    until("no more than its claims wait", async || outbox.waiting().await.unwrap() <= u64::from(MAX_CONCURRENT_SENDS))
        .await;
    clock.0.fetch_add(LEASE.as_secs(), Ordering::SeqCst);
    until("nothing waits", async || outbox.waiting().await.unwrap() == 0).await;
    for node in nodes {
        node.abort();
    }

    let arrived = server.arrived();
    assert_eq!(arrived.keys().cloned().collect::<HashSet<_>>(), queued, "each one and nothing else");
    let sent = f.count("SELECT count(*) AS n FROM mail WHERE sent_at IS NOT NULL AND last_error IS NULL").await;
    assert_eq!(usize::try_from(sent).unwrap(), messages);
    let copies = arrived.values().map(|times| times - 1).sum::<u64>();
    let (tries, failures, unanswered) = server.counted();
    assert!(failures * 2 >= tries - 10 && copies > 0, "{failures} of {tries} tries fail, {copies} copies");
    // A message is sent twice only if the node could not know that it was accepted.
    assert!(copies <= unanswered + u64::from(MAX_CONCURRENT_SENDS), "{copies} copies, {unanswered} unanswered");
    println!("\nfigure: {messages} messages, {tries} tries, {failures} failed, {copies} copies, none lost");
}
