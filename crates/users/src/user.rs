//! Accounts and the changes that can be made to them.

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
    /// Parses a name as typed, without blanks around it. Errors: an invalid length or character.
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

    /// The name as typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form in which names are compared.
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// Returns the form in which any given text is looked up as a name. Blanks around it, which phones add, do not
    /// count.
    pub fn key_of(text: &str) -> String {
        text.trim().to_ascii_lowercase()
    }

    /// Returns whether this name cannot be registered.
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
        /// Grey on black.
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

/// The first steps of administrators that can be done where the server does not see it, as ticked by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TickedSteps {
    /// Mail is sent.
    pub mail: bool,
    /// Backups are made.
    pub backup: bool,
}

impl TickedSteps {
    /// Parses the names of the steps that are ticked. Errors: one of them cannot be ticked.
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

    /// Returns the names of the steps that are ticked, in alphabetical order.
    pub fn names(self) -> Vec<&'static str> {
        let backup = self.backup.then_some("backup");
        backup.into_iter().chain(self.mail.then_some("mail")).collect()
    }
}

/// The session timeouts a user can choose, in minutes.
pub const SESSION_TIMEOUTS: [i32; 5] = [15, 30, 60, 120, 240];
/// The session timeout of a new account, in minutes.
pub const DEFAULT_SESSION_TIMEOUT: i32 = 30;

/// An account.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The account's id.
    pub id: UserId,
    /// The name as registered.
    pub username: String,
    /// The key of the account.
    pub access_key: AccessKey,
    /// The level of the account; before approval, the requested one.
    pub clearance_level: Clearance,
    /// Administrator rights; before approval, a request without effect.
    pub is_admin: bool,
    /// Whether an administrator approved the account.
    pub is_approved: bool,
    /// Whether a second factor is set up.
    pub two_factor_enabled: bool,
    /// For notifications.
    pub email: Option<String>,
    /// Whether notifications are sent to that address too.
    pub email_notifications: bool,
    /// For contact.
    pub phone: Option<String>,
    /// The look of the terminal.
    pub theme: Theme,
    /// Minutes without activity after which a session ends.
    pub session_timeout: i32,
    /// Whether the home board leaves out the first steps.
    pub first_steps_hidden: bool,
    /// The first steps that the account ticked.
    pub first_steps_ticked: TickedSteps,
    /// The last foreground request.
    pub last_activity: Option<Timestamp>,
    /// The last sign-in attempt, successful or not.
    pub last_login_attempt: Option<Timestamp>,
    /// Failures since the last success.
    pub failed_login_attempts: i32,
    /// When the account was registered.
    pub created_at: Timestamp,
    /// When the account was deleted. Its name and authorship remain.
    pub deleted_at: Option<Timestamp>,
    /// Revision of rights and settings. A change names the revision on which it was decided.
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

    /// Creates an approved administrator of level 5 with the key `developer`, for the first start and the operator.
    pub fn administrator(id: UserId, username: &Username, now: Timestamp) -> Self {
        Self { is_approved: true, ..Self::register(id, username, AccessKey::Developer, now) }
    }

    /// Creates the protected pseudo-user, which has no password.
    pub fn emergency_access(now: Timestamp) -> Self {
        let name = Username(UserId::EMERGENCY_ACCESS.to_owned());
        Self::administrator(UserId::EmergencyAccess, &name, now)
    }
}

/// An account with its password hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The account.
    pub user: User,
    /// The Argon2id hash of its password (PHC string), or `None` for accounts without a password.
    pub password_hash: Option<Secret>,
}

/// Which sessions of the account end with a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndSessions {
    /// None.
    None,
    /// Every one.
    All,
    /// All except this one.
    AllBut(SessionId),
}

/// The change of an account's password. With `Set` and `Clear`, the account's known browsers and networks are deleted
/// too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PasswordChange {
    /// The password stays.
    Keep,
    /// The new hash.
    Set(Secret),
    /// The password is removed.
    Clear,
}

/// A change to one existing account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserUpdate {
    /// The account after the change. Its `revision` is the one on which the change was decided; the store increments
    /// it.
    pub after: User,
    /// The change of the password.
    pub password: PasswordChange,
    /// The sessions that end in the same transaction.
    pub end_sessions: EndSessions,
    /// Whether the change requires another approved administrator that is not deleted, besides this account and
    /// `emergency-access`.
    pub needs_other_admin: bool,
    /// Whether the counted failures of the name, for all networks and browsers, and its wrong codes are cleared.
    pub clear_lockout: bool,
    /// Whether the account's second factor, with all its codes, is deleted.
    pub removes_second_factor: bool,
    /// The administrator on whose rights it was decided. They MUST still have them when it is written.
    pub authority: Option<Authority>,
}

impl UserUpdate {
    /// Creates a change of the row only.
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
    /// The pseudo-user for emergency access.
    pub emergency_access: User,
    /// The hash of the emergency key.
    pub emergency_key_hash: Secret,
    /// The hash of the master key.
    pub master_key_hash: Secret,
}

/// A change to accounts, written in one transaction with its audit entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UserChange {
    /// A new account.
    Create {
        /// The account.
        user: User,
        /// The hash of its password.
        password_hash: Secret,
    },
    /// The first start on an empty database.
    Initialize(Box<Initialization>),
    /// A change to an existing account.
    Update(Box<UserUpdate>),
    /// A new emergency or master key.
    RotateKey {
        /// Which key.
        name: CredentialName,
        /// Its hash.
        hash: Secret,
        /// Whether it is replaced although somebody would be stranded.
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
    fn registering_takes_level_and_claim_from_the_key() {
        let name = Username::parse("mercer").unwrap();
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Command, TEST_NOW);
        assert_eq!((user.clearance_level.level(), user.is_admin, user.is_approved), (5, true, false));
        let user = User::register(UserId::Account(numbered(1)), &name, AccessKey::Security, TEST_NOW);
        assert_eq!((user.clearance_level.level(), user.is_admin, user.is_approved), (3, false, false));
    }
}
