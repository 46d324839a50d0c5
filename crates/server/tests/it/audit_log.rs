//! The audit log over HTTP: reading, searching, verifying, exporting.

use crate::caller::{Answer, Caller, members};
use crate::harness::{AT_A_TIME, Site, on_each_database};
use facility_audit::action::{Action, EntityType};
use facility_audit::chain::{ChainVerifier, Link, SealedEntry};
use facility_audit::entry::{Audited, Entry, Performer};
use facility_audit::trail::AuditLog as _;
use facility_infra::clock::UuidIds;
use facility_infra::storage::audit::log::AuditLogStore;
use facility_infra::testing::{TestDatabase, test_keys};
use facility_kernel::testing::context;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde_json::Value;

on_each_database![
    the_log_is_filtered_by_view_and_words_and_read_in_pages,
    the_log_is_filtered_by_action_person_and_day,
    an_entry_names_its_record_only_for_cleared_administrators,
    an_export_can_be_verified_without_the_server,
    checkpoints_and_proofs_are_verified_with_only_the_public_key,
    a_truncated_log_is_reported_and_blocks_nobody,
];

fn actions(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.each("action")
}

async fn the_log_is_filtered_by_view_and_words_and_read_in_pages(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "off_duty", 2).await;
    let claimed = serde_json::json!({ "username": "50%_off", "password": "x" });
    assert_eq!(site.anonymous().post("/api/login", claimed).await.status, 401);
    for path in ["", "/verify", "/export", "/checkpoint"] {
        let refused = user.get(&format!("/api/admin/audit-logs{path}")).await;
        assert_eq!(refused.refusal(), (403, "admin_only"), "{path}");
    }

    let all = admin.get("/api/admin/audit-logs").await;
    assert_eq!(
        actions(&all),
        [
            "access_denied",
            "access_denied",
            "access_denied",
            "access_denied",
            "login_failed",
            "login_succeeded",
            "user_approved",
            "user_registered",
            "login_succeeded",
            "site_initialized"
        ]
    );
    assert_eq!((all.header("x-total-count"), all.header("x-searched-to")), ("10", ""));
    let approved = &all.body[6];
    assert_eq!(
        members(approved),
        "action count details entityId entityType hash id ipAddress isAdminAction number object \
         performedBy performedByUsername requestId timestamp userAgent"
    );
    assert_eq!(approved["performedByUsername"], "administrator");
    assert!(serde_json::from_str::<Value>(approved["details"].as_str().unwrap()).unwrap().is_object());

    let admins = admin.get("/api/admin/audit-logs?view=admin").await;
    assert_eq!(
        (actions(&admins).join(" "), admins.header("x-total-count")),
        ("user_approved site_initialized".to_owned(), "2")
    );
    let users = admin.get("/api/admin/audit-logs?view=user&limit=3").await;
    assert_eq!((actions(&users).len(), users.header("x-total-count")), (3, "8"));
    let mut seen = actions(&users);
    let mut page = users;
    while let Some((path, _)) = page.header("link").trim_start_matches('<').split_once('>') {
        page = admin.get(path).await;
        seen.extend(actions(&page));
    }
    assert_eq!(seen.len(), 8);
    assert_eq!(seen.last().unwrap(), "login_succeeded");

    for (q, found) in [
        ("User%20APPROVED", 1),
        ("user_approved", 1),
        ("unknown%20NAME", 1),
        ("un%25name", 0),
        ("unknown_name", 0),
        ("access%20127.0.0.1%20admin_only", 4),
        ("%5C", 0),
    ] {
        let answer = admin.get(&format!("/api/admin/audit-logs?limit=50&q={q}")).await;
        assert_eq!((actions(&answer).len(), answer.header("x-total-count")), (found, &*found.to_string()), "{q}");
        assert_eq!(answer.header("x-searched-to"), "1", "{q}");
    }
    for bad in ["view=all", "q=a%00", "limit=0", "after=x"] {
        let refused = admin.get(&format!("/api/admin/audit-logs?{bad}")).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{bad}");
    }
}

async fn the_log_is_filtered_by_action_person_and_day(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "off_duty", 2).await;
    let all = admin.get("/api/admin/audit-logs?limit=50").await;
    // The days of the first and the last entry, because midnight may be between them.
    let day = |entry: &Value| entry["timestamp"].as_str().unwrap()[..10].to_owned();
    let entries = all.body.as_array().unwrap();
    let (first, last) = (day(entries.last().unwrap()), day(&entries[0]));
    let known = admin.get("/api/admin/audit-logs/actions").await;
    let known: Vec<&str> = known.body.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(known.is_sorted() && actions(&all).iter().all(|action| known.contains(&action.as_str())));
    for (query, found) in [
        ("action=user_approved".to_owned(), "user_approved"),
        ("person=OFF_DUTY&action=login_succeeded".to_owned(), "login_succeeded"),
        ("person=system".to_owned(), "site_initialized"),
        (format!("from={first}&to={last}&view=admin"), "user_approved site_initialized"),
        ("to=2020-01-31".to_owned(), ""),
        ("from=2999-01-01".to_owned(), ""),
        ("action=&person=&view=admin".to_owned(), "user_approved site_initialized"),
    ] {
        let answer = admin.get(&format!("/api/admin/audit-logs?limit=50&{query}")).await;
        let count = found.split_whitespace().count().to_string();
        assert_eq!((actions(&answer).join(" "), answer.header("x-total-count")), (found.to_owned(), &*count));
    }
    for bad in
        ["from=", "to=", "from=yesterday", "to=2026-02-30", "from=2026-11-20T00:00:00Z", "person=a%00", "action=a%00"]
    {
        let refused = admin.get(&format!("/api/admin/audit-logs?{bad}")).await;
        assert_eq!(refused.refusal(), (400, "validation_failed"), "{bad}");
    }
}

async fn an_entry_names_its_record_only_for_cleared_administrators(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (high, low) = (admin.submit("High", "OTHER").await, admin.submit("Low", "OTHER").await);
    let low_id = admin.publish(&low, 2).await;
    admin.publish(&high, 4).await;
    let reader = site.admin_of(&admin, "warden", 3).await;

    let objects = async |caller: &Caller<'_>, query: &str| {
        let answer = caller.get(&format!("/api/admin/audit-logs?limit=50&{query}")).await;
        answer.body.as_array().unwrap().iter().map(|entry| entry["object"].clone()).collect::<Vec<_>>()
    };
    let titled = serde_json::json!({ "name": "Low", "documentId": low_id });
    let approved = objects(&admin, "action=submission_approved").await;
    assert_eq!((approved.len(), &approved[0]["name"], &approved[1]), (2, &"High".into(), &titled));
    assert_eq!(objects(&reader, "action=submission_approved").await, [Value::Null, titled.clone()]);
    let granted = serde_json::json!({ "name": "warden", "documentId": null });
    assert_eq!(objects(&reader, "action=admin_granted").await, [granted]);
    assert_eq!(objects(&reader, "action=site_initialized").await, [Value::Null]);
    // The whole list names the records too.
    let whole = reader.get("/api/admin/audit-logs?action=submission_approved").await;
    assert_eq!(whole.body[1]["object"], titled);

    assert_eq!(admin.delete(&format!("/api/admin/documents/{low_id}")).await.status, 204);
    assert_eq!(objects(&reader, "action=submission_approved").await, [Value::Null, Value::Null]);
}

fn sealed(line: &str) -> SealedEntry {
    let line: Value = serde_json::from_str(line).unwrap();
    let text = |member: &str| line[member].as_str().map(str::to_owned);
    let digest = |member: &str| hex(line[member].as_str().unwrap());
    SealedEntry {
        number: line["number"].as_i64().unwrap(),
        id: text("id").unwrap(),
        action: text("action").unwrap(),
        entity_type: text("entityType").unwrap(),
        entity_id: text("entityId"),
        performed_by: text("performedBy"),
        performed_by_username: text("performedByUsername"),
        details: text("details"),
        ip_address: text("ipAddress"),
        user_agent: text("userAgent"),
        request_id: text("requestId").unwrap(),
        is_admin_action: line["isAdminAction"].as_bool().unwrap(),
        count: line["count"].as_i64().unwrap(),
        timestamp: line["timestampMicros"].as_i64().unwrap(),
        content_changed_at: line["contentChangedMicros"].as_i64().unwrap(),
        previous_hash: digest("previousHash"),
        hash: digest("hash"),
        mac: digest("mac"),
    }
}

fn hex(text: &str) -> [u8; 32] {
    std::array::from_fn(|n| u8::from_str_radix(&text[2 * n..2 * n + 2], 16).unwrap())
}

async fn an_export_can_be_verified_without_the_server(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let user = site.user(&admin, "reader", 2).await;
    // More entries than one verification batch.
    for minutes in [15, 60, 15, 60] {
        let changed = user.patch("/api/user/settings", serde_json::json!({ "sessionTimeout": minutes })).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
    }
    let (log, ids) = (AuditLogStore::new(site.direct().clone()), UuidIds::default());
    let entry = || Entry::new(&ids, &context(), Performer::System, Action::KeyRotated, EntityType::Site);
    let recorded = (0..1100).map(|_| log.record(Audited::new((), entry())));
    stream::iter(recorded).buffer_unordered(AT_A_TIME).try_collect::<Vec<_>>().await.unwrap();
    let answer = admin.get("/api/admin/audit-logs/export").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    assert_eq!(answer.header("content-disposition"), "attachment; filename=\"audit-log.ndjson\"");
    let text = String::from_utf8(answer.bytes).unwrap();
    assert!(text.ends_with('\n'));
    let mut verifier = ChainVerifier::after(Link::START, test_keys().audit_chain());
    let (lines, signed) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(serde_json::from_str::<Value>(signed).unwrap()["checkpoint"].is_string());
    let entries: Vec<SealedEntry> = lines.lines().map(sealed).collect();
    for entry in &entries {
        verifier.check(entry).unwrap();
    }
    let last = entries.last().unwrap();
    assert_eq!((last.action.as_str(), last.is_admin_action), ("audit_exported", true));
    assert_eq!(site.audited("audit_exported").await, 1);

    let found = admin.get("/api/admin/audit-logs/verify").await.body;
    assert_eq!(found, serde_json::json!({ "ok": true, "entries": entries.len(), "firstBroken": null }));
    let trigger = "DROP TRIGGER audit_log_no_update";
    let table = if matches!(site.database.target(), facility_infra::db::conn::Target::Sqlite(_)) {
        ""
    } else {
        " ON audit_log"
    };
    site.execute(format!("{trigger}{table}; UPDATE audit_log SET timestamp = timestamp + 1 WHERE number = 1000")).await;
    let found = admin.get("/api/admin/audit-logs/verify").await.body;
    let broken = serde_json::json!({ "id": entries[999].id, "number": 1000 });
    assert_eq!(found, serde_json::json!({ "ok": false, "entries": 999, "firstBroken": broken }));
}

async fn a_truncated_log_is_reported_and_blocks_nobody(database: TestDatabase) {
    let mut site = Site::start(database).await;
    site.user(&site.administrator().await, "reader", 2).await;
    site.terminate();
    let path = site.database.folder().join("data/audit-anchors.ndjson");
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&path).unwrap()) & 0o777;
    assert_eq!(mode, 0o600);
    let anchors = std::fs::read_to_string(&path).unwrap();
    let last: Value = serde_json::from_str(anchors.lines().last().unwrap()).unwrap();
    assert_eq!(last["number"], 5);
    let verify = |site: &Site| {
        let output = site.facility(&["audit", "verify"]);
        (output.status.success(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    assert!(verify(&site).0);

    let trigger = if matches!(site.database.target(), facility_infra::db::conn::Target::Sqlite(_)) {
        "DROP TRIGGER audit_log_no_delete"
    } else {
        "DROP TRIGGER audit_log_no_update ON audit_log"
    };
    site.execute(format!("{trigger}; DELETE FROM audit_log WHERE number > 3")).await;
    let (ok, found) = verify(&site);
    let broken = serde_json::json!({ "id": last["id"], "number": 5 });
    assert_eq!((ok, &found["firstBroken"], &found["entries"]), (false, &broken, &serde_json::json!(3)));
    site.restart().await;
    let found = site.administrator().await.get("/api/admin/audit-logs/verify").await.body;
    assert_eq!((&found["ok"], &found["firstBroken"]), (&serde_json::json!(false), &broken));
}

async fn checkpoints_and_proofs_are_verified_with_only_the_public_key(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    site.user(&admin, "reader", 2).await;
    let file = |name: &str, text: &str| {
        let path = site.database.folder().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let run = |arguments: &[&str]| {
        let output = site.facility(&[&["audit"], arguments].concat());
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let first = admin.get("/api/admin/audit-logs/checkpoint").await.body;
    let (_, key) = run(&["key"]);
    let key = key.trim_end();
    assert_eq!(first["publicKey"], key);
    let since = file("first.txt", first["checkpoint"].as_str().unwrap());

    site.user(&admin, "another", 3).await;
    let export = admin.get("/api/admin/audit-logs/export").await;
    let text = String::from_utf8(export.bytes).unwrap();
    let path = file("export.ndjson", &text);
    let (ok, _) = run(&["verify", "--export", &path, "--key", key, "--key", "x+00000000+AQ=="]);
    assert!(!ok, "a key that is none is refused");
    let (ok, found) = run(&["verify", "--export", &path, "--key", key, "--since", &since]);
    let found: Value = serde_json::from_str(&found).unwrap();
    assert_eq!((ok, &found["ok"], &found["unverifiedMembers"]), (true, &true.into(), &serde_json::json!(["mac"])));
    assert_eq!(
        (found["entries"].as_u64(), &found["signed"]),
        (Some(text.lines().count() as u64 - 1), &found["entries"])
    );
    let altered = file("altered.ndjson", &text.replacen("user_approved", "user_removed", 1));
    let (ok, found) = run(&["verify", "--export", &altered, "--key", key]);
    assert!(!ok && found.contains("\"firstBroken\":{"), "{found}");
    let (ok, _) = run(&["verify", "--export", &path, "--key", &key.replace("audit+", "audits+")]);
    assert!(!ok);

    let (_, proof) = run(&["prove", "3"]);
    assert!(proof.len() <= 2048 && proof.starts_with("c2sp.org/tlog-proof@v1\nindex 2\n"), "{proof}");
    let proof = file("entry.tlog-proof", &proof);
    let (ok, printed) = run(&["verify-proof", &proof, "--entry", &path, "--key", key]);
    assert!(ok && printed.contains("is in the log of"), "{printed}");
    let line = text.lines().nth(2).unwrap().replace("\"isAdminAction\":false", "\"isAdminAction\":true");
    let other = file("line.json", &line);
    let (ok, printed) = run(&["verify-proof", &proof, "--entry", &other, "--key", key]);
    assert!(!ok && printed.contains("was altered"), "{printed}");
    assert!(!run(&["prove", "9999"]).0);

    let (ok, checkpoint) = run(&["checkpoint"]);
    assert!(ok && checkpoint.starts_with(key.split_once('+').unwrap().0));
    assert!(run(&["verify", "--since", &since]).0);
    // The server does not sign a checkpoint that contradicts an earlier one.
    let triggers = if matches!(site.database.target(), facility_infra::db::conn::Target::Sqlite(_)) {
        "DROP TRIGGER audit_log_no_delete"
    } else {
        "DROP TRIGGER audit_log_no_update ON audit_log"
    };
    site.execute(format!("{triggers}; DELETE FROM audit_log WHERE number > 2")).await;
    assert_eq!(admin.get("/api/admin/audit-logs/checkpoint").await.refusal(), (409, "audit_log_altered"));
    assert!(!run(&["verify", "--since", &since]).0);
}
