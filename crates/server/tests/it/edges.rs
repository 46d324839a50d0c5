//! Common behavior of all requests: order of checks, headers, bodies, paths and methods, and the page.

use crate::caller::Caller;
use crate::harness::{ADMIN_PASSWORD, PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Time limit for sending a request.
const LONGEST_SEND: Duration = Duration::from_secs(15);

on_each_database!(
    invalid_requests_are_refused_in_order,
    hidden_characters_in_a_line_are_refused,
    lists_without_skip_refuse_the_parameter,
    the_page_and_security_headers_are_served,
    requests_of_ambiguous_length_are_refused,
    slow_senders_are_cut_off,
    writes_per_minute_are_limited,
    the_server_works_behind_a_tls_proxy,
    administrators_can_sign_in_during_a_lockdown,
    the_site_is_locked_and_unlocked,
    health_names_the_version_to_administrators_only,
);

async fn lists_without_skip_refuse_the_parameter(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    for list in [
        "admin/documents",
        "admin/users",
        "admin/audit-logs",
        "admin/submissions",
        "admin/trash",
        "admin/archive-requests",
        "admin/mail",
        "document-edits",
        "user/submissions",
        "user/notifications",
        "user/timed-out",
    ] {
        let refused = admin.get(&format!("/api/{list}?limit=1&skip=1")).await;
        let field = refused.body["fields"][0]["field"].as_str().unwrap_or_default();
        assert_eq!((refused.status, field), (400, "skip"), "{list}: {}", refused.body);
    }
    assert_eq!(admin.get("/api/documents?limit=1&skip=1").await.status, 200);
}

/// Sends raw bytes and reads until the server closes the connection.
pub async fn raw(site: &Site, request: &[u8]) -> String {
    let mut socket = TcpStream::connect(site.url.trim_start_matches("http://")).await.unwrap();
    socket.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

async fn invalid_requests_are_refused_in_order(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    let nobody = site.anonymous();
    let json_type = ("content-type", "application/json");

    // Path and method are checked first, even for an anonymous caller.
    let unknown = nobody.get("/api/nothing/here").await;
    assert_eq!(
        (unknown.status, unknown.code(), unknown.header("content-type")),
        (404, "not_found", "application/json")
    );
    let wrong = nobody.post("/api/documents", json!({})).await;
    assert_eq!((wrong.status, wrong.code(), wrong.header("allow")), (405, "method_not_allowed", "GET, HEAD"));
    let wrong = nobody.delete("/api/admin/users/x/approve").await;
    assert_eq!((wrong.status, wrong.header("allow")), (405, "PATCH"));
    assert_eq!(nobody.send(Method::TRACE, "/", &[], None).await.status, 405);

    // Then the origin, the session and the role. The body is checked last.
    let elsewhere = [("origin", "http://evil.example"), json_type];
    let refused = nobody.send(Method::POST, "/api/login", &elsewhere, Some(b"{".to_vec())).await;
    assert_eq!(refused.refusal(), (403, "cross_site"));
    let refused = user.send(Method::POST, "/api/submissions", &[("sec-fetch-site", "cross-site")], None).await;
    assert_eq!(refused.refusal(), (403, "cross_site"));
    let ours = [("origin", site.url.as_str()), json_type];
    assert_eq!(user.send(Method::PATCH, "/api/user/settings", &ours, Some(b"{}".to_vec())).await.status, 200);
    let body = || Some(b"nonsense".to_vec());
    assert_eq!(nobody.send(Method::POST, "/api/submissions", &[], body()).await.status, 401);
    assert_eq!(user.send(Method::PATCH, "/api/admin/submissions/x", &[], body()).await.code(), "admin_only");
    assert_eq!(user.send(Method::POST, "/api/submissions", &[], body()).await.code(), "unsupported_type");
    let plain = [("content-type", "text/plain")];
    assert_eq!(user.send(Method::POST, "/api/logout", &plain, None).await.status, 415);
    let large = Some(vec![b' '; 1_048_577]);
    let refused = user.send(Method::POST, "/api/submissions", &[json_type], large).await;
    assert_eq!(refused.refusal(), (413, "too_large"));
    assert_eq!(user.send(Method::POST, "/api/submissions", &[json_type], body()).await.code(), "invalid_json");
    let strange = json!({ "title": "a", "content": "b", "category": "OTHER", "status": "approved" });
    let answer = user.post("/api/submissions", strange).await;
    assert_eq!((answer.code(), answer.body["fields"][0]["field"].as_str()), ("unknown_field", Some("status")));
    let typed = user.post("/api/submissions", json!({ "title": ["a"], "content": "b", "category": "OTHER" })).await;
    assert_eq!((typed.code(), typed.body["fields"][0]["field"].as_str()), ("validation_failed", Some("title")));
    let control =
        user.post("/api/submissions", json!({ "title": "a\u{0}b", "content": "c", "category": "OTHER" })).await;
    assert_eq!(control.refusal(), (400, "validation_failed"));
    assert_eq!(user.get("/api/documents/not-an-id").await.status, 400);
    assert_eq!(user.get("/api/documents?level=x").await.body["fields"][0]["field"], "level");
    assert_eq!(user.get("/api/documents?category=RECIPE").await.body["fields"][0]["field"], "category");
    let repeated = user.get("/api/documents?limit=1&limit=200").await;
    assert_eq!((repeated.code(), repeated.body["fields"][0]["field"].as_str()), ("validation_failed", Some("limit")));

    // A session cookie with an invalid token opens no session.
    let refused = nobody.send(Method::GET, "/api/user", &[("cookie", "facility_session=AAAA")], None).await;
    assert_eq!(refused.refusal(), (401, "session_ended"));
}

async fn hidden_characters_in_a_line_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    for hidden in ["\u{202E}", "\u{2066}", "\u{200B}", "\u{2028}", "\u{FEFF}", "\u{7}"] {
        let text = format!("a{hidden}b");
        let title = json!({ "title": text, "content": "c", "category": "OTHER" });
        let ticket = user.post("/api/objects/upload", json!({})).await.text("uploadURL");
        let path = ticket.as_str();
        let file = reqwest::Url::parse_with_params("http://x/", [("filename", format!("{text}.txt"))]).unwrap();
        let path = format!("{path}?{}", file.query().unwrap());
        let refusals = [
            (user.post("/api/submissions", title).await, "title"),
            (user.patch("/api/user/settings", json!({ "email": format!("{text}@x.example") })).await, "email"),
            (user.patch("/api/user/settings", json!({ "phone": text })).await, "phone"),
            (user.send(Method::PUT, &path, &[("content-type", "text/plain")], Some(b"x".to_vec())).await, ""),
        ];
        for (answer, field) in refusals {
            assert_eq!(answer.refusal(), (400, "validation_failed"), "{hidden:?} in {field}");
            assert_eq!(answer.body["fields"][0]["field"].as_str().unwrap_or_default(), field, "{hidden:?}");
        }
    }
    let joined = json!({ "title": "Dr. 👩\u{200D}🔬, می\u{200C}خواهم", "content": "c", "category": "OTHER" });
    assert_eq!(user.post("/api/submissions", joined).await.status, 201);
}

async fn the_page_and_security_headers_are_served(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let nobody = site.anonymous();
    for path in ["/", "/documents/some-id", "/api/user", "/api/nothing", "/assets/nothing.js", "/objects/x"] {
        let answer = nobody.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none';"), "{path}");
        for directive in ["base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"] {
            assert!(policy.contains(directive), "{path}: {policy}");
        }
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.headers.contains_key("permissions-policy") && !answer.headers.contains_key("server"), "{path}");
        assert_eq!(answer.header("x-request-id").len(), 36, "{path}");
    }
    let nonce = |policy: &str| policy.split("'nonce-").nth(1).map(|rest| rest.split('\'').next().unwrap().to_owned());
    let (first, second) = (nobody.get("/").await, nobody.get("/no/such/page").await);
    let nonces = [&first, &second].map(|page| nonce(page.header("content-security-policy")).unwrap());
    assert_ne!(nonces[0], nonces[1]);
    assert_eq!((second.status, second.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(!String::from_utf8_lossy(&first.bytes).contains("__CSP_NONCE__"));
    assert_eq!(nobody.get("/assets/nothing.js").await.status, 404);
    assert_eq!(nobody.post("/documents", json!({})).await.header("allow"), "GET, HEAD");

    let head = nobody.send(Method::HEAD, "/api/health", &[], None).await;
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    let packed = admin.send(Method::GET, "/api/openapi.json", &[("accept-encoding", "br")], None).await;
    assert_eq!((packed.status, packed.header("content-encoding")), (200, "br"));
    let contract = admin.get("/api/openapi.json").await;
    assert_eq!((contract.body["openapi"].as_str(), contract.header("cache-control")), (Some("3.1.0"), "no-store"));
    let docs = admin.get("/api/docs").await;
    let page = String::from_utf8_lossy(&docs.bytes).into_owned();
    assert!(
        page.contains(&nonce(docs.header("content-security-policy")).unwrap()) && page.contains("/api/documents/{id}")
    );
}

async fn requests_of_ambiguous_length_are_refused(database: TestDatabase) {
    let site = Site::start(database).await;
    for headers in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: +2",
        "Transfer-Encoding: xchunked",
    ] {
        let request = format!(
            "POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\n{headers}\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n"
        );
        let answer = raw(&site, request.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400") && answer.matches("HTTP/1.1").count() == 1, "{headers}: {answer}");
    }
    assert_eq!(site.count("SELECT count(*) AS n FROM login_attempts").await, 0);
}

async fn slow_senders_are_cut_off(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let cookie = admin.cookie.clone().unwrap();
    let body = format!(
        "POST /api/submissions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{\"title\":"
    );
    let both = async { tokio::join!(raw(&site, b"GET /api/health HTTP/1.1\r\nHost: lo"), raw(&site, body.as_bytes())) };
    let (head, body) = tokio::time::timeout(LONGEST_SEND * 3, both).await.expect("they are cut off");
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 408"), "{head}");
    assert!(body.starts_with("HTTP/1.1 400") && body.contains("body_timeout"), "{body}");
    assert_eq!(admin.get("/api/health").await.status, 200);
}

async fn health_names_the_version_to_administrators_only(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let reader = site.user(&admin, "reader", 5).await;
    let ended = Caller { site: &site, cookie: admin.cookie.as_ref().map(|cookie| cookie.replacen('=', "=A", 1)) };
    for (caller, version) in [
        (&admin, json!(env!("CARGO_PKG_VERSION"))),
        (&reader, Value::Null),
        (&site.anonymous(), Value::Null),
        (&ended, Value::Null),
    ] {
        let answer = caller.get("/api/health").await;
        assert_eq!((answer.status, &answer.body["version"]), (200, &version));
        assert_eq!(answer.header("session-ends"), "");
    }
}

async fn writes_per_minute_are_limited(database: TestDatabase) {
    let site = Site::start_with(database, &[]).await;
    let admin = site.administrator().await;
    let mut limited = None;
    // Ten writes are allowed again every second, so several are sent at a time, and more than the limit.
    for _ in 0..500 {
        let answers = join_all((0..8).map(|_| admin.put("/api/submission-files", json!({})))).await;
        limited = answers.into_iter().find(|answer| answer.status != 400);
        if limited.is_some() {
            break;
        }
    }
    let limited = limited.expect("no limit applied");
    assert_eq!((limited.status, limited.code(), limited.header("retry-after")), (429, "rate_limited", "1"));
    assert_eq!(admin.get("/api/user").await.status, 200, "reading still works");
}

async fn the_server_works_behind_a_tls_proxy(database: TestDatabase) {
    let settings = [("PUBLIC_URL", "https://terminal.example"), ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8")];
    let site = Site::start_with(database, &settings).await;
    let body = json!({ "username": "administrator", "password": ADMIN_PASSWORD }).to_string().into_bytes();
    let headers = [
        ("content-type", "application/json"),
        ("origin", "https://terminal.example"),
        ("x-forwarded-for", "198.51.100.1, 203.0.113.9, 10.1.2.3"),
    ];
    let answer = site.anonymous().send(Method::POST, "/api/login", &headers, Some(body)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-facility_session=") && cookie.contains("; Secure"), "{cookie}");
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000; includeSubDomains");
    let from = "SELECT count(*) AS n FROM audit_log WHERE action = 'login_succeeded' AND ip_address = '203.0.113.9'";
    assert_eq!(site.count(from).await, 1);
}

async fn administrators_can_sign_in_during_a_lockdown(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    site.lock(true).await;
    assert_eq!(user.get("/api/documents").await.code(), "lockdown");
    let login = |name: &str, password: &str| {
        let body = json!({ "username": name, "password": password });
        let caller = site.anonymous();
        async move { caller.post("/api/login", body).await }
    };
    assert_eq!(login("somebody", PASSWORD).await.refusal(), (423, "lockdown"));
    let wrong = login("somebody", "a-wrong-guess").await;
    assert_eq!(wrong.refusal(), (401, "invalid_credentials"), "revealed only after the correct password");
    assert_eq!(login("administrator", ADMIN_PASSWORD).await.status, 200);
    assert_eq!(site.anonymous().get("/api/site-lock-status").await.body, json!({ "isLocked": true }));
    site.lock(false).await;
    assert_eq!(user.get("/api/documents").await.status, 200, "the session survives the lockdown");

    // Signing in again in the same browser ends the previous session.
    let body = json!({ "username": "somebody", "password": PASSWORD });
    assert_eq!(user.post("/api/login", body).await.status, 200);
    assert_eq!(user.get("/api/user").await.status, 401);
}

async fn the_site_is_locked_and_unlocked(database: TestDatabase) {
    let path = "/api/admin/site-settings";
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "somebody", 1).await;
    let file = user.attach("notes.txt", b"Field notes.").await;
    let ticket = user.post("/api/objects/upload", json!({})).await.text("uploadURL");

    let before = admin.get(path).await;
    assert_eq!((before.body["isLocked"].as_bool(), before.text("id").as_str()), (Some(false), "site"));
    assert_eq!(admin.patch(path, json!({})).await.code(), "validation_failed");
    assert_eq!(admin.patch(path, json!({ "isLocked": "yes" })).await.code(), "validation_failed");
    assert_eq!(admin.patch(path, json!({ "isLoked": true })).await.code(), "unknown_field");
    let locked = admin.patch(path, json!({ "isLocked": true })).await;
    assert_eq!((locked.status, locked.body["isLocked"].as_bool()), (200, Some(true)));
    assert!(locked.text("updatedAt") > before.text("updatedAt"));
    assert_eq!(locked.body["twoFactorRequired"], false, "an absent member is unchanged");

    let bytes = || Some(b"More.".to_vec());
    let put = user.send(Method::PUT, &format!("{ticket}?filename=a.txt"), &[], bytes()).await;
    for refused in [put, user.get(&file).await, user.get("/api/documents").await] {
        assert_eq!(refused.refusal(), (423, "lockdown"));
    }
    assert_eq!(user.get("/api/user").await.status, 200);
    assert_eq!(admin.get(&file).await.status, 200);
    assert_eq!(admin.patch(path, json!({ "isLocked": false })).await.status, 200);
    assert_eq!(user.get(&file).await.status, 200);
    let put = user.send(Method::PUT, &format!("{ticket}?filename=a.txt"), &[], bytes()).await;
    assert_eq!(put.status, 200, "the ticket survives the lockdown: {}", put.body);

    assert_eq!(admin.patch(path, json!({ "isLocked": true })).await.status, 200);
    assert!(site.facility(&["admin", "site", "--unlock"]).status.success());
    assert_eq!(user.get("/api/documents").await.status, 200, "the command line unlocks the site");
    assert_eq!((site.audited("site_locked").await, site.audited("site_unlocked").await), (2, 2));
}
