//! What the operations on drafts answer to each caller.

use crate::callers::{Row, signed_in};
use reqwest::Method;
use serde_json::json;

pub fn rows() -> Vec<Row> {
    let get = |call, path, (open, locked)| Row { call, method: Method::GET, path, body: None, open, locked };
    let send =
        |call, method, path, body, (open, locked)| Row { call, method, path, body: Some(body), open, locked };
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    vec![
        get("listDrafts", "/api/user/drafts", signed_in(200, 200, 403)),
        send(
            "createDraft",
            post.clone(),
            "/api/user/drafts",
            json!({ "title": "A" }),
            signed_in(201, 201, 403),
        ),
        get("getDraft", "/api/user/drafts/{none}", signed_in(404, 404, 403)),
        send(
            "saveDraft",
            put.clone(),
            "/api/user/drafts/{none}",
            json!({ "revision": "x" }),
            signed_in(404, 404, 403),
        ),
        send("deleteDraft", delete.clone(), "/api/user/drafts/{none}", json!({}), signed_in(404, 404, 403)),
        get("getEditDraft", "/api/documents/{none}/edit-draft", signed_in(404, 404, 403)),
        send(
            "saveEditDraft",
            put,
            "/api/documents/{none}/edit-draft",
            json!({ "title": "A" }),
            signed_in(404, 404, 403),
        ),
        send(
            "deleteEditDraft",
            delete,
            "/api/documents/{none}/edit-draft",
            json!({}),
            signed_in(404, 404, 403),
        ),
        send(
            "submitDraft",
            post,
            "/api/user/drafts/{none}/submit",
            json!({ "revision": "x" }),
            signed_in(404, 404, 403),
        ),
    ]
}
