//! Accounts in the API.

use facility_kernel::AccessKey;
use facility_users::user::{Theme, TickedSteps, User};
use serde::Serialize;
use utoipa::ToSchema;

/// The access key chosen at registration.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = AccessKey)]
#[serde(rename_all = "lowercase")]
pub enum AccessKeyDto {
    /// Level 1.
    Subject,
    /// Level 2.
    Innovation,
    /// Level 3.
    Security,
    /// Level 4.
    Taskforce,
    /// Level 5, requests administrator rights.
    Command,
    /// Level 5, requests administrator rights.
    Developer,
}

impl From<AccessKey> for AccessKeyDto {
    fn from(key: AccessKey) -> Self {
        match key {
            AccessKey::Subject => Self::Subject,
            AccessKey::Innovation => Self::Innovation,
            AccessKey::Security => Self::Security,
            AccessKey::Taskforce => Self::Taskforce,
            AccessKey::Command => Self::Command,
            AccessKey::Developer => Self::Developer,
        }
    }
}

/// The color theme of the terminal.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = Theme)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeDto {
    /// Shown as `green-matrix`.
    Default,
    /// Grey on black.
    Dark,
    /// Green phosphor.
    GreenMatrix,
    /// Amber phosphor.
    AmberCrt,
    /// Pale blue on dark blue.
    BlueSteel,
}

impl From<Theme> for ThemeDto {
    fn from(theme: Theme) -> Self {
        match theme {
            Theme::Default => Self::Default,
            Theme::Dark => Self::Dark,
            Theme::GreenMatrix => Self::GreenMatrix,
            Theme::AmberCrt => Self::AmberCrt,
            Theme::BlueSteel => Self::BlueSteel,
        }
    }
}

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
    /// Whether notifications are sent to that address too.
    pub email_notifications: bool,
    /// Phone number for contact.
    #[schema(required = true)]
    pub phone: Option<String>,
    /// The color theme of the terminal.
    pub theme: ThemeDto,
    /// Minutes without activity after which a session ends: 15, 30, 60, 120 or 240.
    pub session_timeout: i32,
    /// Whether the home board leaves out the first steps.
    pub first_steps_hidden: bool,
    /// The first steps that the account ticked, in alphabetical order.
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
        for key in AccessKey::ALL {
            assert_eq!(serde_json::to_value(AccessKeyDto::from(key)).unwrap(), key.as_str());
        }
        for theme in Theme::ALL {
            assert_eq!(serde_json::to_value(ThemeDto::from(theme)).unwrap(), theme.as_str());
        }
        let ticked = TickedSteps { mail: true, backup: true };
        assert_eq!(
            serde_json::to_value(TickedStepDto::all(ticked)).unwrap(),
            serde_json::json!(ticked.names())
        );
    }
}
