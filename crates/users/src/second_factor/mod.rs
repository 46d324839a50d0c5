//! The second factor: an authenticator app (TOTP, RFC 6238), one-time backup codes, and a static code.
//!
//! The rules here are pure: which accounts need a second factor, the format of codes, and whether a code matches.
//! Whether a code was already used is decided by the transaction that uses it, through [`ports`].

pub mod codes;
pub mod guesses;
pub mod ports;

use crate::second_factor::codes::CodeKind;
use crate::second_factor::codes::IssuedCodes;
use crate::second_factor::guesses::Guesses;
use facility_kernel::{Clearance, Secret, Timestamp, Token, UserId};
use std::time::Duration;

/// The lowest level at which a second factor can be set up and the site can require one. Administrators are included
/// whatever their level.
pub const FROM_LEVEL: u8 = 3;
/// How long a sign-in waits for a code after the password.
pub const TICKET_LIFETIME: Duration = Duration::from_mins(5);
/// Maximum number of wrong codes per sign-in.
pub const TRIES_PER_TICKET: u32 = 5;
/// Maximum number of sign-ins per account that wait for a code. Beyond it, the oldest ends.
pub const MAX_TICKETS: i64 = 10;

/// Marks a token as a ticket token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfTicket {}

/// The token of a sign-in that has passed the password check and waits for a code.
pub type TicketToken = Token<OfTicket>;

/// A sign-in that waits for a code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// [`TicketToken::fingerprint`].
    pub fingerprint: String,
    /// The account whose password was correct.
    pub user_id: UserId,
    /// When the password was checked.
    pub created_at: Timestamp,
}

impl Ticket {
    /// Returns when the sign-in stops waiting.
    pub fn expires_at(&self) -> Timestamp {
        self.created_at.plus(TICKET_LIFETIME)
    }
}

facility_kernel::named! {
    /// The method by which a code is checked.
    pub enum Method as "TwoFactorMethod" {
        App => "app",
        Backup => "backup",
        Static => "static",
    }
}

/// A matching code, and how the store uses it up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CodeProof {
    /// The app code for this time step, which must be later than the last one used.
    App {
        /// The sealed secret that the app code was checked with.
        secret: String,
        step: i64,
    },
    /// The hash of a backup code, which works once.
    Backup(String),
    /// The hash of the static code, which remains valid.
    Static(String),
}

/// The stored second factor of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondFactor {
    /// The sealed secret of the app. `None` while the second factor is off.
    pub secret: Option<String>,
    /// The time step of the last app code used.
    pub last_step: Option<i64>,
    /// The sealed secret of an incomplete set-up.
    pub pending_secret: Option<String>,
    /// How many times codes were derived for the account.
    pub syncs: i64,
    /// The hashes of the valid codes.
    pub codes: Vec<(CodeKind, String)>,
    /// Wrong codes that count for the browser of this request.
    pub guesses: Guesses,
}

impl SecondFactor {
    /// An account that has never had a second factor.
    pub const fn none() -> Self {
        Self {
            secret: None,
            last_step: None,
            pending_secret: None,
            syncs: 0,
            codes: Vec::new(),
            guesses: Guesses::none(),
        }
    }

    /// Whether any method is available at sign-in.
    pub fn is_usable(&self) -> bool {
        self.secret.is_some() || !self.codes.is_empty()
    }

    /// Returns the methods available at sign-in.
    pub fn methods(&self) -> Vec<Method> {
        let has = |kind| self.codes.iter().any(|(of, _)| *of == kind);
        let is_usable = |method: &Method| match method {
            Method::App => self.secret.is_some(),
            Method::Backup => has(CodeKind::Backup),
            Method::Static => has(CodeKind::Static),
        };
        Method::ALL.into_iter().filter(is_usable).collect()
    }
}

/// What the owner of an account enters into their app, and the codes. To be shown once.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The secret in Base32 (RFC 4648, section 6).
    pub secret: Secret,
    /// The `otpauth://totp/` URL that apps open.
    pub address: Secret,
    /// The URL's QR code as an image (`data:image/png`).
    pub picture: Secret,
    pub codes: IssuedCodes,
}

impl SetUp {
    /// Returns the secret in groups of four characters, for typing.
    pub fn manual_key(&self) -> Secret {
        let characters: Vec<char> = self.secret.expose().chars().collect();
        let groups: Vec<String> = characters.chunks(4).map(|group| group.iter().collect()).collect();
        Secret::new(groups.join(" "))
    }
}

/// Whether an account with this level and these rights may set up a second factor, and must have one if the site
/// requires it.
pub fn is_for(clearance: Clearance, is_admin: bool) -> bool {
    is_admin || clearance.level() >= FROM_LEVEL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::second_factor::codes::StaticCode;
    use facility_kernel::testing::{TEST_NOW, numbered};

    #[test]
    fn limits_are_those_that_the_documentation_names() {
        let ticket = Ticket { fingerprint: String::new(), user_id: UserId::Account(numbered(1)), created_at: TEST_NOW };
        assert_eq!(ticket.expires_at().since(TEST_NOW).as_secs(), 300);
        assert_eq!((TRIES_PER_TICKET, MAX_TICKETS, FROM_LEVEL), (5, 10, 3));
    }

    #[test]
    fn from_level_three_and_for_administrators() {
        for (level, is_admin, expected) in
            [(1, false, false), (2, false, false), (3, false, true), (5, false, true), (1, true, true)]
        {
            assert_eq!(is_for(Clearance::parse(level).unwrap(), is_admin), expected, "{level} {is_admin}");
        }
    }

    #[test]
    fn methods_are_those_that_the_account_has() {
        let codes = |kinds: &[CodeKind]| kinds.iter().map(|kind| (*kind, String::new())).collect();
        let mut factor = SecondFactor::none();
        assert_eq!((factor.methods(), factor.is_usable()), (vec![], false));
        factor.codes = codes(&[CodeKind::Static]);
        assert_eq!((factor.methods(), factor.is_usable()), (vec![Method::Static], true));
        factor.codes = codes(&[CodeKind::Backup, CodeKind::Backup, CodeKind::Static]);
        factor.secret = Some("sealed".to_owned());
        assert_eq!(factor.methods(), Method::ALL);
    }

    #[test]
    fn manual_key_is_the_secret_in_groups() {
        let codes = IssuedCodes { backup: Vec::new(), fixed: StaticCode::parse("ABCD-1234-EFGH").unwrap() };
        let set_up = SetUp {
            secret: Secret::new("ABCDEFGHIJ"),
            address: Secret::new("otpauth://totp/"),
            picture: Secret::new("data:image/png;base64,"),
            codes,
        };
        assert_eq!(set_up.manual_key().expose(), "ABCD EFGH IJ");
        assert!(!format!("{set_up:?}").contains("ABCD"), "no secret is printed");
    }
}
