//! Codes and keys that are used, and replaced, by concurrent requests: each code works once, and nobody loses access.

use crate::caller::Caller;
use crate::factor::{cookie, protect, ticket, verify};
use crate::harness::{PASSWORD, Site, rounds};
use crate::installations::on_each_installation;
use futures_util::future::join_all;
use serde_json::{Value, json};

on_each_installation![
    a_reset_code_works_once_for_fifty_concurrent_requests,
    codes_that_are_used_while_new_ones_are_issued_open_at_most_one_session,
    sessions_of_an_emergency_key_that_is_used_during_its_rotation_end,
];

const ROUNDS: usize = 2;
const REQUESTS: usize = 50;

/// Deletes the failure counts of earlier rounds.
async fn forget_failures(site: &Site) {
    site.execute("DELETE FROM rate_windows; DELETE FROM lockouts".to_owned()).await;
}

async fn a_reset_code_works_once_for_fifty_concurrent_requests(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let id = one.user(&admin, "mercer", 1).await.get("/api/user").await.text("id");
    for round in 0..rounds(ROUNDS) {
        forget_failures(one).await;
        let issued = admin.post(&format!("/api/admin/users/{id}/reset-password"), json!({})).await;
        let code = issued.text("resetCode");
        let new = |n: usize| format!("copper-estuary-{round}-{n}");
        let tries = (0..REQUESTS).map(|n| {
            let caller = if n.is_multiple_of(2) { one.anonymous() } else { other.anonymous() };
            let body = json!({ "username": "mercer", "resetCode": code, "newPassword": new(n) });
            async move { caller.post("/api/password-reset", body).await.status }
        });
        let statuses = join_all(tries).await;
        assert!(statuses.iter().all(|status| [204, 401, 423, 503].contains(status)), "{statuses:?}");
        let used: Vec<usize> = (0..REQUESTS).filter(|n| statuses[*n] == 204).collect();
        let [winner] = used[..] else { panic!("round {round}: {statuses:?}") };
        forget_failures(one).await;
        other.sign_in("mercer", &new(winner)).await;
    }
    let completed = one.audited("password_reset_completed").await;
    assert_eq!(completed, i64::try_from(rounds(ROUNDS)).unwrap());
}

fn backup(issued: &Value, n: usize) -> &str {
    issued["backupCodes"][n].as_str().unwrap()
}

async fn codes_that_are_used_while_new_ones_are_issued_open_at_most_one_session(one: &Site, other: &Site) {
    let admin = one.administrator().await;
    let mut codes = protect(&one.user(&admin, "mercer", 3).await).await;
    for round in 0..rounds(ROUNDS) {
        forget_failures(one).await;
        let mut tickets = Vec::new();
        for _ in 0..5 {
            tickets.push(ticket(one, "mercer", PASSWORD).await);
        }
        let tries = tickets.iter().take(3).map(|one| verify(other, one, "mercer", backup(&codes, 0), "backup"));
        let issue = json!({ "targetUsername": "mercer" });
        let (answers, issued) = tokio::join!(join_all(tries), admin.post("/api/admin/sync-user-codes", issue));
        assert_eq!(issued.status, 200, "{}", issued.body);
        let opened = answers.iter().filter(|answer| answer.status == 200).count();
        assert!(opened <= 1, "round {round}: the old code opened {opened} sessions");
        // None of the old codes works, and the new ones do.
        let stale = verify(other, &tickets[3], "mercer", backup(&codes, 1), "backup").await;
        assert_eq!(stale.code(), "invalid_code", "round {round}");
        let next = verify(one, &tickets[4], "mercer", backup(&issued.body, 1), "backup").await;
        assert_eq!(next.status, 200, "round {round}: {}", next.body);
        codes = issued.body;
    }
}

/// Rotates the emergency key, even during a session of the old one, and returns the new key.
fn rotate(site: &Site) -> String {
    let output = site.facility(&["admin", "rotate-key", "emergency", "--force"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    text.rsplit(' ').next().unwrap().to_owned()
}

async fn sessions_of_an_emergency_key_that_is_used_during_its_rotation_end(one: &Site, other: &Site) {
    let enter =
        async |site: &Site, key: &str| site.anonymous().post("/api/emergency-access", json!({ "adminKey": key })).await;
    let mut key = rotate(one);
    for round in 0..rounds(ROUNDS) {
        forget_failures(one).await;
        // One session is open for certain; how many more are opened in time is up to chance.
        let first = enter(other, &key).await;
        assert_eq!(first.status, 200, "round {round}: {}", first.body);
        let (new, entered) = tokio::task::block_in_place(|| {
            std::thread::scope(|scope| {
                let rotating = scope.spawn(|| rotate(one));
                let entered = tokio::runtime::Handle::current().block_on(async {
                    let mut entered = vec![first];
                    while !rotating.is_finished() {
                        entered.push(enter(other, &key).await);
                    }
                    entered
                });
                (rotating.join().unwrap(), entered)
            })
        });
        for answer in &entered {
            assert!([200, 401, 409].contains(&answer.status), "round {round}: {}", answer.body);
            let Some(opened) = cookie(answer, "facility_session") else { continue };
            for site in [one, other] {
                let caller = Caller { site, cookie: Some(opened.clone()) };
                assert_eq!(caller.get("/api/user").await.code(), "session_ended", "round {round}");
            }
        }
        forget_failures(one).await;
        assert_eq!(enter(other, &key).await.code(), "invalid_key", "round {round}");
        assert_eq!(enter(other, &new).await.status, 200, "round {round}");
        key = new;
    }
}
