//! The operations around second factors and site keys, by every kind of caller.

use crate::callers::{Row, Statuses, every_caller, signed_in};
use reqwest::Method;
use serde_json::{Value, json};

/// A call that is sent as JSON.
fn post(call: &'static str, path: &'static str, body: Value, (open, locked): (Statuses, Statuses)) -> Row {
    Row { call, method: Method::POST, path, body: Some(body), open, locked }
}

/// The rows of the table.
pub fn rows() -> Vec<Row> {
    let code = json!({ "username": "nobody", "token": "ABCD-1234", "method": "backup" });
    vec![
        post(
            "verifyTotp",
            "/api/user/2fa/verify-totp",
            json!({ "username": "nobody", "token": "123456" }),
            every_caller(401),
        ),
        post("verifyTwoFactor", "/api/verify-2fa", code, every_caller(401)),
        post("enableTwoFactor", "/api/user/2fa/enable", json!({}), signed_in(403, 200, 403)),
        post("completeTwoFactor", "/api/user/2fa/complete", json!({ "token": "" }), signed_in(403, 401, 403)),
        post(
            "disableTwoFactor",
            "/api/user/2fa/disable",
            json!({ "password": "x" }),
            signed_in(401, 401, 403),
        ),
        post(
            "openEmergencyAccess",
            "/api/emergency-access",
            json!({ "adminKey": "wrong-{n}" }),
            every_caller(401),
        ),
        post(
            "syncUserCodes",
            "/api/admin/sync-user-codes",
            json!({ "targetUsername": "nobody" }),
            signed_in(403, 404, 404),
        ),
        post(
            "updateUserCodes",
            "/api/admin/update-user-codes",
            json!({ "targetUser": "nobody", "newStaticCode": "ABCD-1234-EFGH" }),
            signed_in(403, 404, 404),
        ),
        post(
            "emergencySyncCodes",
            "/api/emergency-sync/codes",
            json!({ "username": "nobody", "masterKey": "wrong-{n}" }),
            every_caller(401),
        ),
    ]
}
