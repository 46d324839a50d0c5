//! The first steps on the home board.

use crate::caller::Caller;
use crate::harness::{PASSWORD, Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::{Value, json};
use std::time::Duration;

on_each_database![
    users_see_their_first_steps_until_a_notification_or_for_fourteen_days,
    administrators_see_the_steps_that_an_installation_lacks,
    administrators_tick_steps_that_the_server_cannot_detect,
];

async fn listed(caller: &Caller<'_>) -> Value {
    let board = caller.get("/api/user/board").await;
    assert_eq!(board.status, 200, "{}", board.body);
    board.body["firstSteps"].clone()
}

/// Returns the names of the completed steps.
async fn done(caller: &Caller<'_>) -> String {
    let steps = listed(caller).await;
    let steps = steps.as_array().expect("listed steps").iter().filter(|step| step["done"] == true);
    let names: Vec<&str> = steps.map(|step| step["step"].as_str().unwrap()).collect();
    names.join(" ")
}

async fn hide(caller: &Caller<'_>, hidden: bool) {
    let answer = caller.patch("/api/user/settings", json!({ "firstStepsHidden": hidden })).await;
    assert_eq!((answer.status, &answer.body["firstStepsHidden"]), (200, &json!(hidden)), "{}", answer.body);
}

async fn users_see_their_first_steps_until_a_notification_or_for_fourteen_days(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let (author, reader) = (site.user(&admin, "author", 2).await, site.user(&admin, "reader", 2).await);
    let undone = |step: &str| json!({ "step": step, "done": false });
    assert_eq!(listed(&reader).await, json!(["read", "submit", "workspace"].map(undone)));

    // The first notification ends the list, even after it was read.
    let id = admin.publish(&author.submit("The gate", "SITE").await, 1).await;
    assert_eq!(listed(&author).await, Value::Null);
    let all = json!({ "all": true });
    assert_eq!(author.post("/api/user/notifications/read", all).await.status, 204);
    assert_eq!(listed(&author).await, Value::Null);
    site.execute("DELETE FROM notifications".to_owned()).await;
    assert_eq!(done(&author).await, "submit workspace");

    // Reading one's own document does not count.
    let record = format!("/api/documents/{id}");
    assert_eq!(author.get(&record).await.status, 200);
    let accesses = "SELECT count(*) AS n FROM document_access_log";
    until("the access is written", async || site.count(accesses).await == 1).await;
    assert_eq!(done(&author).await, "submit workspace");

    assert_eq!(reader.post("/api/user/drafts", json!({ "title": "Half" })).await.status, 201);
    assert_eq!(done(&reader).await, "workspace");
    assert_eq!(reader.get(&record).await.status, 200);
    until("the access is written", async || site.count(accesses).await == 2).await;
    assert_eq!(done(&reader).await, "read workspace");
    hide(&reader, true).await;
    assert_eq!(listed(&reader).await, Value::Null);
    assert_eq!(reader.get("/api/user").await.body["firstStepsHidden"], true);
    hide(&reader, false).await;
    assert_eq!(done(&reader).await, "read workspace");
    reader.submit("Mine", "OTHER").await;
    assert_eq!(listed(&reader).await, Value::Null, "all are done");

    let late = site.user(&admin, "late", 1).await;
    assert_eq!(done(&late).await, "");
    site.set_clock(Duration::from_hours(14 * 24));
    let late = site.sign_in("late", PASSWORD).await;
    assert_eq!(listed(&late).await, Value::Null);
}

async fn administrators_see_the_steps_that_an_installation_lacks(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let undone = |step: &str| json!({ "step": step, "done": false });
    let steps = ["second_factor", "mail", "backup", "second_administrator", "first_record"];
    assert_eq!(listed(&admin).await, json!(steps.map(undone)));
    let emergency = site.open_sessions("emergency-access", 1, 1).await;
    assert_eq!(listed(&emergency[0]).await, Value::Null);

    let second = site.admin_of(&admin, "second", 5).await;
    assert_eq!(done(&admin).await, "second_administrator");
    admin.publish(&second.submit("The gate", "SITE").await, 1).await;
    assert_eq!(done(&second).await, "second_administrator first_record");
    let (id, now) = (admin.get("/api/user").await.text("id"), site.now().as_micros());
    site.execute(format!(
        "INSERT INTO mail (id, recipient_id, recipient_email, subject, body, page, notification_type, entity_type, \
         created_at, queued_at) VALUES ('00000000-0000-7000-8000-0000000000e1', '{id}', 'a@example.org', 'A', 'B', \
         '/', 'submission_approved', 'document', {now}, {now})"
    ))
    .await;
    assert_eq!(done(&admin).await, "second_administrator first_record");
    site.execute(format!("UPDATE mail SET sent_at = {now}")).await;
    assert_eq!(done(&admin).await, "mail second_administrator first_record");

    // Hiding affects only the administrator's own list.
    hide(&admin, true).await;
    assert_eq!(listed(&admin).await, Value::Null);
    assert_eq!(done(&second).await, "mail second_administrator first_record");
}

async fn administrators_tick_steps_that_the_server_cannot_detect(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let second = site.admin_of(&admin, "second", 5).await;
    let tick = async |names: Value| admin.patch("/api/user/settings", json!({ "firstStepsTicked": names })).await;
    assert_eq!(admin.get("/api/user").await.body["firstStepsTicked"], json!([]));
    let ticked = tick(json!(["mail", "backup", "mail"])).await;
    assert_eq!((ticked.status, &ticked.body["firstStepsTicked"]), (200, &json!(["backup", "mail"])));
    assert_eq!(done(&admin).await, "mail backup second_administrator");
    assert_eq!(done(&second).await, "second_administrator", "each ticks their own list");

    for bad in ["second_factor", "Mail", ""] {
        let refused = tick(json!(["backup", bad])).await;
        assert_eq!(
            (refused.status, refused.code(), &refused.body["fields"][0]["field"]),
            (400, "validation_failed", &json!("firstStepsTicked")),
            "{bad:?}"
        );
    }
    // The ticked steps are replaced as a whole, and other settings do not change them.
    assert_eq!(tick(json!(["backup"])).await.status, 200);
    hide(&admin, false).await;
    assert_eq!(admin.get("/api/user").await.body["firstStepsTicked"], json!(["backup"]));
    assert_eq!(done(&admin).await, "backup second_administrator");
    assert_eq!(tick(json!([])).await.body["firstStepsTicked"], json!([]));
    assert_eq!(done(&admin).await, "second_administrator");

    // Users without administrator rights have no such steps, and the setting has no effect for them.
    let reader = site.user(&admin, "reader", 2).await;
    let before = listed(&reader).await;
    let body = json!({ "firstStepsTicked": ["mail", "backup"] });
    assert_eq!(reader.patch("/api/user/settings", body).await.status, 200);
    assert_eq!(listed(&reader).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_see_that_a_backup_was_made() {
    let settings = [("RATE_LIMITS", "open"), ("BACKUP_DIR", "scheduled")];
    let site = Site::start_with(Site::database_on_sqlite(), &settings).await;
    let admin = site.administrator().await;
    until("a backup is made", async || done(&admin).await == "backup").await;
}
