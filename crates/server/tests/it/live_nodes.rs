//! Live updates between two servers on one PostgreSQL database.

use crate::harness::Site;
use crate::socket::Socket;
use crate::waiting::until;
use std::sync::Arc;
use std::time::{Duration, Instant};

const LISTENING: &str = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'";

async fn listening(site: &Site) -> i64 {
    site.count(&format!("SELECT count(*) AS n {LISTENING}")).await
}

async fn until_listening(site: &Site, servers: i64) {
    until("a server listens", async || listening(site).await >= servers).await;
}

/// Measured with nothing beside it.
mod timed {
    use super::*;

    /// Time limit for a change on one server to reach the sockets of all servers.
    const SOON: Duration = Duration::from_secs(1);
    /// Time limit for another server to close the socket of a session that was ended at one server.
    const CUT: Duration = Duration::from_secs(2);
    /// Time limit for a server to reconnect its listener, with a margin for a busy machine.
    const LISTENS_AGAIN: Duration = Duration::from_secs(3);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn change_at_one_server_reaches_sockets_of_the_other() {
        let Some(database) = Site::database_on_postgres().map(Arc::new) else { return };
        let open = vec![("RATE_LIMITS", "open".to_owned())];
        let one = Site::start_node(Arc::clone(&database), 1, open.clone()).await;
        until_listening(&one, 1).await;
        let of_one = one.count(&format!("SELECT min(pid::bigint) AS n {LISTENING}")).await;
        let other = Site::start_node(Arc::clone(&database), 2, open).await;
        until_listening(&one, 2).await;
        let admin = one.administrator().await;
        let reader = one.user(&admin, "reader", 1).await;
        let mut screen = Socket::open(&reader.at(&other)).await;

        let published = async |screen: &mut Socket, title: &str| {
            let submission = admin.submit(title, "OTHER").await;
            admin.publish(&submission, 1).await;
            let answered = Instant::now();
            screen.until("documents").await;
            answered.elapsed()
        };
        let took = published(&mut screen, "Heard").await;
        assert!(took < SOON, "{took:?}");

        // Without its listener, a server polls the audit log until it has reconnected.
        for round in 0..3 {
            let cut = format!("SELECT count(pg_terminate_backend(pid)) AS n {LISTENING} AND pid <> {of_one}");
            assert_eq!(other.count(&cut).await, 1);
            let since = Instant::now();
            let took = published(&mut screen, &format!("Looked for {round}")).await;
            assert!(took < SOON, "{took:?}");
            until_listening(&one, 2).await;
            assert!(since.elapsed() < LISTENS_AGAIN, "{:?}", since.elapsed());
            let took = published(&mut screen, &format!("Heard again {round}")).await;
            assert!(took < SOON, "{took:?}");
        }
    }
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn session_terminated_at_one_server_loses_its_socket_at_the_other() {
        let Some(database) = Site::database_on_postgres().map(Arc::new) else { return };
        let open = vec![("RATE_LIMITS", "open".to_owned())];
        let one = Site::start_node(Arc::clone(&database), 1, open.clone()).await;
        let other = Site::start_node(Arc::clone(&database), 2, open).await;
        until_listening(&one, 2).await;
        let admin = one.administrator().await;
        let reader = one.user(&admin, "reader", 1).await;
        let id = reader.get("/api/user").await.text("id");
        // A socket checks its session at most once a second, so ending the sessions one after the other would take a
        // second each.
        for burst in 0..4 {
            let sessions = one.open_sessions(&id, burst * 25, 25).await;
            let ended = sessions.iter().enumerate().map(async |(n, session)| {
                let session = session.at(&other);
                let mut socket = Socket::open(&session).await;
                let name = format!("00000000-0000-7000-8000-{:06}{n:06}", burst * 25);
                let asked = Instant::now();
                let path = format!("/api/admin/security/active-sessions/{name}");
                assert_eq!(admin.delete(&path).await.status, 204);
                assert_eq!(socket.closed().await, 4401, "{name}");
                let took = asked.elapsed();
                assert!(took < CUT, "{name}: {took:?}");
                assert_eq!(session.get("/api/user").await.code(), "session_ended");
            });
            futures_util::future::join_all(ended).await;
        }
    }
}
