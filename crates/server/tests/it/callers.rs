//! Every API operation by every kind of caller, with the site open and locked. A missing operation fails the test.

use crate::caller::Caller;
use crate::harness::{Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

on_each_database!(every_operation_returns_the_specified_status_to_every_caller);

/// The statuses for an anonymous caller, a session of an account that is not approved, a user of level 1, an
/// administrator, and the emergency-access user.
type Statuses = [u16; 5];

/// The expected statuses of one operation.
struct Row {
    call: &'static str,
    method: Method,
    path: &'static str,
    body: Option<Value>,
    open: Statuses,
    locked: Statuses,
}

/// Statuses of an operation that requires a session, and from users also an unlocked site. Takes the statuses for a
/// user, an administrator and the emergency-access user.
const fn signed_in(user: u16, admin: u16, emergency: u16) -> (Statuses, Statuses) {
    ([401, 401, user, admin, emergency], [401, 401, 423, admin, emergency])
}

/// Statuses of operations of administrators on an item that does not exist.
const ADMINS: (Statuses, Statuses) = signed_in(403, 404, 404);

/// Statuses of operations that administrators can read and users of level 1 cannot.
const READ_BY_ADMINS: (Statuses, Statuses) = signed_in(403, 200, 200);

/// The same status for every caller at any time.
const fn every_caller(status: u16) -> (Statuses, Statuses) {
    ([status; 5], [status; 5])
}

/// An id that does not exist.
const NONE: &str = "00000000-0000-7000-8000-00000000ffff";

/// A call without a body.
fn get(call: &'static str, path: &'static str, (open, locked): (Statuses, Statuses)) -> Row {
    Row { call, method: Method::GET, path, body: None, open, locked }
}

/// A call with this body: its operation, method and path.
fn send(line: &'static str, body: Value, (open, locked): (Statuses, Statuses)) -> Row {
    let mut parts = line.split(' ');
    let mut next = || parts.next().unwrap();
    let (call, method, path) = (next(), next().parse().unwrap(), next());
    Row { call, method, path, body: Some(body), open, locked }
}

/// A call with an empty object as its body.
fn bare(line: &'static str, statuses: (Statuses, Statuses)) -> Row {
    send(line, json!({}), statuses)
}

fn table() -> Vec<Row> {
    let level = json!({ "clearanceLevel": 1, "accessKey": "subject" });
    let lore = json!({ "title": "A", "content": "B", "category": "OTHER" });
    vec![
        get("getCurrentUser", "/api/user", ([401, 401, 200, 200, 200], [401, 401, 200, 200, 200])),
        send(
            "register POST /api/register",
            json!({ "username": "newcomer", "password": "x", "accessKey": "subject" }),
            ([400; 5], [423; 5]),
        ),
        send("login POST /api/login", json!({ "username": "nobody-{n}", "password": "x" }), every_caller(401)),
        bare("logout POST /api/logout", every_caller(204)),
        bare("updateSettings PATCH /api/user/settings", signed_in(200, 200, 403)),
        get("listUsers", "/api/admin/users", READ_BY_ADMINS),
        send("approveUser PATCH /api/admin/users/{none}/approve", level.clone(), ADMINS),
        bare("makeAdmin PATCH /api/admin/users/{none}/make-admin", ADMINS),
        bare("removeAdmin PATCH /api/admin/users/{none}/remove-admin", ADMINS),
        send("updateClearance PATCH /api/admin/users/{none}/update-clearance", level, ADMINS),
        bare("unlockUser PATCH /api/admin/users/{none}/unlock", ADMINS),
        bare("deleteUser DELETE /api/admin/users/{none}", ADMINS),
        get("getSiteSettings", "/api/admin/site-settings", READ_BY_ADMINS),
        bare("updateSiteSettings PATCH /api/admin/site-settings", signed_in(403, 400, 400)),
        get("listDocuments", "/api/documents", signed_in(200, 200, 200)),
        get("suggestWords", "/api/documents/suggestions?q=lantren", signed_in(200, 200, 200)),
        get("getDocument", "/api/documents/{document}", READ_BY_ADMINS),
        get("exportDocument", "/api/documents/{document}/export", READ_BY_ADMINS),
        get("listBacklinks", "/api/documents/{document}/backlinks", READ_BY_ADMINS),
        bare("deleteDocument DELETE /api/documents/{none}", signed_in(404, 404, 404)),
        get("getDocumentViews", "/api/documents/{document}/views", READ_BY_ADMINS),
        get("listVersions", "/api/documents/{document}/versions", READ_BY_ADMINS),
        get(
            "compareVersions",
            "/api/documents/{document}/versions/compare?from={document}&to={document}",
            READ_BY_ADMINS,
        ),
        bare("revertDocument POST /api/documents/{document}/revert/{none}", ADMINS),
        send(
            "proposeEdit POST /api/documents/{document}/edit",
            json!({ "title": "A", "content": "B", "category": "OTHER", "clearanceLevel": 1 }),
            signed_in(403, 201, 403),
        ),
        get("listComments", "/api/documents/{document}/comments", READ_BY_ADMINS),
        send(
            "createComment POST /api/documents/{document}/comments",
            json!({"content": "A"}),
            signed_in(403, 201, 403),
        ),
        get("completeReaders", "/api/documents/{document}/readers?q=a", READ_BY_ADMINS),
        bare("watchDocument PUT /api/documents/{document}/watch", signed_in(403, 204, 403)),
        bare("unwatchDocument DELETE /api/documents/{document}/watch", signed_in(403, 204, 403)),
        send(
            "editComment PATCH /api/documents/{document}/comments/{none}",
            json!({"content": "A"}),
            signed_in(403, 404, 403),
        ),
        bare("deleteComment DELETE /api/documents/{document}/comments/{none}", ADMINS),
        get("listOwnPendingEdits", "/api/user/pending-edits", signed_in(200, 200, 200)),
        bare("resubmitEdit POST /api/user/edits/{none}/resubmit", signed_in(404, 404, 403)),
        get("listOwnEdits", "/api/user/edits", signed_in(200, 200, 200)),
        get("getOwnEdit", "/api/user/edits/{none}", signed_in(404, 404, 404)),
        bare("withdrawEdit DELETE /api/user/edits/{none}", signed_in(404, 404, 403)),
        get("listDocumentEdits", "/api/document-edits", READ_BY_ADMINS),
        get("getDocumentEdit", "/api/document-edits/{none}", ADMINS),
        send("reviewDocumentEdit PATCH /api/document-edits/{none}", json!({ "status": "rejected" }), ADMINS),
        get("getDocumentAccessLog", "/api/documents/{document}/access-log", READ_BY_ADMINS),
        get("listAllDocuments", "/api/admin/documents", READ_BY_ADMINS),
        bare("adminDeleteDocument DELETE /api/admin/documents/{none}", ADMINS),
        send(
            "reclassifyDocument PATCH /api/admin/documents/{none}/classification",
            json!({ "category": "OTHER", "reason": "Misfiled", "version": 1 }),
            signed_in(403, 404, 403),
        ),
        get("listTrash", "/api/admin/trash", READ_BY_ADMINS),
        bare("restoreDocument POST /api/admin/trash/{none}/restore", ADMINS),
        bare("purgeDocument DELETE /api/admin/trash/{none}", ADMINS),
        send("createSubmission POST /api/submissions", lore, signed_in(201, 201, 403)),
        get("listOwnSubmissions", "/api/user/submissions", signed_in(200, 200, 200)),
        get("getOwnSubmission", "/api/user/submissions/{none}", signed_in(404, 404, 404)),
        bare("withdrawSubmission POST /api/user/submissions/{none}/withdraw", signed_in(404, 404, 403)),
        get("listNotifications", "/api/user/notifications", signed_in(200, 200, 403)),
        send("readNotifications POST /api/user/notifications/read", json!({ "all": true }), signed_in(204, 204, 403)),
        get("getBoard", "/api/user/board", signed_in(200, 200, 200)),
        get("listTemplates", "/api/templates", signed_in(200, 200, 200)),
        send(
            "createTemplate POST /api/templates",
            json!({ "name": "A", "category": "SITE", "content": "B" }),
            signed_in(403, 201, 201),
        ),
        bare("updateTemplate PATCH /api/templates/{none}", ADMINS),
        get("listArchiveSections", "/api/archive/sections", signed_in(200, 200, 200)),
        send(
            "createArchiveSection POST /api/archive/sections",
            json!({ "name": "Section {n}" }),
            signed_in(403, 201, 201),
        ),
        bare("updateArchiveSection PATCH /api/archive/sections/{none}", ADMINS),
        get("listArchivedDocuments", "/api/archive/documents/{none}", signed_in(404, 404, 404)),
        send(
            "requestArchive POST /api/documents/{none}/request-archive",
            json!({ "sectionId": NONE }),
            signed_in(404, 404, 404),
        ),
        bare("unarchiveDocument POST /api/documents/{none}/unarchive", ADMINS),
        get("listArchiveRequests", "/api/admin/archive-requests", READ_BY_ADMINS),
        bare("approveArchiveRequest POST /api/admin/archive-requests/{none}/approve", ADMINS),
        bare("rejectArchiveRequest POST /api/admin/archive-requests/{none}/reject", ADMINS),
        get("listTimedOut", "/api/user/timed-out", signed_in(200, 200, 200)),
        bare("resubmitSubmission POST /api/user/submissions/{none}/resubmit", signed_in(404, 404, 403)),
        get("listPendingSubmissions", "/api/admin/submissions", READ_BY_ADMINS),
        get("getSubmissionCase", "/api/admin/submissions/{none}", ADMINS),
        get("compareSubmission", "/api/admin/submissions/{none}/compare", ADMINS),
        send("reviewSubmission PATCH /api/admin/submissions/{none}", json!({ "status": "rejected" }), ADMINS),
        bare("createUpload POST /api/objects/upload", signed_in(200, 200, 403)),
        send("putUpload PUT /api/objects/upload/none?filename=a.txt", json!("text"), signed_in(404, 404, 404)),
        send("claimUpload PUT /api/submission-files", json!({ "fileURL": "x" }), signed_in(400, 400, 400)),
        get("downloadObject", "/objects/{none}", signed_in(404, 404, 404)),
        get("getFileText", "/api/objects/{none}/text", signed_in(404, 404, 404)),
        get("exportInstallation", "/api/admin/export", READ_BY_ADMINS),
        get("exportOwnRecords", "/api/user/export", signed_in(200, 200, 403)),
        get("getSiteLockStatus", "/api/site-lock-status", every_caller(200)),
        get("getHealth", "/api/health", every_caller(200)),
        get("getLiveness", "/api/health/live", every_caller(200)),
        get("getReadiness", "/api/health/ready", every_caller(200)),
        get("getOpenapi", "/api/openapi.json", signed_in(200, 200, 200)),
        get("getDocs", "/api/docs", signed_in(200, 200, 200)),
        send(
            "verifyTotp POST /api/user/2fa/verify-totp",
            json!({ "username": "nobody", "token": "123456" }),
            every_caller(401),
        ),
        send(
            "verifyTwoFactor POST /api/verify-2fa",
            json!({ "username": "nobody", "token": "ABCD-1234", "method": "backup" }),
            every_caller(401),
        ),
        bare("enableTwoFactor POST /api/user/2fa/enable", signed_in(403, 200, 403)),
        send("completeTwoFactor POST /api/user/2fa/complete", json!({ "token": "" }), signed_in(403, 401, 403)),
        send("disableTwoFactor POST /api/user/2fa/disable", json!({ "password": "x" }), signed_in(401, 401, 403)),
        send("openEmergencyAccess POST /api/emergency-access", json!({ "adminKey": "wrong-{n}" }), every_caller(401)),
        send("syncUserCodes POST /api/admin/sync-user-codes", json!({ "targetUsername": "nobody" }), ADMINS),
        send(
            "updateUserCodes POST /api/admin/update-user-codes",
            json!({ "targetUser": "nobody", "newStaticCode": "ABCD-1234-EFGH" }),
            ADMINS,
        ),
        send(
            "emergencySyncCodes POST /api/emergency-sync/codes",
            json!({ "username": "nobody", "masterKey": "wrong-{n}" }),
            every_caller(401),
        ),
        send(
            "changePassword POST /api/user/password",
            json!({ "currentPassword": "x", "newPassword": "x" }),
            signed_in(400, 400, 403),
        ),
        send(
            "resetPassword POST /api/password-reset",
            json!({ "username": "nobody-{n}", "resetCode": "x", "newPassword": "copper-estuary-52" }),
            every_caller(401),
        ),
        get("listOwnSessions", "/api/user/sessions", signed_in(200, 200, 200)),
        bare("endOwnSession DELETE /api/user/sessions/{none}", signed_in(404, 404, 404)),
        bare("issueResetCode POST /api/admin/users/{none}/reset-password", ADMINS),
        bare("resetTwoFactor POST /api/admin/users/{none}/reset-2fa", ADMINS),
        get("listDrafts", "/api/user/drafts", signed_in(200, 200, 403)),
        send("createDraft POST /api/user/drafts", json!({ "title": "A" }), signed_in(201, 201, 403)),
        get("getDraft", "/api/user/drafts/{none}", signed_in(404, 404, 403)),
        send("saveDraft PUT /api/user/drafts/{none}", json!({ "revision": "x" }), signed_in(404, 404, 403)),
        bare("deleteDraft DELETE /api/user/drafts/{none}", signed_in(404, 404, 403)),
        get("getEditDraft", "/api/documents/{none}/edit-draft", signed_in(404, 404, 403)),
        send("saveEditDraft PUT /api/documents/{none}/edit-draft", json!({ "title": "A" }), signed_in(404, 404, 403)),
        bare("deleteEditDraft DELETE /api/documents/{none}/edit-draft", signed_in(404, 404, 403)),
        send("submitDraft POST /api/user/drafts/{none}/submit", json!({ "revision": "x" }), signed_in(404, 404, 403)),
        get("listSuspiciousLogins", "/api/admin/security/suspicious-logins?limit=1", READ_BY_ADMINS),
        get("listAuditLogs", "/api/admin/audit-logs?limit=1", READ_BY_ADMINS),
        get("listAuditActions", "/api/admin/audit-logs/actions", READ_BY_ADMINS),
        get("verifyAuditLog", "/api/admin/audit-logs/verify", READ_BY_ADMINS),
        get("getAuditCheckpoint", "/api/admin/audit-logs/checkpoint", READ_BY_ADMINS),
        get("exportAuditLog", "/api/admin/audit-logs/export", READ_BY_ADMINS),
        get("listRecentLogins", "/api/admin/security/recent-logins?limit=1", READ_BY_ADMINS),
        get("listLockedNames", "/api/admin/security/locked-names", READ_BY_ADMINS),
        get("listActiveSessions", "/api/admin/security/active-sessions?limit=1", READ_BY_ADMINS),
        bare("terminateSession DELETE /api/admin/security/active-sessions/{none}", ADMINS),
        get("getSecuritySummary", "/api/admin/security/summary", READ_BY_ADMINS),
        get("getSecurityAnalytics", "/api/admin/analytics/security", READ_BY_ADMINS),
        get("getSystemAnalytics", "/api/admin/analytics/system", READ_BY_ADMINS),
        get("getActivityAnalytics", "/api/admin/analytics/activity", READ_BY_ADMINS),
        get("getAnalyticsSeries", "/api/admin/analytics/series?metric=sign-ins&interval=hour", READ_BY_ADMINS),
        get("listSecurityAlerts", "/api/admin/security-alerts", READ_BY_ADMINS),
        get("getMailSettings", "/api/user/mail-settings", signed_in(200, 200, 403)),
        bare("updateMailSettings PATCH /api/user/mail-settings", signed_in(200, 200, 403)),
        get("listMail", "/api/admin/mail?limit=1", READ_BY_ADMINS),
        get("getMail", "/api/admin/mail/{none}", ADMINS),
        bare("retryMail POST /api/admin/mail/{none}/retry", ADMINS),
        get("listDeadlineReminders", "/api/admin/deadline-reminders", READ_BY_ADMINS),
        send("clearAlerts POST /api/admin/alerts/clear", json!({ "ids": [] }), signed_in(403, 204, 403)),
    ]
}

async fn every_operation_returns_the_specified_status_to_every_caller(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let document = admin.publish(&admin.submit("For level 3", "OTHER").await, 3).await;
    let rows = table();
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

    // The log contains every refusal of a signed-in user, and no others.
    let refused = |statuses: Statuses| statuses[2..].iter().filter(|status| matches!(status, 403 | 423)).count();
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
