//! Administration of accounts.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Body, ChangesAccount, Fails, NeedsAdmin};
use crate::http::error::ApiError;
use crate::http::input::{Json, NoBody};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::routes::users::account::{AccessKeyDto, UserDto};
use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, patch, post, web};
use facility_kernel::{AccessKey, Clearance};
use facility_users::error::row as user;
use facility_users::services::administration::Administration;

/// A level and a key for an account. Unlike at registration, they need not match. Neither grants administrator rights.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClearanceRequest {
    /// 1 to 5, at most the administrator's own level.
    #[schema(value_type = i32, minimum = 1, maximum = 5)]
    clearance_level: i64,
    /// The access key for sign-in.
    #[schema(value_type = AccessKeyDto)]
    access_key: String,
}

impl ClearanceRequest {
    fn parse(&self) -> Result<(Clearance, AccessKey), ApiError> {
        let level = Clearance::parse(self.clearance_level).map_err(|error| ApiError::from_parse(&error))?;
        let key = self.access_key.parse().map_err(|error| ApiError::from_parse(&error))?;
        Ok((level, key))
    }
}

/// The accounts, oldest first
///
/// Excludes deleted accounts, and includes `emergency-access`.
#[utoipa::path(operation_id = "listUsers", tag = "User", params(PageQuery),
    responses(
        (status = 200, description = "The accounts", body = Vec<UserDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/users")]
pub async fn list(users: Data<Administration>, call: Guarded<Admin, Paged>) -> Answer {
    listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = users.list(&call.caller.actor, requested).await?;
        Ok((page.map(UserDto::from), Total::of(total)))
    })
    .await
}

/// Approve an account
#[utoipa::path(operation_id = "approveUser", tag = "User", request_body = ClearanceRequest,
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        Fails<(ChangesAccount, user::AlreadyApproved, user::AdminClaim)>))]
#[patch("/admin/users/{id}/approve")]
pub async fn approve(users: Data<Administration>, call: Guarded<Admin, Json<ClearanceRequest>>) -> Body<UserDto> {
    let (level, key) = call.input.0.parse()?;
    let user = users.approve(&call.context, &call.caller.actor, call.request.id()?, level, key).await?;
    Ok(web::Json(user.into()))
}

/// Grant administrator rights to an approved account
#[utoipa::path(operation_id = "makeAdmin", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotApproved, user::AlreadyAdmin)>))]
#[patch("/admin/users/{id}/make-admin")]
pub async fn make_admin(users: Data<Administration>, call: Guarded<Admin, NoBody>) -> Body<UserDto> {
    let user = users.make_admin(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(user.into()))
}

/// Remove administrator rights, or an unapproved account's request for them
#[utoipa::path(operation_id = "removeAdmin", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotAdmin, user::LastAdmin, user::LastSecondFactor)>))]
#[patch("/admin/users/{id}/remove-admin")]
pub async fn remove_admin(users: Data<Administration>, call: Guarded<Admin, NoBody>) -> Body<UserDto> {
    let user = users.remove_admin(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(user.into()))
}

/// Change an approved account's level and key
#[utoipa::path(operation_id = "updateClearance", tag = "User", request_body = ClearanceRequest,
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account", body = UserDto),
        Fails<(ChangesAccount, user::NotApproved)>))]
#[patch("/admin/users/{id}/update-clearance")]
pub async fn update_clearance(
    users: Data<Administration>,
    call: Guarded<Admin, Json<ClearanceRequest>>,
) -> Body<UserDto> {
    let (level, key) = call.input.0.parse()?;
    let user = users.update_clearance(&call.context, &call.caller.actor, call.request.id()?, level, key).await?;
    Ok(web::Json(user.into()))
}

/// Clear a lockout
#[utoipa::path(operation_id = "unlockUser", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses((status = 200, description = "The updated account", body = UserDto), Fails<ChangesAccount>))]
#[patch("/admin/users/{id}/unlock")]
pub async fn unlock(users: Data<Administration>, call: Guarded<Admin, NoBody>) -> Body<UserDto> {
    let user = users.unlock(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(user.into()))
}

/// Turn a user's second factor off
///
/// For users who lost theirs. Deletes the account's codes and ends its sessions. The password is then enough to sign
/// in, unless the site requires a second factor.
#[utoipa::path(operation_id = "resetTwoFactor", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 200, description = "The updated account, without `twoFactorEnabled`", body = UserDto),
        Fails<(ChangesAccount, user::SelfForbidden, user::NotApproved, user::SecondFactorOff, user::LastSecondFactor)>))]
#[post("/admin/users/{id}/reset-2fa")]
pub async fn reset_two_factor(users: Data<Administration>, call: Guarded<Admin, NoBody>) -> Body<UserDto> {
    let user = users.remove_second_factor(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(web::Json(user.into()))
}

/// Delete an account
///
/// The name stays reserved, and the account's documents keep their author.
#[utoipa::path(operation_id = "deleteUser", tag = "User",
    params(("id" = String, Path, description = "The account")),
    responses(
        (status = 204, description = "The account is deleted"),
        Fails<(ChangesAccount, user::SelfForbidden, user::LastAdmin, user::LastSecondFactor)>))]
#[delete("/admin/users/{id}")]
pub async fn delete(users: Data<Administration>, call: Guarded<Admin, NoBody>) -> Answer {
    users.delete(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
