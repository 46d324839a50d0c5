//! PostgreSQL stops and restarts under load while the server keeps running.

use crate::caller::Caller;
use crate::harness::Site;
use crate::load::{LoadState, assert_kept, assert_refused, write_together};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

const WRITERS: usize = 4;
/// Duration of each outage: longer than requests wait for a connection.
const AWAY: Duration = Duration::from_secs(4);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_survives_restarts_of_postgresql() {
    let database = Site::database_on_postgres().expect("run it with scripts/with-postgres.sh");
    let rounds = crate::times("FAULT_ROUNDS", 6);
    let site = Site::start(database).await;
    let pid = site.pid();
    let admin = site.administrator().await;
    let state = LoadState::default();
    let trouble = async {
        let mut longest = Duration::ZERO;
        for round in 0..rounds {
            tokio::time::sleep(Duration::from_secs(1)).await;
            control(&["stop", "-m", if round % 2 == 0 { "immediate" } else { "fast" }]).await;
            tokio::time::sleep(AWAY).await;
            control(&["start"]).await;
            longest = longest.max(crate::until_written(&state).await);
        }
        state.stop.store(true, Ordering::Relaxed);
        longest
    };
    let (writes, reads, longest) =
        tokio::join!(write_together(&admin, WRITERS, &state), read_on(&admin, &state), trouble);

    assert_eq!(writes.unanswered, 0, "every request is answered");
    assert!(writes.refused + reads.1 >= rounds, "the database was never unavailable");
    // The same process must have survived: nothing restarts it.
    assert_eq!(site.anonymous().get("/api/health/ready").await.status, 200);
    assert_eq!(site.pid(), pid);
    assert_kept(&site, &writes).await;
    crate::figure(&format!(
        "restart, PostgreSQL: {rounds} stops (immediate and fast), {AWAY:?} each, under {WRITERS} writers and a reader; \
         {} writes acknowledged, 0 lost; {} writes and {} of {} reads refused, all 503 with Retry-After; \
         writes again at most {} ms after PostgreSQL was back",
        writes.acknowledged(),
        writes.refused,
        reads.1,
        reads.0 + reads.1,
        longest.as_millis(),
    ));
}

/// Controls the database server of the tests. Panics on failure.
pub async fn control(arguments: &[&str]) {
    assert!(asked(arguments).await, "{arguments:?}");
}

/// Controls the database server of the tests and returns whether that succeeded.
pub async fn asked(arguments: &[&str]) -> bool {
    #[expect(clippy::disallowed_methods, reason = "the environment names the control program")]
    let program = std::env::var("FACILITY_TEST_POSTGRES_CTL").expect("scripts/with-postgres.sh sets it");
    let mut command = Command::new(program);
    // The program starts a server that keeps running. If that inherited the output of this process, a reader of the
    // output would never reach its end.
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    tokio::task::spawn_blocking(move || command.status()).await.unwrap().unwrap().success()
}

/// Reads until asked to stop. Returns the number of answered and of refused reads.
async fn read_on(admin: &Caller<'_>, state: &LoadState) -> (usize, usize) {
    let (mut answered, mut refused) = (0, 0);
    while !state.stop.load(Ordering::Relaxed) {
        let answer = admin.get("/api/documents?limit=10").await;
        if answer.status == 200 {
            answered += 1;
        } else {
            assert_refused(&answer);
            refused += 1;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    (answered, refused)
}
