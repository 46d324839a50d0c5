//! Live updates: which events reach which sockets, and what closes a socket.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::socket::{PATIENCE, Socket};
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(
    settings_of_a_user_reach_only_that_user_s_windows,
    clients_that_break_the_rules_are_disconnected,
    handshakes_without_session_from_other_sites_or_beyond_the_limit_are_refused,
    sockets_per_address_are_limited,
    the_server_stops_with_open_sockets,
);

async fn health(site: &Site) -> String {
    site.anonymous().get("/api/health").await.text("timestamp")
}

async fn settings_of_a_user_reach_only_that_user_s_windows(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (user, other) = (site.user(&admin, "somebody", 1).await, site.user(&admin, "other", 1).await);
    let (mut window, mut stranger) = (Socket::open(&user).await, Socket::open(&other).await);
    let before = health(&site).await;
    assert_eq!(user.patch("/api/user/settings", json!({ "sessionTimeout": 60 })).await.status, 200);
    window.until("users").await;
    assert_eq!(health(&site).await, before, "nothing shared has changed");
    // The next message that the other user gets is the one about everyone's content.
    user.submit("For everyone", "OTHER").await;
    assert_eq!(stranger.until("submissions").await, ["submissions"]);
}

async fn clients_that_break_the_rules_are_disconnected(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    let update = json!({ "type": "content_updated", "topics": ["comments", "security"] }).to_string();

    // The server forwards a client's topics to the other clients once a second, except those that clients may not
    // announce.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let (mut one, mut other) = (Socket::open(&user).await, Socket::open(&admin).await);
    let before = health(&site).await;
    for _ in 0..5 {
        one.send(update.as_str()).await;
    }
    assert_eq!(other.until("comments").await, ["comments"]);
    assert_eq!(health(&site).await, before, "nothing changed");
    assert_eq!(other.until("comments").await, ["comments"], "the others in one message");
    assert!(other.message(Duration::from_millis(1500)).await.is_none());
    assert!(one.is_quiet().await);

    for _ in 0..6 {
        one.send(update.as_str()).await;
    }
    assert_eq!(one.closed().await, 1008, "the eleventh in a minute");
    for wrong in ["hello".to_owned(), json!({ "type": "hello" }).to_string(), "[1]".to_owned()] {
        let mut socket = Socket::open(&user).await;
        socket.send(wrong).await;
        assert_eq!(socket.closed().await, 1008);
    }
    let mut socket = Socket::open(&user).await;
    socket.send(format!("{update}{}", " ".repeat(4097))).await;
    assert_eq!(socket.closed().await, 1009);
    assert_eq!(site.anonymous().get("/api/health").await.status, 200);
}

async fn handshakes_without_session_from_other_sites_or_beyond_the_limit_are_refused(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let own = site.url.clone();
    assert_eq!(Socket::try_open(&site.anonymous(), &own).await.err(), Some(401));
    assert_eq!(Socket::try_open(&admin, "http://evil.example").await.err(), Some(403));
    assert_eq!(admin.get("/auto-refresh-ws").await.refusal(), (400, "websocket_expected"));
    assert_eq!(site.anonymous().get("/auto-refresh-ws").await.code(), "not_signed_in");

    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.push(Socket::open(&admin).await);
    }
    assert_eq!(Socket::try_open(&admin, &own).await.err(), Some(429));
    sockets.clear();
    let free = async {
        while Socket::try_open(&admin, &own).await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, free).await.expect("the slots are released");
}

async fn sockets_per_address_are_limited(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let id = site.administrator().await.get("/api/user").await.text("id");
    let sessions = site.open_sessions(&id, 100, 14).await;
    let mut sockets = Vec::new();
    for session in &sessions[..13] {
        for _ in 0..5.min(64 - sockets.len()) {
            sockets.push(Socket::open(session).await);
        }
    }
    assert_eq!(sockets.len(), 64);
    assert_eq!(Socket::try_open(&sessions[13], &site.url).await.err(), Some(429));
}

async fn the_server_stops_with_open_sockets(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let cookie = site.administrator().await.cookie;
    let mut sockets = Vec::new();
    for _ in 0..20 {
        sockets.push(Socket::open(&Caller { site: &site, cookie: cookie.clone() }).await);
    }
    let took = tokio::task::block_in_place(|| site.terminate());
    assert!(took < Duration::from_secs(5), "{took:?}");
    for socket in &mut sockets {
        assert_eq!(socket.closed().await, 1001);
    }
}

/// How soon changes reach sockets, measured with nothing beside it.
mod timed {
    use super::*;
    use crate::harness::PASSWORD;
    use std::time::Instant;

    on_each_database!(changes_reach_other_sockets, lockdown_closes_sockets, the_end_of_a_session_closes_its_sockets,);

    async fn changes_reach_other_sockets(database: TestDatabase) {
        let mut site = Site::start(database).await;
        let admin = site.administrator().await;
        let user = site.user(&admin, "somebody", 1).await;
        let (mut of_user, mut of_admin) = (Socket::open(&user).await, Socket::open(&admin).await);
        tokio::time::sleep(Duration::from_millis(700)).await;

        let before = health(&site).await;
        let started = Instant::now();
        let submission = user.submit("Lore", "OTHER").await;
        of_admin.until("submissions").await;
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        assert!(!of_user.until("submissions").await.contains(&"security".to_owned()));
        admin.publish(&submission, 1).await;
        assert!(of_user.until("documents").await.iter().all(|t| t == "documents" || t == "submissions"));
        of_admin.until("documents").await;
        let after = health(&site).await;
        assert!(after > before);

        // Only administrators receive refusals, and only the security topic: no page has to reload.
        assert_eq!(user.get("/api/admin/users").await.status, 403);
        assert_eq!(of_admin.until("security").await, ["security"]);
        assert!(of_user.is_quiet().await);
        assert_eq!(health(&site).await, after);
        // Another process announces its changes too.
        assert!(site.facility(&["admin", "create", "warden"]).status.success());
        let started = Instant::now();
        of_user.until("users").await;
        assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
        let after = health(&site).await;
        drop((of_user, of_admin));
        site.terminate();
        site.restart().await;
        assert_eq!(health(&site).await, after, "the same after a restart");
    }

    async fn lockdown_closes_sockets(database: TestDatabase) {
        let site = Site::start(database).await;
        let admin = site.administrator().await;
        let user = site.user(&admin, "somebody", 1).await;
        let (mut of_user, mut of_admin) = (Socket::open(&user).await, Socket::open(&admin).await);
        let started = Instant::now();
        assert_eq!(admin.patch("/api/admin/site-settings", json!({ "isLocked": true })).await.status, 200);
        assert_eq!(of_user.closed().await, 4423);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        of_admin.until("settings").await;
        assert_eq!(Socket::try_open(&user, &site.url).await.err(), Some(423));
        assert!(site.facility(&["admin", "site", "--unlock"]).status.success());
        of_admin.until("settings").await;
        Socket::open(&user).await;
    }

    async fn the_end_of_a_session_closes_its_sockets(database: TestDatabase) {
        let site = Site::start(database).await;
        let admin = site.administrator().await;
        let user = site.user(&admin, "somebody", 1).await;
        let id = user.get("/api/user").await.text("id");

        let mut socket = Socket::open(&user).await;
        let started = Instant::now();
        user.post("/api/logout", json!({})).await;
        assert_eq!(socket.closed().await, 4401);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());

        // The session is ended by another process.
        let user = site.sign_in("somebody", PASSWORD).await;
        let mut socket = Socket::open(&user).await;
        assert!(site.facility(&["admin", "reset-password", "somebody"]).status.success());
        let started = Instant::now();
        assert_eq!(socket.closed().await, 4401);
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());

        // The session expires by itself, without an announcement.
        let callers = site.open_sessions(&id, 1, 1).await;
        let ends = std::time::UNIX_EPOCH.elapsed().unwrap().as_micros() + 6_000_000;
        site.execute(format!("UPDATE sessions SET expires_at = {ends} WHERE user_id = '{id}'")).await;
        let mut socket = Socket::open(&callers[0]).await;
        assert_eq!(socket.closed().await, 4401);
        let late = std::time::UNIX_EPOCH.elapsed().unwrap().as_micros() - ends;
        assert!(late < 2_000_000, "{late} µs late");
    }
}
