//! Limits per caller, and the responses when a limit is exceeded.

use crate::caller::Caller;
use crate::factor::cookie;
use crate::harness::{ADMIN_PASSWORD, Site, on_each_database};
use crate::slow_reader::{begin, publish_long};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt as _;

on_each_database!(
    requests_beyond_the_limit_are_refused_before_any_work,
    an_exhausted_network_limit_does_not_affect_sessions_and_known_browsers,
    repeated_refusals_are_recorded_in_two_entries,
    changes_fail_when_they_cannot_be_recorded,
    the_pending_submissions_of_a_user_are_limited,
    a_session_reads_three_whole_lists_at_a_time,
    exports_of_a_user_are_limited_and_do_not_delay_others,
    a_page_of_long_texts_has_fewer_items,
    a_download_ends_when_the_site_is_locked,
    a_stalled_download_is_cut_when_the_site_is_locked,
    protocol_errors_have_the_common_error_body,
);

const MINUTE: Duration = Duration::from_secs(61);

async fn requests_beyond_the_limit_are_refused_before_any_work(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let nobody = site.anonymous();
    let mut answered = 0;
    let limited = loop {
        let answer = nobody.get("/api/nothing").await;
        if answer.status != 404 {
            break answer;
        }
        answered += 1;
        assert!(answered < 2000, "no limit applied");
    };
    assert_eq!((limited.status, limited.code(), limited.header("retry-after")), (429, "rate_limited", "1"));
    assert!((500..1500).contains(&answered), "{answered}");
    assert!(limited.headers.contains_key("x-request-id") && limited.headers.contains_key("content-security-policy"));
    assert_eq!(admin.get("/api/user").await.status, 200, "a session has its own limit");
    assert_eq!(nobody.get("/documents").await.status, 200, "the page is not counted");
}

async fn an_exhausted_network_limit_does_not_affect_sessions_and_known_browsers(database: TestDatabase) {
    let mut site = Site::start_with(database, &[]).await;
    let login = json!({ "username": "administrator", "password": ADMIN_PASSWORD });
    let opened = site.anonymous().post("/api/login", login.clone()).await;
    let (session, browser) = (cookie(&opened, "facility_session"), cookie(&opened, "facility_device"));
    // A server that has just started has seen no session within the last minute.
    site.terminate();
    site.restart().await;
    let is_limited = async |caller: &Caller<'_>, most: usize| {
        for _ in 0..most {
            if caller.get("/api/user").await.status == 429 {
                return true;
            }
        }
        false
    };
    let crowd = site.anonymous();
    assert!(is_limited(&crowd, 2000).await, "no limit applied");
    let made_up = format!("facility_device={}.{}", "A".repeat(43), "A".repeat(22));
    assert!(is_limited(&Caller { site: &site, cookie: Some(made_up) }, 50).await);
    let known = Caller { site: &site, cookie: browser };
    let again = known.post("/api/login", login).await;
    assert_eq!(again.status, 200, "{}", again.body);
    let quiet = Caller { site: &site, cookie: session };
    assert!(is_limited(&crowd, 50).await);
    assert!(!is_limited(&quiet, 50).await);
    assert_eq!(quiet.get("/api/user").await.status, 200);
    // Once the session has ended, its requests count for the network.
    assert_eq!(quiet.post("/api/logout", json!({})).await.status, 204);
    assert_eq!(quiet.get("/api/user").await.status, 401);
    assert!(is_limited(&crowd, 50).await && is_limited(&quiet, 50).await);
}

async fn repeated_refusals_are_recorded_in_two_entries(database: TestDatabase) {
    let mut site = Site::start(database).await;
    let (admin, user) = {
        let admin = site.administrator().await;
        let user = site.user(&admin, "refused", 1).await;
        for _ in 0..20 {
            assert_eq!(user.get("/api/admin/users").await.status, 403);
        }
        assert_eq!(user.get("/api/admin/audit-logs").await.status, 403, "another operation");
        (admin.cookie, user.cookie)
    };
    assert_eq!(counts(&site, admin.clone()).await, [1, 1], "the first refusal of each kind is recorded at once");
    site.set_clock(MINUTE);
    let written = async || counts(&site, admin.clone()).await.len() >= 3;
    until("the counted refusals are written", written).await;
    assert_eq!(counts(&site, admin.clone()).await, [1, 1, 19]);

    // A clean stop writes the counted refusals, and the chain is valid with and without counts.
    let refused = Caller { site: &site, cookie: user };
    for _ in 0..5 {
        assert_eq!(refused.get("/api/admin/users").await.status, 403);
    }
    site.terminate();
    site.restart().await;
    assert_eq!(counts(&site, admin.clone()).await, [1, 1, 1, 4, 19]);
    assert!(site.facility(&["audit", "verify"]).status.success());
}

/// Returns the number of refusals that each entry represents.
async fn counts(site: &Site, admin: Option<String>) -> Vec<i64> {
    let admin = Caller { site, cookie: admin };
    let refused = admin.get("/api/admin/audit-logs?q=access_denied&limit=50").await;
    let entries = refused.body.as_array().unwrap().iter();
    let mut counts: Vec<i64> = entries.map(|entry| entry["count"].as_i64().unwrap()).collect();
    counts.sort_unstable();
    counts
}

async fn changes_fail_when_they_cannot_be_recorded(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.execute("ALTER TABLE audit_log RENAME COLUMN mac TO mac_away".to_owned()).await;
    let sent = json!({ "title": "Lost", "content": "Nobody knows.", "category": "OTHER" });
    let refused = admin.post("/api/submissions", sent.clone()).await;
    assert_eq!(refused.refusal(), (503, "unavailable"), "{}", refused.body);
    assert!(refused.headers.contains_key("retry-after"));
    let refused = admin.patch("/api/user/settings", json!({ "sessionTimeout": 15 })).await;
    assert_eq!(refused.refusal(), (503, "unavailable"));
    site.execute("ALTER TABLE audit_log RENAME COLUMN mac_away TO mac".to_owned()).await;
    assert_eq!(site.count("SELECT count(*) AS n FROM submissions").await, 0);
    assert_ne!(admin.get("/api/user").await.body["sessionTimeout"], 15);
    assert_eq!(admin.post("/api/submissions", sent).await.status, 201);
}

async fn the_pending_submissions_of_a_user_are_limited(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    let document = admin.publish(&author.submit("The gate", "OTHER").await, 1).await;
    let other = site.user(&admin, "other", 1).await;
    // The longest text, in characters of four bytes. 32 MiB are a little more than 41 of them.
    let long = json!({ "title": "Long", "content": "𝄞".repeat(200_000), "category": "OTHER" });
    let draft = author.post("/api/user/drafts", long.clone()).await;
    let mut last = String::new();
    for n in 0..41 {
        let sent = author.post("/api/submissions", long.clone()).await;
        assert_eq!(sent.status, 201, "{n}: {}", sent.code());
        last = sent.text("id");
    }
    let submit = format!("/api/user/drafts/{}/submit", draft.text("id"));
    let mut edit = long.clone();
    edit["clearanceLevel"] = json!(1);
    let propose = format!("/api/documents/{document}/edit");
    let revision = json!({ "revision": draft.text("revision") });
    let ways = [("/api/submissions", &long), (submit.as_str(), &revision), (propose.as_str(), &edit)];
    for (path, body) in ways {
        assert_eq!(author.post(path, body.clone()).await.refusal(), (409, "too_much_waiting"), "{path}");
    }
    // Nothing is lost. Smaller items, other users, and this user after a decision can submit again.
    assert_eq!(author.get("/api/user/drafts").await.each("id"), [draft.text("id")]);
    assert!(!author.submit("Short", "OTHER").await.is_empty());
    assert_eq!(other.post("/api/submissions", long.clone()).await.status, 201);
    admin.publish(&last, 1).await;
    assert_eq!(author.post(&submit, revision).await.status, 201);
    assert_eq!(author.post(&propose, edit).await.code(), "too_much_waiting");
    site.execute("UPDATE submissions SET status = 'rejected'".to_owned()).await;
    for n in 0..200 {
        assert!(!author.submit(&format!("Note {n}"), "OTHER").await.is_empty());
    }
    let note = json!({ "title": "Note", "content": "One.", "category": "OTHER" });
    assert_eq!(author.post("/api/submissions", note).await.code(), "too_much_waiting");
}

async fn a_session_reads_three_whole_lists_at_a_time(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    publish_long(&admin, 20, 195_000).await;
    let mut readers = Vec::new();
    for _ in 0..3 {
        let (stream, head) = begin(&admin, "/api/documents").await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        readers.push(stream);
    }
    let refused = admin.get("/api/documents").await;
    assert_eq!((refused.status, refused.code(), refused.header("retry-after")), (429, "rate_limited", "5"));
    assert_eq!(admin.get("/api/admin/users").await.status, 429, "whichever list it is for");
    assert_eq!(admin.get("/api/documents?limit=2").await.status, 200, "pages still work");
    let other = site.administrator().await;
    assert_eq!(other.get("/api/documents").await.body.as_array().unwrap().len(), 20, "another session");
    drop(readers);
    until("the slots are released", async || admin.get("/api/documents").await.status == 200).await;
}

async fn exports_of_a_user_are_limited_and_do_not_delay_others(database: TestDatabase) {
    const OWN: &str = "/api/user/export";
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let (user, other) = (site.user(&admin, "collector", 1).await, site.user(&admin, "other", 1).await);
    // Longer than the buffers of a connection, and hardly compressible.
    let mut state = 1_u64;
    let noise = (0..300_000).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{:08x}", state >> 32)
    });
    let file = user.attach("noise.txt", noise.collect::<String>().as_bytes()).await;
    let text = json!({ "title": "Noise", "content": "See the file.", "category": "SITE", "filePath": file });
    assert_eq!(user.post("/api/submissions", text).await.status, 201);

    let held = [begin(&user, OWN).await, begin(&user, OWN).await];
    assert!(held.iter().all(|(_, head)| head.starts_with("HTTP/1.1 200")), "{held:?}");
    let refused = user.get(OWN).await;
    assert_eq!((refused.code(), refused.header("retry-after")), ("rate_limited", "30"), "{}", refused.body);
    assert_eq!(other.get(OWN).await.status, 200);
    assert_eq!(admin.get("/api/admin/export").await.status, 200);

    drop(held);
    until("a disconnected reader frees the slot", async || user.get(OWN).await.status == 200).await;
    for _ in 3..6 {
        assert_eq!(user.get(OWN).await.status, 200);
    }
    let refused = user.get(OWN).await;
    assert_eq!(refused.refusal(), (429, "rate_limited"));
    assert!(refused.text("message").contains("6 times an hour"), "{}", refused.body);
    assert_eq!(other.get(OWN).await.status, 200);
}

async fn a_page_of_long_texts_has_fewer_items(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    publish_long(&admin, 7, 195_000).await;
    for (path, count) in [("/api/documents", 7), ("/api/admin/documents", 7), ("/api/user/submissions", 7)] {
        let page = admin.get(&format!("{path}?limit=200")).await;
        let items = page.body.as_array().unwrap().len();
        assert_eq!(items, 5, "{path}: as many as fit in a mebibyte");
        let link = page.header("link").to_owned();
        let next = link.trim_start_matches('<').split('>').next().unwrap();
        let rest = admin.get(next).await;
        assert_eq!((rest.body.as_array().unwrap().len(), rest.header("link")), (count - 5, ""), "{path}");
        assert_eq!(admin.get(path).await.body.as_array().unwrap().len(), count, "{path}: the whole list");
    }
    let skipped = admin.get("/api/documents?skip=1000001&limit=1").await;
    assert_eq!((skipped.status, skipped.body["fields"][0]["field"].as_str()), (400, Some("skip")));
    assert_eq!(admin.get("/api/documents?skip=1000000&limit=1").await.status, 200);
}

async fn a_download_ends_when_the_site_is_locked(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "slow_reader", 1).await;
    let file = user.attach("long.txt", &vec![b'a'; 10 * 1024 * 1024]).await;
    for who in [&user, &admin] {
        let (mut stream, head) = begin(who, &file).await;
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("no-store"), "{head}");
        site.lock(true).await;
        let started = Instant::now();
        let (mut got, mut piece) = (0, vec![0; 64 * 1024]);
        // Read so slowly that it would take a minute.
        let ended = loop {
            match stream.read(&mut piece).await {
                Ok(0) | Err(_) => break started.elapsed(),
                Ok(bytes) => got += bytes,
            }
            if got == 10 * 1024 * 1024 {
                break started.elapsed();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            if who.cookie == admin.cookie && started.elapsed() > Duration::from_secs(6) {
                break Duration::MAX;
            }
        };
        if who.cookie == admin.cookie {
            assert_eq!(ended, Duration::MAX, "administrators are not disconnected");
        } else {
            assert!(ended < Duration::from_secs(10) && got < 10 * 1024 * 1024, "{ended:?}, {got} bytes");
        }
        site.lock(false).await;
    }
}

async fn a_stalled_download_is_cut_when_the_site_is_locked(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "stalled_reader", 1).await;
    let file = user.attach("long.txt", &vec![b'a'; 10 * 1024 * 1024]).await;
    let (stream, head) = begin(&user, &file).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let stream = stream.into_std().unwrap();
    let is_cut = || stream.take_error().unwrap().is_some();
    // Long enough to fill all buffers of the system.
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(!is_cut(), "a reader that keeps access may stall");
    site.lock(true).await;
    until("the stalled download is cut", async || is_cut()).await;
}

async fn protocol_errors_have_the_common_error_body(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let file = admin.attach("notes.txt", b"0123456789").await;
    let long = "x".repeat(40_000);
    for (path, header, status, code) in [
        ("/api/user", ("accept-encoding", "identity;q=0, *;q=0"), 406, "not_acceptable"),
        (file.as_str(), ("range", "bytes=10-"), 416, "range_not_satisfiable"),
        ("/api/user", ("x-long", long.as_str()), 431, "headers_too_large"),
    ] {
        let answer = admin.send(Method::GET, path, &[header], None).await;
        assert_eq!(answer.refusal(), (status, code), "{}", answer.body);
        assert_eq!(answer.header("content-type"), "application/json", "{code}");
        assert!(answer.body["message"].is_string() && answer.headers.contains_key("x-request-id"), "{code}");
        if status == 416 {
            assert_eq!(answer.header("content-range"), "bytes */10");
        }
    }
    let coded = |coding| [("accept-encoding", coding)];
    let packed = admin.send(Method::GET, "/api/admin/audit-logs?limit=50", &coded("gzip"), None).await;
    let plain = admin.send(Method::GET, "/api/admin/audit-logs?limit=50", &coded("identity"), None).await;
    let (packed, plain) = (packed.header("etag").to_owned(), plain.header("etag").to_owned());
    assert_eq!(packed, format!("{}-gzip\"", plain.trim_end_matches('"')), "each encoding has its own ETag");
    for tag in [&packed, &plain] {
        let known = [("if-none-match", tag.as_str())];
        let answer = admin.send(Method::GET, "/api/admin/audit-logs?limit=50", &known, None).await;
        assert_eq!((answer.status, answer.header("etag")), (304, tag.as_str()));
    }
    for path in ["/.env", "/metrics", "/wp-login.php", "/.git/config"] {
        assert_eq!(site.anonymous().get(path).await.refusal(), (404, "not_found"), "{path}");
    }
    let left = admin.post("/api/logout", json!({})).await;
    assert_eq!((left.status, left.header("clear-site-data")), (204, "\"cache\""));
}
