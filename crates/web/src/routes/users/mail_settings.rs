//! The kinds of mail that a user gets.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Fails, NeedsSession, TakesBody};
use crate::http::input::{Json, Nothing};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, patch};
use facility_audit::mail::MailKind;
use facility_users::error::row as user;
use facility_users::mail_choice::MailChoice;
use facility_users::services::mail_settings::MailSettings;
use serde::Serialize;
use utoipa::ToSchema;

/// The kinds of mail that a user gets.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = MailSettings)]
#[serde(rename_all = "camelCase")]
pub struct MailSettingsDto {
    /// The user's account was approved.
    pub account_approved: bool,
    /// A submission, an edit or an archive request of the user was decided.
    pub item_reviewed: bool,
    /// An item of the user timed out, or is about to.
    pub timed_out: bool,
    /// For administrators: there is a security alert.
    pub security_alert: bool,
    /// For administrators: items must be decided soon.
    pub deadline: bool,
    /// Somebody mentioned the user in a comment, or answered a comment of theirs.
    pub talk: bool,
    /// A reset code for the password was issued.
    pub reset_requested: bool,
}

impl From<MailChoice> for MailSettingsDto {
    fn from(choice: MailChoice) -> Self {
        Self {
            account_approved: choice.wants(MailKind::AccountApproved),
            item_reviewed: choice.wants(MailKind::ItemReviewed),
            timed_out: choice.wants(MailKind::TimedOut),
            security_alert: choice.wants(MailKind::SecurityAlert),
            deadline: choice.wants(MailKind::Deadline),
            talk: choice.wants(MailKind::Talk),
            reset_requested: choice.wants(MailKind::ResetRequested),
        }
    }
}

/// The switches to change. Missing ones stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateMailSettingsRequest {
    /// The caller's account was approved.
    #[schema(value_type = Option<bool>, nullable = false)]
    account_approved: Option<bool>,
    /// A submission, an edit or an archive request of the caller was decided.
    #[schema(value_type = Option<bool>, nullable = false)]
    item_reviewed: Option<bool>,
    /// An item of the caller timed out, or is about to.
    #[schema(value_type = Option<bool>, nullable = false)]
    timed_out: Option<bool>,
    /// For administrators: a security alert.
    #[schema(value_type = Option<bool>, nullable = false)]
    security_alert: Option<bool>,
    /// For administrators: items must be decided soon.
    #[schema(value_type = Option<bool>, nullable = false)]
    deadline: Option<bool>,
    /// Somebody mentioned the caller in a comment, or answered a comment of theirs.
    talk: Option<bool>,
    /// A reset code for the password was issued.
    #[schema(value_type = Option<bool>, nullable = false)]
    reset_requested: Option<bool>,
}

impl UpdateMailSettingsRequest {
    fn switches(&self) -> Vec<(MailKind, bool)> {
        let given = [
            (MailKind::AccountApproved, self.account_approved),
            (MailKind::ItemReviewed, self.item_reviewed),
            (MailKind::TimedOut, self.timed_out),
            (MailKind::SecurityAlert, self.security_alert),
            (MailKind::Deadline, self.deadline),
            (MailKind::Talk, self.talk),
            (MailKind::ResetRequested, self.reset_requested),
        ];
        given.into_iter().filter_map(|(kind, requested)| Some((kind, requested?))).collect()
    }
}

/// The kinds of mail that the caller gets
///
/// No mail is sent while the setting `emailNotifications` is off or there is no address.
#[utoipa::path(operation_id = "getMailSettings", tag = "User",
    responses(
        (status = 200, description = "The switches", body = MailSettingsDto),
        Fails<(user::ProtectedAccount, NeedsSession)>))]
#[get("/user/mail-settings")]
pub async fn mail_settings(settings: Data<MailSettings>, call: Guarded<SignedIn, Nothing>) -> Answer {
    let choice = settings.of(&call.caller.actor).await?;
    Ok(HttpResponse::Ok().json(MailSettingsDto::from(choice)))
}

/// Change the kinds of mail that the caller gets
#[utoipa::path(operation_id = "updateMailSettings", tag = "User", request_body = UpdateMailSettingsRequest,
    responses(
        (status = 200, description = "The switches", body = MailSettingsDto),
        Fails<(user::ProtectedAccount, NeedsSession, TakesBody)>))]
#[patch("/user/mail-settings")]
pub async fn update_mail_settings(
    settings: Data<MailSettings>,
    call: Guarded<SignedIn, Json<UpdateMailSettingsRequest>>,
) -> Answer {
    let Json(body) = call.input;
    let choice = settings.update(&call.context, &call.caller.actor, body.switches()).await?;
    Ok(HttpResponse::Ok().json(MailSettingsDto::from(choice)))
}
