//! What the operations on passwords and own sessions answer to each caller.

use crate::callers::{Row, every_caller, signed_in};
use reqwest::Method;
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let get = |call, path, (open, locked)| Row { call, method: Method::GET, path, body: None, open, locked };
    let send =
        |call, method, path, body, (open, locked)| Row { call, method, path, body: Some(body), open, locked };
    let (post, delete) = (Method::POST, Method::DELETE);
    vec![
        send(
            "changePassword",
            post.clone(),
            "/api/user/password",
            json!({ "currentPassword": "x", "newPassword": "x" }),
            signed_in(400, 400, 403),
        ),
        send(
            "resetPassword",
            post.clone(),
            "/api/password-reset",
            json!({ "username": "nobody-{n}", "resetCode": "x", "newPassword": "copper-estuary-52" }),
            every_caller(401),
        ),
        get("listOwnSessions", "/api/user/sessions", signed_in(200, 200, 200)),
        send(
            "endOwnSession",
            delete.clone(),
            "/api/user/sessions/{none}",
            json!({}),
            signed_in(404, 404, 404),
        ),
        send(
            "issueResetCode",
            post.clone(),
            "/api/admin/users/{none}/reset-password",
            json!({}),
            signed_in(403, 404, 404),
        ),
        send(
            "resetTwoFactor",
            post.clone(),
            "/api/admin/users/{none}/reset-2fa",
            json!({}),
            signed_in(403, 404, 404),
        ),
    ]
}
