//! Every API operation by every kind of caller, with the site open and locked. One that is missing fails the test.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use crate::{callers_of_accounts, callers_of_drafts, callers_sign_in, callers_watching};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_each_database!(every_operation_answers_every_caller_as_specified);

/// The statuses for an anonymous caller, a session of an account that is not approved, a user of level 1, an
/// administrator, and the emergency-access user.
pub type Statuses = [u16; 5];

/// What one operation answers to each caller.
pub struct Row {
    pub call: &'static str,
    pub method: Method,
    pub path: &'static str,
    pub body: Option<Value>,
    pub open: Statuses,
    pub locked: Statuses,
}

/// Requires a session, and for a user an unlocked site. Takes the statuses for a user, an administrator and the
/// emergency-access user.
pub const fn signed_in(user: u16, admin: u16, emergency: u16) -> (Statuses, Statuses) {
    ([401, 401, user, admin, emergency], [401, 401, 423, admin, emergency])
}

/// The same status for every caller at any time.
pub const fn every_caller(status: u16) -> (Statuses, Statuses) {
    ([status; 5], [status; 5])
}

/// An id that does not exist.
const NONE: &str = "00000000-0000-7000-8000-00000000ffff";

fn table() -> Vec<Row> {
    let get = |call, path, (open, locked)| Row { call, method: Method::GET, path, body: None, open, locked };
    let send =
        |call, method, path, body, (open, locked)| Row { call, method, path, body: Some(body), open, locked };
    let (post, put, patch, delete) = (Method::POST, Method::PUT, Method::PATCH, Method::DELETE);
    let level = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    let watch = "/api/documents/{document}/watch";
    let lore = json!({ "title": "A", "content": "B", "category": "OTHER" });
    vec![
        get("getCurrentUser", "/api/user", ([401, 401, 200, 200, 200], [401, 401, 200, 200, 200])),
        send(
            "register",
            post.clone(),
            "/api/register",
            json!({ "username": "newcomer", "password": "x", "accessKey": "subject" }),
            ([400; 5], [423; 5]),
        ),
        send(
            "login",
            post.clone(),
            "/api/login",
            json!({ "username": "nobody-{n}", "password": "x" }),
            every_caller(401),
        ),
        send("logout", post.clone(), "/api/logout", json!({}), every_caller(204)),
        send("updateSettings", patch.clone(), "/api/user/settings", json!({}), signed_in(200, 200, 403)),
        get("listUsers", "/api/admin/users", signed_in(403, 200, 200)),
        send(
            "approveUser",
            patch.clone(),
            "/api/admin/users/{none}/approve",
            level.clone(),
            signed_in(403, 404, 404),
        ),
        send(
            "makeAdmin",
            patch.clone(),
            "/api/admin/users/{none}/make-admin",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "removeAdmin",
            patch.clone(),
            "/api/admin/users/{none}/remove-admin",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "updateClearance",
            patch.clone(),
            "/api/admin/users/{none}/update-clearance",
            level,
            signed_in(403, 404, 404),
        ),
        send(
            "unlockUser",
            patch.clone(),
            "/api/admin/users/{none}/unlock",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send("deleteUser", delete.clone(), "/api/admin/users/{none}", json!({}), signed_in(403, 404, 404)),
        get("getSiteSettings", "/api/admin/site-settings", signed_in(403, 200, 200)),
        send(
            "updateSiteSettings",
            patch.clone(),
            "/api/admin/site-settings",
            json!({}),
            signed_in(403, 400, 400),
        ),
        get("listDocuments", "/api/documents", signed_in(200, 200, 200)),
        get("suggestWords", "/api/documents/suggestions?q=lantren", signed_in(200, 200, 200)),
        get("getDocument", "/api/documents/{document}", signed_in(403, 200, 200)),
        get("exportDocument", "/api/documents/{document}/export", signed_in(403, 200, 200)),
        get("listBacklinks", "/api/documents/{document}/backlinks", signed_in(403, 200, 200)),
        send("deleteDocument", delete.clone(), "/api/documents/{none}", json!({}), signed_in(404, 404, 404)),
        get("getDocumentViews", "/api/documents/{document}/views", signed_in(403, 200, 200)),
        get("listVersions", "/api/documents/{document}/versions", signed_in(403, 200, 200)),
        get(
            "compareVersions",
            "/api/documents/{document}/versions/compare?from={document}&to={document}",
            signed_in(403, 200, 200),
        ),
        send(
            "revertDocument",
            post.clone(),
            "/api/documents/{document}/revert/{none}",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "proposeEdit",
            post.clone(),
            "/api/documents/{document}/edit",
            json!({ "title": "A", "content": "B", "category": "OTHER", "clearanceLevel": 1 }),
            signed_in(403, 201, 403),
        ),
        get("listComments", "/api/documents/{document}/comments", signed_in(403, 200, 200)),
        send(
            "createComment",
            post.clone(),
            "/api/documents/{document}/comments",
            json!({"content": "A"}),
            signed_in(403, 201, 403),
        ),
        get("completeReaders", "/api/documents/{document}/readers?q=a", signed_in(403, 200, 200)),
        send("watchDocument", Method::PUT, watch, json!({}), signed_in(403, 204, 403)),
        send("unwatchDocument", delete.clone(), watch, json!({}), signed_in(403, 204, 403)),
        send(
            "editComment",
            patch.clone(),
            "/api/documents/{document}/comments/{none}",
            json!({"content": "A"}),
            signed_in(403, 404, 403),
        ),
        send(
            "deleteComment",
            delete.clone(),
            "/api/documents/{document}/comments/{none}",
            json!({}),
            signed_in(403, 404, 404),
        ),
        get("listOwnPendingEdits", "/api/user/pending-edits", signed_in(200, 200, 200)),
        send(
            "resubmitEdit",
            post.clone(),
            "/api/user/edits/{none}/resubmit",
            json!({}),
            signed_in(404, 404, 403),
        ),
        get("listOwnEdits", "/api/user/edits", signed_in(200, 200, 200)),
        get("getOwnEdit", "/api/user/edits/{none}", signed_in(404, 404, 404)),
        send("withdrawEdit", delete.clone(), "/api/user/edits/{none}", json!({}), signed_in(404, 404, 403)),
        get("listDocumentEdits", "/api/document-edits", signed_in(403, 200, 200)),
        get("getDocumentEdit", "/api/document-edits/{none}", signed_in(403, 404, 404)),
        send(
            "reviewDocumentEdit",
            patch.clone(),
            "/api/document-edits/{none}",
            json!({ "status": "rejected" }),
            signed_in(403, 404, 404),
        ),
        get("getDocumentAccessLog", "/api/documents/{document}/access-log", signed_in(403, 200, 200)),
        get("listAllDocuments", "/api/admin/documents", signed_in(403, 200, 200)),
        send(
            "adminDeleteDocument",
            delete.clone(),
            "/api/admin/documents/{none}",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "reclassifyDocument",
            patch.clone(),
            "/api/admin/documents/{none}/classification",
            json!({ "category": "OTHER", "reason": "Misfiled", "version": 1 }),
            signed_in(403, 404, 403),
        ),
        get("listTrash", "/api/admin/trash", signed_in(403, 200, 200)),
        send(
            "restoreDocument",
            post.clone(),
            "/api/admin/trash/{none}/restore",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send("purgeDocument", delete.clone(), "/api/admin/trash/{none}", json!({}), signed_in(403, 404, 404)),
        send("createSubmission", post.clone(), "/api/submissions", lore, signed_in(201, 201, 403)),
        get("listOwnSubmissions", "/api/user/submissions", signed_in(200, 200, 200)),
        get("getOwnSubmission", "/api/user/submissions/{none}", signed_in(404, 404, 404)),
        send(
            "withdrawSubmission",
            post.clone(),
            "/api/user/submissions/{none}/withdraw",
            json!({}),
            signed_in(404, 404, 403),
        ),
        get("listNotifications", "/api/user/notifications", signed_in(200, 200, 403)),
        send(
            "readNotifications",
            post.clone(),
            "/api/user/notifications/read",
            json!({ "all": true }),
            signed_in(204, 204, 403),
        ),
        get("getBoard", "/api/user/board", signed_in(200, 200, 200)),
        get("listTemplates", "/api/templates", signed_in(200, 200, 200)),
        send(
            "createTemplate",
            post.clone(),
            "/api/templates",
            json!({ "name": "A", "category": "SITE", "content": "B" }),
            signed_in(403, 201, 201),
        ),
        send("updateTemplate", patch.clone(), "/api/templates/{none}", json!({}), signed_in(403, 404, 404)),
        get("listArchiveSections", "/api/archive/sections", signed_in(200, 200, 200)),
        send(
            "createArchiveSection",
            post.clone(),
            "/api/archive/sections",
            json!({ "name": "Section {n}" }),
            signed_in(403, 201, 201),
        ),
        send(
            "updateArchiveSection",
            patch.clone(),
            "/api/archive/sections/{none}",
            json!({}),
            signed_in(403, 404, 404),
        ),
        get("listArchivedDocuments", "/api/archive/documents/{none}", signed_in(404, 404, 404)),
        send(
            "requestArchive",
            post.clone(),
            "/api/documents/{none}/request-archive",
            json!({ "sectionId": NONE }),
            signed_in(404, 404, 404),
        ),
        send(
            "unarchiveDocument",
            post.clone(),
            "/api/documents/{none}/unarchive",
            json!({}),
            signed_in(403, 404, 404),
        ),
        get("listArchiveRequests", "/api/admin/archive-requests", signed_in(403, 200, 200)),
        send(
            "approveArchiveRequest",
            post.clone(),
            "/api/admin/archive-requests/{none}/approve",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "rejectArchiveRequest",
            post.clone(),
            "/api/admin/archive-requests/{none}/reject",
            json!({}),
            signed_in(403, 404, 404),
        ),
        get("listTimedOut", "/api/user/timed-out", signed_in(200, 200, 200)),
        send(
            "resubmitSubmission",
            post.clone(),
            "/api/user/submissions/{none}/resubmit",
            json!({}),
            signed_in(404, 404, 403),
        ),
        get("listPendingSubmissions", "/api/admin/submissions", signed_in(403, 200, 200)),
        get("getSubmissionCase", "/api/admin/submissions/{none}", signed_in(403, 404, 404)),
        get("compareSubmission", "/api/admin/submissions/{none}/compare", signed_in(403, 404, 404)),
        send(
            "reviewSubmission",
            patch,
            "/api/admin/submissions/{none}",
            json!({ "status": "rejected" }),
            signed_in(403, 404, 404),
        ),
        send("createUpload", post, "/api/objects/upload", json!({}), signed_in(200, 200, 403)),
        send(
            "putUpload",
            put.clone(),
            "/api/objects/upload/none?filename=a.txt",
            json!("text"),
            signed_in(404, 404, 404),
        ),
        send(
            "claimUpload",
            put,
            "/api/submission-files",
            json!({ "fileURL": "x" }),
            signed_in(400, 400, 400),
        ),
        get("downloadObject", "/objects/{none}", signed_in(404, 404, 404)),
        get("exportInstallation", "/api/admin/export", signed_in(403, 200, 200)),
        get("exportOwnRecords", "/api/user/export", signed_in(200, 200, 403)),
        get("getSiteLockStatus", "/api/site-lock-status", every_caller(200)),
        get("getHealth", "/api/health", every_caller(200)),
        get("getReadiness", "/api/health/ready", every_caller(200)),
        get("getOpenapi", "/api/openapi.json", signed_in(200, 200, 200)),
        get("getDocs", "/api/docs", signed_in(200, 200, 200)),
    ]
}

async fn every_operation_answers_every_caller_as_specified(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let document = admin.publish(&admin.submit("For level 3", "OTHER").await, 3).await;
    let mut rows = table();
    rows.extend(callers_sign_in::rows());
    rows.extend(callers_of_accounts::rows());
    rows.extend(callers_of_drafts::rows());
    rows.extend(callers_watching::rows());
    let contract = admin.get("/api/openapi.json").await.body;
    assert_eq!(rows.iter().map(|row| row.call.to_owned()).collect::<BTreeSet<_>>(), calls_of(&contract));

    let pending = site.register("pending", "subject").await;
    let user = site.user(&admin, "somebody", 1).await.get("/api/user").await.text("id");
    let admin_id = admin.get("/api/user").await.text("id");
    // One session per request, because some requests end theirs.
    let count = u16::try_from(rows.len() * 2).unwrap();
    let mut callers: Vec<Vec<Caller<'_>>> = vec![vec![site.anonymous(); rows.len() * 2]];
    for (kind, id) in (1_u16..).zip([pending.as_str(), &user, &admin_id, "emergency-access"]) {
        callers.push(site.open_sessions(id, kind * 1000, count).await);
    }

    let mut wrong = Vec::new();
    for (state, locked) in [false, true].into_iter().enumerate() {
        site.lock(locked).await;
        for (index, row) in rows.iter().enumerate() {
            let expected = if locked { row.locked } else { row.open };
            for (kind, expected) in expected.into_iter().enumerate() {
                let caller = &callers[kind][state * rows.len() + index];
                let path = row.path.replace("{none}", NONE).replace("{document}", &document);
                let answer = match &row.body {
                    None => caller.send(row.method.clone(), &path, &[], None).await,
                    Some(body) => {
                        // Each name is used once, because attempts are counted by name.
                        let text = body.to_string().replace("{n}", &format!("{state}{kind}"));
                        let json = [("content-type", "application/json")];
                        caller.send(row.method.clone(), &path, &json, Some(text.into_bytes())).await
                    }
                };
                if answer.status != expected {
                    let caller = ["nobody", "pending", "user", "admin", "emergency"][kind];
                    wrong.push(format!(
                        "{} by {caller}, locked {locked}: {} instead of {expected}: {}",
                        row.call, answer.status, answer.body
                    ));
                }
                if answer.status >= 400 && !matches!(answer.status, 416) {
                    let is_told = !answer.code().is_empty() && answer.body["message"].is_string();
                    assert!(is_told, "{}: {}", row.call, answer.body);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // The log holds every refusal of a signed-in user, and no other.
    let refused =
        |statuses: Statuses| statuses[2..].iter().filter(|status| matches!(status, 403 | 423)).count();
    let anonymous_only = rows.iter().find(|row| row.call == "register").unwrap();
    assert_eq!(refused(anonymous_only.locked), 3);
    let expected: usize = rows.iter().map(|row| refused(row.open) + refused(row.locked)).sum();
    assert_eq!(site.audited("access_denied").await, i64::try_from(expected).unwrap());
    site.lock(false).await;
}

fn calls_of(contract: &Value) -> BTreeSet<String> {
    let paths = contract["paths"].as_object().unwrap().values();
    let calls = paths.flat_map(|item| item.as_object().unwrap().values());
    calls.map(|call| call["operationId"].as_str().unwrap().to_owned()).collect()
}
