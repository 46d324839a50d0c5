//! Issuing codes of the second factor, by administrators and with the master key.

use crate::gate::guard::{Admin, Anyone, Guarded};
use crate::http::answers::{Body, ChangesAccount, Common, Fails, TakesBody};
use crate::http::input::Json;
use actix_web::web::Data;
use actix_web::{post, web};
use facility_kernel::Secret;
use facility_users::error::row as user;
use facility_users::services::code_sync::{CodeSync, NewUserCodes};

/// Codes for the owner of an account, shown once.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserCodes {
    /// The account's name.
    username: String,
    /// The static code. It works until it is replaced.
    static_code: String,
    /// The backup codes. Each works once. Empty if they were not replaced.
    backup_codes: Vec<String>,
}

impl From<NewUserCodes> for UserCodes {
    fn from(codes: NewUserCodes) -> Self {
        Self {
            username: codes.username,
            static_code: codes.fixed.secret().expose().to_owned(),
            backup_codes: codes.backup.iter().map(|code| code.expose().to_owned()).collect(),
        }
    }
}

/// The account to issue codes for.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SyncCodesRequest {
    /// The account's name, ignoring case.
    target_username: String,
}

/// The account and its new static code.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateCodesRequest {
    /// The account's name, ignoring case.
    target_user: String,
    /// Letters and digits in the form XXXX-XXXX-XXXX, ignoring case.
    #[schema(format = Password, min_length = 14, max_length = 14)]
    new_static_code: String,
}

/// The account, and the site's master key.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EmergencySyncRequest {
    /// The account's name, ignoring case.
    username: String,
    /// The key, exactly as it was printed.
    #[schema(format = Password, max_length = 256)]
    master_key: String,
}

/// Issue codes for an account
///
/// Replaces all backup codes and the static code of the account by new ones, which are shown once. If the site requires
/// a second factor and the account has none, its owner can sign in with these codes to set one up. Administrators
/// cannot issue codes for their own account (`self_forbidden`).
#[utoipa::path(operation_id = "syncUserCodes", tag = "User", request_body = SyncCodesRequest,
    responses(
        (status = 200, description = "The codes", body = UserCodes),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotApproved)>))]
#[post("/admin/sync-user-codes")]
pub async fn sync(service: Data<CodeSync>, call: Guarded<Admin, Json<SyncCodesRequest>>) -> Body<UserCodes> {
    let Json(body) = call.input;
    Ok(web::Json(service.sync(&call.context, &call.caller.actor, &body.target_username).await?.into()))
}

/// Set the static code of an account
///
/// The backup codes do not change and are not returned. Administrators cannot set their own code (`self_forbidden`).
#[utoipa::path(operation_id = "updateUserCodes", tag = "User", request_body = UpdateCodesRequest,
    responses(
        (status = 200, description = "The static code", body = UserCodes),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotApproved)>))]
#[post("/admin/update-user-codes")]
pub async fn update(service: Data<CodeSync>, call: Guarded<Admin, Json<UpdateCodesRequest>>) -> Body<UserCodes> {
    let Json(body) = call.input;
    let code = Secret::new(body.new_static_code);
    let codes = service.update_static(&call.context, &call.caller.actor, &body.target_user, &code).await?;
    Ok(web::Json(codes.into()))
}

/// Issue codes for an account with the master key
///
/// As `syncUserCodes`, without an administrator. After three wrong keys within 15 minutes, or 20 within a day, a
/// network gets `rate_limited`. After ten wrong keys within an hour from all networks, further wrong ones get it too;
/// the right key is still accepted. Each use raises an alert.
#[utoipa::path(operation_id = "emergencySyncCodes", tag = "User", security(()), request_body = EmergencySyncRequest,
    responses(
        (status = 200, description = "The codes", body = UserCodes),
        Fails<(user::InvalidKey, user::NotFound, user::ProtectedAccount, user::NotApproved, user::Stale, TakesBody,
            Common)>))]
#[post("/emergency-sync/codes")]
pub async fn emergency_sync(
    service: Data<CodeSync>,
    call: Guarded<Anyone, Json<EmergencySyncRequest>>,
) -> Body<UserCodes> {
    let Json(body) = call.input;
    let key = Secret::new(body.master_key);
    Ok(web::Json(service.emergency_sync(&call.context, &body.username, &key).await?.into()))
}
