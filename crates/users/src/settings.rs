//! Users' settings for their own account.

use crate::contact::{check_email, check_phone};
use crate::user::SESSION_TIMEOUTS;
use crate::user::{TickedSteps, User};
use facility_kernel::ParseError;

/// New values of a user's own settings. Absent members remain unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SettingsPatch {
    /// The color theme.
    pub theme: Option<String>,
    /// Minutes; one of [`SESSION_TIMEOUTS`].
    pub session_timeout: Option<i64>,
    /// An email address, or `None` to clear it.
    pub email: Option<Option<String>>,
    /// Whether notifications are also sent by email.
    pub email_notifications: Option<bool>,
    /// A phone number, or `None` to clear it.
    pub phone: Option<Option<String>>,
    /// Whether the home screen hides the first steps.
    pub first_steps_hidden: Option<bool>,
    /// The names of all first steps that are ticked.
    pub first_steps_ticked: Option<Vec<String>>,
}

impl SettingsPatch {
    /// Returns the account with these settings. Errors: an invalid value.
    pub fn apply(self, user: &User) -> Result<User, ParseError> {
        let mut after = user.clone();
        if let Some(theme) = self.theme {
            after.theme = theme.parse()?;
        }
        if let Some(minutes) = self.session_timeout {
            after.session_timeout =
                SESSION_TIMEOUTS.into_iter().find(|offered| i64::from(*offered) == minutes).ok_or_else(|| {
                    ParseError::new(
                        "sessionTimeout",
                        "Session timeout must be 15, 30, 60, 120 or 240 minutes".to_owned(),
                    )
                })?;
        }
        if let Some(email) = self.email {
            after.email = email.as_deref().filter(|text| !text.is_empty()).map(check_email).transpose()?;
        }
        if let Some(wanted) = self.email_notifications {
            after.email_notifications = wanted;
        }
        if let Some(phone) = self.phone {
            after.phone = phone.filter(|text| !text.is_empty()).map(check_phone).transpose()?;
        }
        if let Some(hidden) = self.first_steps_hidden {
            after.first_steps_hidden = hidden;
        }
        if let Some(names) = self.first_steps_ticked {
            after.first_steps_ticked = TickedSteps::parse(&names)?;
        }
        Ok(after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::user::Theme;
    use crate::user::Username;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use facility_kernel::{AccessKey, UserId};

    #[test]
    fn settings_accept_only_offered_values() {
        let name = Username::parse("mercer").unwrap();
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Subject, TEST_NOW);
        let patch = SettingsPatch {
            theme: Some("amber-crt".to_owned()),
            session_timeout: Some(60),
            email: Some(Some("a@example.org".to_owned())),
            email_notifications: Some(false),
            phone: None,
            first_steps_hidden: Some(true),
            first_steps_ticked: Some(vec!["mail".to_owned()]),
        };
        let after = patch.apply(&user).unwrap();
        assert_eq!((after.theme, after.session_timeout), (Theme::AmberCrt, 60));
        assert!(user.email_notifications && !after.email_notifications);
        assert!(!user.first_steps_hidden && after.first_steps_hidden);
        assert_eq!(user.first_steps_ticked, TickedSteps::default());
        assert_eq!(after.first_steps_ticked, TickedSteps { mail: true, backup: false });
        let cleared = SettingsPatch { email: Some(None), ..SettingsPatch::default() }.apply(&after).unwrap();
        assert_eq!(cleared.email, None);
        assert!(cleared.first_steps_ticked.mail);
        for bad in [
            SettingsPatch { theme: Some("pink".to_owned()), ..SettingsPatch::default() },
            SettingsPatch { session_timeout: Some(31), ..SettingsPatch::default() },
            SettingsPatch { email: Some(Some("no address".to_owned())), ..SettingsPatch::default() },
            SettingsPatch { phone: Some(Some("call me".to_owned())), ..SettingsPatch::default() },
            SettingsPatch { first_steps_ticked: Some(vec!["first_record".to_owned()]), ..SettingsPatch::default() },
        ] {
            assert!(bad.apply(&user).is_err());
        }
    }
}
