//! A user's own account: registration and settings.

use crate::gate::guard::{AnySession, Anyone, Guarded, SignedIn};
use crate::gate::session_ends::session_ends;
use crate::http::answers::{Answer, Common, Fails, HasSession, NeedsSession, TakesBody};
use crate::http::input::{Json, Member, Nothing, nullable};
use crate::http::wire::Wire;
use actix_web::web::Data;
use actix_web::{HttpResponse, get, patch, post, web};
use facility_kernel::{AccessKey, Secret};
use facility_users::error::row as user;
use facility_users::services::registration::{Registration, RegistrationRequest};
use facility_users::services::settings::Settings;
use facility_users::settings::SettingsPatch;
use facility_users::user::{Theme, TickedSteps, User};
use serde::Serialize;
use serde::de::IgnoredAny;
use utoipa::ToSchema;

/// The access key chosen at registration.
pub type AccessKeyDto = Wire<AccessKey>;

/// The color theme of the terminal.
pub type ThemeDto = Wire<Theme>;

/// A first step that administrators can tick by hand.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = TickedStep)]
#[serde(rename_all = "snake_case")]
pub enum TickedStepDto {
    /// A backup.
    Backup,
    /// Mail.
    Mail,
}

impl TickedStepDto {
    fn all(ticked: TickedSteps) -> Vec<Self> {
        let backup = ticked.backup.then_some(Self::Backup);
        backup.into_iter().chain(ticked.mail.then_some(Self::Mail)).collect()
    }
}

/// An account. The password hash and all codes stay on the server.
#[expect(clippy::struct_excessive_bools, reason = "the members of the contract")]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = User)]
#[serde(rename_all = "camelCase")]
pub struct UserDto {
    /// A UUID, or `emergency-access`.
    pub id: String,
    /// The name as registered.
    pub username: String,
    /// The key of the account.
    pub access_key: AccessKeyDto,
    /// The account's level. Before approval, the level that its key requests.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// Whether the account has administrator rights. Before approval, whether it requested them.
    pub is_admin: bool,
    /// Whether an administrator has approved the account.
    pub is_approved: bool,
    /// Whether a second factor is set up.
    pub two_factor_enabled: bool,
    /// Email address for notifications.
    #[schema(required = true)]
    pub email: Option<String>,
    /// Whether notifications are also sent to that address.
    pub email_notifications: bool,
    /// Phone number for contact.
    #[schema(required = true)]
    pub phone: Option<String>,
    /// The color theme of the terminal.
    pub theme: ThemeDto,
    /// Minutes without activity after which a session ends: 15, 30, 60, 120 or 240.
    pub session_timeout: i32,
    /// Whether the home board omits the first steps.
    pub first_steps_hidden: bool,
    /// The first steps that the user ticked by hand, in alphabetical order.
    pub first_steps_ticked: Vec<TickedStepDto>,
    /// Time of the last foreground request.
    #[schema(required = true, format = DateTime)]
    pub last_activity: Option<String>,
    /// Time of the last sign-in attempt.
    #[schema(required = true, format = DateTime)]
    pub last_login_attempt: Option<String>,
    /// Failed sign-ins since the last success.
    pub failed_login_attempts: i32,
    /// Time of registration.
    #[schema(format = DateTime)]
    pub created_at: String,
}

impl From<User> for UserDto {
    fn from(user: User) -> Self {
        Self {
            id: user.id.to_string(),
            username: user.username,
            access_key: user.access_key.into(),
            clearance_level: user.clearance_level.level(),
            is_admin: user.is_admin,
            is_approved: user.is_approved,
            two_factor_enabled: user.two_factor_enabled,
            email: user.email,
            email_notifications: user.email_notifications,
            phone: user.phone,
            theme: user.theme.into(),
            session_timeout: user.session_timeout,
            first_steps_hidden: user.first_steps_hidden,
            first_steps_ticked: TickedStepDto::all(user.first_steps_ticked),
            last_activity: user.last_activity.map(|time| time.to_string()),
            last_login_attempt: user.last_login_attempt.map(|time| time.to_string()),
            failed_login_attempts: user.failed_login_attempts,
            created_at: user.created_at.to_string(),
        }
    }
}

/// A member that is accepted but ignored.
#[derive(Debug, Default)]
pub struct Ignored;

impl<'de> serde::Deserialize<'de> for Ignored {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

/// A new registration.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterRequest {
    /// 3 to 50 letters, digits, underscores and hyphens. Unique ignoring case.
    #[schema(min_length = 3, max_length = 50)]
    username: String,
    /// 6 to 128 characters of any kind. The most common passwords and the username are refused.
    #[schema(min_length = 6, max_length = 128, format = Password)]
    password: String,
    /// Determines the requested level.
    #[schema(value_type = AccessKeyDto)]
    access_key: String,
    /// An email address, to which the approval is announced. It can be changed in the settings.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 254)]
    email: Member<String>,
    /// Accepted and ignored. The key determines the level.
    #[serde(default, rename = "clearanceLevel")]
    #[schema(value_type = Option<i32>, required = false)]
    _clearance_level: Ignored,
    /// Accepted and ignored. Only administrators grant administrator rights.
    #[serde(default, rename = "isAdmin")]
    #[schema(value_type = Option<bool>, required = false)]
    _is_admin: Ignored,
}

/// Register an account
///
/// The account waits for an administrator's approval and gets no session.
#[utoipa::path(operation_id = "register", tag = "User", security(()), request_body = RegisterRequest,
    responses(
        (status = 201, description = "The account, waiting for approval", body = UserDto),
        Fails<(user::UsernameTaken, user::Lockdown, TakesBody, Common)>))]
#[post("/register")]
pub async fn register(registration: Data<Registration>, call: Guarded<Anyone, Json<RegisterRequest>>) -> Answer {
    let Json(body) = call.input;
    let request = RegistrationRequest {
        username: body.username,
        password: Secret::new(body.password),
        access_key: body.access_key,
        email: body.email.flatten(),
    };
    let user = registration.register(&call.context, request).await?;
    Ok(HttpResponse::Created().json(UserDto::from(user)))
}

/// The signed-in account
#[utoipa::path(operation_id = "getCurrentUser", tag = "User",
    responses((status = 200, description = "The signed-in user", body = UserDto), Fails<HasSession>))]
#[get("/user")]
pub async fn current(call: Guarded<AnySession, Nothing>) -> web::Json<UserDto> {
    web::Json(call.caller.user.clone().into())
}

/// The settings to change. Missing fields stay unchanged.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    /// The color theme of the terminal.
    #[schema(value_type = Option<ThemeDto>, nullable = false)]
    theme: Option<String>,
    /// Minutes: 15, 30, 60, 120 or 240.
    #[schema(value_type = Option<i32>, nullable = false)]
    session_timeout: Option<i64>,
    /// An email address. Null clears it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 254)]
    email: Member<String>,
    /// Whether notifications are also sent to the email address.
    #[schema(value_type = Option<bool>, nullable = false)]
    email_notifications: Option<bool>,
    /// A phone number. Null clears it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>, max_length = 40)]
    phone: Member<String>,
    /// Whether the home board omits the first steps.
    #[schema(value_type = Option<bool>, nullable = false)]
    first_steps_hidden: Option<bool>,
    /// All first steps that the administrator ticks by hand. They count as done for this administrator.
    #[schema(value_type = Option<Vec<TickedStepDto>>, nullable = false)]
    first_steps_ticked: Option<Vec<String>>,
}

/// Change the caller's settings
#[utoipa::path(operation_id = "updateSettings", tag = "User", request_body = UpdateSettingsRequest,
    responses(
        (status = 200, description = "The user with the new settings", body = UserDto),
        Fails<(user::ProtectedAccount, user::Stale, NeedsSession, TakesBody)>))]
#[patch("/user/settings")]
pub async fn settings(settings: Data<Settings>, call: Guarded<SignedIn, Json<UpdateSettingsRequest>>) -> Answer {
    let Json(body) = call.input;
    let patch = SettingsPatch {
        theme: body.theme,
        session_timeout: body.session_timeout,
        email: body.email,
        email_notifications: body.email_notifications,
        phone: body.phone,
        first_steps_hidden: body.first_steps_hidden,
        first_steps_ticked: body.first_steps_ticked,
    };
    let user = settings.update(&call.context, &call.caller.actor, patch).await?;
    // A new timeout changes when this session ends.
    let ends = session_ends(call.caller.session.ends_at(user.session_timeout));
    Ok(HttpResponse::Ok().insert_header(ends).json(UserDto::from(user)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::UserId;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_users::user::Username;

    #[test]
    fn account_has_exactly_the_documented_members() {
        let name = Username::parse("mercer").unwrap();
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Taskforce, TEST_NOW);
        let shown = serde_json::to_value(UserDto::from(user)).unwrap();
        let expected = serde_json::json!({
            "id": numbered(1).to_string(), "username": "mercer", "accessKey": "taskforce", "clearanceLevel": 4,
            "isAdmin": false, "isApproved": false, "twoFactorEnabled": false, "email": null, "emailNotifications": true,
            "phone": null,
            "theme": "default", "sessionTimeout": 30, "firstStepsHidden": false, "firstStepsTicked": [],
            "lastActivity": null, "lastLoginAttempt": null, "failedLoginAttempts": 0, "createdAt": TEST_NOW.to_string(),
        });
        assert_eq!(shown, expected);
    }

    #[test]
    fn api_names_equal_those_of_the_domain() {
        let ticked = TickedSteps { mail: true, backup: true };
        assert_eq!(serde_json::to_value(TickedStepDto::all(ticked)).unwrap(), serde_json::json!(ticked.names()));
    }
}
