//! Timeouts over HTTP: the three-day limit for a review. The harness moves the servers' clock.

use crate::harness::{Site, on_each_database};
use crate::waiting::until;
use facility_infra::testing::TestDatabase;
use serde_json::json;
use std::time::Duration;

on_each_database!(a_submission_times_out_and_is_resubmitted);

const HOUR: Duration = Duration::from_hours(1);

async fn a_submission_times_out_and_is_resubmitted(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let author = site.user(&admin, "author", 1).await;
    site.user(&admin, "other", 1).await;
    let (id, created) = (author.submit("Waiting", "OTHER").await, site.now());
    let resubmit = format!("/api/user/submissions/{id}/resubmit");
    let review = format!("/api/admin/submissions/{id}");
    let approve = json!({ "status": "approved", "clearanceLevel": 1 });
    let again = async |caller: &str| site.sign_in(caller, crate::harness::PASSWORD).await;

    // A minute before three days have passed, the submission is pending. A minute after, it has timed out, whether or
    // not the job has run.
    site.set_clock((HOUR * 72).saturating_sub(Duration::from_mins(1)));
    let (admin, author, other) = (site.administrator().await, again("author").await, again("other").await);
    assert_eq!(admin.get("/api/admin/submissions").await.each("id"), std::slice::from_ref(&id));
    assert_eq!(author.get("/api/user/timed-out").await.body, json!([]));
    assert_eq!(author.post(&resubmit, json!({})).await.code(), "not_timed_out");
    site.set_clock(HOUR * 72 + Duration::from_mins(1));
    assert_eq!(admin.get("/api/admin/submissions").await.body, json!([]));
    assert_eq!(admin.patch(&review, approve.clone()).await.refusal(), (409, "timed_out"));
    let listed = author.get("/api/user/timed-out").await;
    let item = &listed.body[0];
    assert_eq!((item["id"].as_str(), item["type"].as_str()), (Some(id.as_str()), Some("submission")));
    assert_eq!(item.as_object().unwrap().len(), 6, "{item}");
    let timed_out_at: facility_kernel::Timestamp = item["timedOutAt"].as_str().unwrap().parse().unwrap();
    assert!(timed_out_at.since(created.plus(HOUR * 72)) < Duration::from_secs(5) && timed_out_at < site.now());
    assert_eq!(author.get("/api/user/submissions").await.body[0]["isTimedOut"], true);
    assert_eq!(other.get("/api/user/timed-out").await.body, json!([]));

    // The job marks it once, on behalf of the system, and notifies the sockets.
    until("the job marks it", async || site.audited("submission_timed_out").await == 1).await;
    let by_system = "SELECT count(*) AS n FROM audit_log WHERE action = 'submission_timed_out' \
                     AND performed_by IS NULL AND performed_by_username IS NULL";
    assert_eq!(site.count(by_system).await, 1);
    assert_eq!(author.get("/api/user/timed-out").await.body[0]["timedOutAt"], item["timedOutAt"]);

    // Only its owner can resubmit it, once, which starts another three days.
    assert_eq!(other.post(&resubmit, json!({})).await.code(), "not_found");
    assert_eq!(admin.post(&resubmit, json!({})).await.code(), "owner_only");
    let back = author.post(&resubmit, json!({})).await;
    assert_eq!((back.status, back.body["isTimedOut"].as_bool()), (200, Some(false)), "{}", back.body);
    assert!(back.body["timedOutAt"].is_null() && back.body["resubmittedAt"].is_string());
    assert_eq!(author.post(&resubmit, json!({})).await.code(), "not_timed_out");
    assert_eq!(admin.get("/api/admin/submissions").await.each("id"), std::slice::from_ref(&id));
    assert_eq!(site.audited("submission_resubmitted").await, 1);
    site.set_clock(HOUR * 144);
    let admin = site.administrator().await;
    assert_eq!(admin.patch(&review, approve).await.text("status"), "approved");
    let author = again("author").await;
    assert_eq!(author.post(&resubmit, json!({})).await.code(), "not_timed_out");
    assert_eq!(site.audited("submission_timed_out").await, 1);
}
