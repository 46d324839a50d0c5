//! Accounts, and changes to them.

use crate::authority::Authority;
use crate::credential::CredentialName;
use facility_kernel::Secret;
use facility_kernel::{AccessKey, Clearance, ParseError, SessionId, Timestamp, UserId};
use std::fmt;
use std::str::FromStr;

/// A username: 3 to 50 letters, digits, underscores and hyphens. Compared ignoring case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Username(String);

/// Names that cannot be registered, because they suggest authority.
const RESERVED: [&str; 6] = [UserId::EMERGENCY_ACCESS, "administrator", "admin", "root", "system", "anonymous"];

impl Username {
    /// Parses a name as typed, ignoring blanks around it. Errors: an invalid length or character.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let text = text.trim();
        let refuse = |message: &str| Err(ParseError::new("username", message.to_owned()));
        let length = text.chars().count();
        if length < 3 {
            return refuse("Username must be at least 3 characters");
        }
        if length > 50 {
            return refuse("Username must be at most 50 characters");
        }
        if !text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
            return refuse("Username must contain only letters, numbers, underscores, and hyphens");
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form in which names are compared.
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// Returns the form in which a text is looked up as a name. Blanks around it, which phones add, are ignored.
    pub fn key_of(text: &str) -> String {
        text.trim().to_ascii_lowercase()
    }

    /// Whether registration refuses this name.
    pub fn is_reserved(&self) -> bool {
        RESERVED.contains(&self.key().as_str())
    }
}

impl fmt::Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

facility_kernel::named! {
    /// The color theme of the terminal.
    pub enum Theme {
        /// Shown as `green-matrix`.
        Default => "default",
        /// Gray on black.
        Dark => "dark",
        /// Green phosphor.
        GreenMatrix => "green-matrix",
        /// Amber phosphor.
        AmberCrt => "amber-crt",
        /// Pale blue on dark blue.
        BlueSteel => "blue-steel",
    }
}

impl FromStr for Theme {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        facility_kernel::named::one_of(text, "theme", "Theme")
    }
}

/// First steps of administrators that the server cannot detect, as ticked by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TickedSteps {
    /// Mail has been set up.
    pub mail: bool,
    /// Backups have been set up.
    pub backup: bool,
}

impl TickedSteps {
    /// Parses the names of ticked steps. Errors: one of them cannot be ticked.
    pub fn parse(names: &[String]) -> Result<Self, ParseError> {
        let mut ticked = Self::default();
        for name in names {
            match name.as_str() {
                "mail" => ticked.mail = true,
                "backup" => ticked.backup = true,
                _ => {
                    let message = "Only the steps mail and backup can be ticked".to_owned();
                    return Err(ParseError::new("firstStepsTicked", message));
                }
            }
        }
        Ok(ticked)
    }

    /// Returns the names of the ticked steps in alphabetical order.
    pub fn names(self) -> Vec<&'static str> {
        let backup = self.backup.then_some("backup");
        backup.into_iter().chain(self.mail.then_some("mail")).collect()
    }
}

/// The session timeouts that users can choose, in minutes.
pub const SESSION_TIMEOUTS: [i32; 5] = [15, 30, 60, 120, 240];
/// The session timeout of a new account, in minutes.
pub const DEFAULT_SESSION_TIMEOUT: i32 = 30;

#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    pub id: UserId,
    /// The name as registered.
    pub username: String,
    pub access_key: AccessKey,
    /// The account's level. Before approval, the requested level.
    pub clearance_level: Clearance,
    /// Administrator rights. Before approval, only a request for them.
    pub is_admin: bool,
    pub is_approved: bool,
    pub two_factor_enabled: bool,
    /// The address for notifications.
    pub email: Option<String>,
    /// Whether notifications are also sent by email.
    pub email_notifications: bool,
    pub phone: Option<String>,
    /// The color theme.
    pub theme: Theme,
    /// Minutes without activity after which a session ends.
    pub session_timeout: i32,
    /// Whether the home screen hides the first steps.
    pub first_steps_hidden: bool,
    /// The first steps that the user ticked.
    pub first_steps_ticked: TickedSteps,
    /// Time of the last foreground request.
    pub last_activity: Option<Timestamp>,
    /// Time of the last sign-in attempt, successful or not.
    pub last_login_attempt: Option<Timestamp>,
    /// Number of failures since the last successful sign-in.
    pub failed_login_attempts: i32,
    pub created_at: Timestamp,
    /// When the account was deleted. Its name and authorship remain.
    pub deleted_at: Option<Timestamp>,
    /// Revision of rights and settings. A change refers to the revision on which it is based.
    pub revision: i64,
}

impl User {
    /// Creates an account that waits for approval.
    pub fn register(id: UserId, username: &Username, access_key: AccessKey, now: Timestamp) -> Self {
        Self {
            id,
            username: username.as_str().to_owned(),
            access_key,
            clearance_level: access_key.clearance(),
            is_admin: access_key.claims_admin(),
            is_approved: false,
            two_factor_enabled: false,
            email: None,
            email_notifications: true,
            phone: None,
            theme: Theme::Default,
            session_timeout: DEFAULT_SESSION_TIMEOUT,
            first_steps_hidden: false,
            first_steps_ticked: TickedSteps::default(),
            last_activity: None,
            last_login_attempt: None,
            failed_login_attempts: 0,
            created_at: now,
            deleted_at: None,
            revision: 0,
        }
    }

    /// Creates an approved administrator of level 5 with the access key `developer`, for the first start and the
    /// operator.
    pub fn administrator(id: UserId, username: &Username, now: Timestamp) -> Self {
        Self { is_approved: true, ..Self::register(id, username, AccessKey::Developer, now) }
    }

    /// Creates the protected emergency-access user, which has no password.
    pub fn emergency_access(now: Timestamp) -> Self {
        let name = Username(UserId::EMERGENCY_ACCESS.to_owned());
        Self::administrator(UserId::EmergencyAccess, &name, now)
    }
}

/// An account with its password hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    pub user: User,
    /// The Argon2id hash of the password (PHC string). `None` for accounts without a password.
    pub password_hash: Option<Secret>,
}

/// Which of the account's sessions a change ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndSessions {
    None,
    All,
    /// All except this one.
    AllBut(SessionId),
}

/// How a change affects the password. `Set` and `Clear` also delete the account's known browsers and networks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordChange {
    Keep,
    /// Sets the password to one with this hash.
    Set(Secret),
    Clear,
}

/// A change to one existing account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserUpdate {
    /// The account after the change. Its `revision` is the one on which the change is based; the store increments it.
    pub after: User,
    pub password: PasswordChange,
    /// The sessions to end in the same transaction.
    pub end_sessions: EndSessions,
    /// Whether the change requires another approved, undeleted administrator besides this account and
    /// `emergency-access`.
    pub needs_other_admin: bool,
    /// Whether to clear the name's counted failures for all networks and browsers, and its wrong codes.
    pub clear_lockout: bool,
    /// Whether to delete the account's second factor with all its codes.
    pub removes_second_factor: bool,
    /// The administrator whose rights the change requires. They MUST still have them when it is written.
    pub authority: Option<Authority>,
}

impl UserUpdate {
    /// Creates a change to the account's row only.
    pub const fn to(after: User) -> Self {
        Self {
            after,
            password: PasswordChange::Keep,
            end_sessions: EndSessions::None,
            needs_other_admin: false,
            clear_lockout: false,
            removes_second_factor: false,
            authority: None,
        }
    }
}

/// The site's own accounts and keys, created together at the first start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initialization {
    /// The first administrator and the hash of their password.
    pub administrator: Account,
    pub emergency_access: User,
    pub emergency_key_hash: Secret,
    pub master_key_hash: Secret,
}

/// A change to accounts, written in one transaction with its audit entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UserChange {
    Create {
        user: User,
        password_hash: Secret,
    },
    /// The first start, on an empty database.
    Initialize(Box<Initialization>),
    Update(Box<UserUpdate>),
    /// A new emergency or master key.
    RotateKey {
        name: CredentialName,
        /// The hash of the key.
        hash: Secret,
        /// Whether to replace the key although somebody would be locked out.
        even_if_needed: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{TEST_NOW, numbered};

    #[test]
    fn usernames_follow_the_schema() {
        for good in ["abc", "A_b-9", &"x".repeat(50)] {
            assert!(Username::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "ab", &"x".repeat(51), "a b", "a.b", "ünal", "a\u{200B}bc"] {
            assert!(Username::parse(bad).is_err(), "{bad:?}");
        }
        assert_eq!(
            Username::parse("a mercer").unwrap_err().message,
            "Username must contain only letters, numbers, underscores, and hyphens"
        );
        assert_eq!(Username::parse(" Mercer\u{A0}").unwrap().as_str(), "Mercer");
        assert_eq!(Username::key_of("\tMercer "), "mercer");
        assert!(Username::parse("ROOT").unwrap().is_reserved());
        assert!(Username::parse("Emergency-Access").unwrap().is_reserved());
        assert!(!Username::parse("rooted").unwrap().is_reserved());
    }

    #[test]
    fn only_mail_and_backup_can_be_ticked() {
        let parsed = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            TickedSteps::parse(&names).map(TickedSteps::names)
        };
        assert_eq!(parsed(&[]), Ok(vec![]));
        assert_eq!(parsed(&["mail"]), Ok(vec!["mail"]));
        assert_eq!(parsed(&["mail", "backup", "mail"]), Ok(vec!["backup", "mail"]));
        for bad in ["", "Mail", "first_record"] {
            assert_eq!(parsed(&["mail", bad]).unwrap_err().field, "firstStepsTicked", "{bad:?}");
        }
    }

    #[test]
    fn registration_takes_level_and_admin_request_from_the_key() {
        let name = Username::parse("mercer").unwrap();
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Command, TEST_NOW);
        assert_eq!((user.clearance_level.level(), user.is_admin, user.is_approved), (5, true, false));
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Security, TEST_NOW);
        assert_eq!((user.clearance_level.level(), user.is_admin, user.is_approved), (3, false, false));
    }
}
