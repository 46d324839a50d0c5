//! Which passwords are taken.

use crate::Secret;
use kernel::ParseError;
use zxcvbn::matching::patterns::MatchPattern;

/// The fewest characters a password may have, unless raised by configuration.
pub const MIN_PASSWORD_CHARS: usize = 6;
/// The most characters a password may have.
pub const MAX_PASSWORD_CHARS: usize = 128;
/// How many of the most common passwords are refused (OWASP ASVS 5.0, 6.2.4, asks for 3,000).
const REFUSED_COMMON: usize = 10_000;

/// What a new password has to satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordPolicy {
    /// The fewest Unicode scalar values, at least [`MIN_PASSWORD_CHARS`].
    pub min_chars: usize,
}

impl Default for PasswordPolicy {
    fn default() -> Self {
        Self { min_chars: MIN_PASSWORD_CHARS }
    }
}

/// A new password that satisfies the policy: any Unicode, taken as typed, never trimmed or cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Password(Secret);

impl Password {
    /// Takes a new password; refuses short, overlong and common ones and the user's own name.
    pub fn parse(policy: PasswordPolicy, username: &str, text: &str) -> Result<Self, ParseError> {
        let refuse = |message: String| Err(ParseError::new("password", message));
        let length = text.chars().count();
        if length < policy.min_chars.max(MIN_PASSWORD_CHARS) {
            return refuse(format!("Password must be at least {} characters", policy.min_chars));
        }
        if length > MAX_PASSWORD_CHARS {
            return refuse(format!("Password must be at most {MAX_PASSWORD_CHARS} characters"));
        }
        if text.contains('\0') {
            return refuse("Password must not contain control characters".to_owned());
        }
        if text.eq_ignore_ascii_case(username) {
            return refuse("Password must not be the username".to_owned());
        }
        if is_common(text) {
            return refuse("This password is one of the most common ones. Choose another".to_owned());
        }
        Ok(Self(Secret::new(text)))
    }

    /// The password in the clear, for hashing it.
    pub const fn secret(&self) -> &Secret {
        &self.0
    }
}

/// Whether the whole password, as typed but for case, stands among the most common ones.
fn is_common(text: &str) -> bool {
    zxcvbn::zxcvbn(text, &[]).sequence().iter().any(|part| match &part.pattern {
        MatchPattern::Dictionary(word) => {
            part.i == 0
                && part.j + 1 >= text.chars().count()
                && !word.l33t
                && !word.reversed
                && word.rank <= REFUSED_COMMON
                // The library does not export the name's type; its `Debug` is the name.
                && format!("{:?}", word.dictionary_name) == "Passwords"
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Password, ParseError> {
        Password::parse(PasswordPolicy::default(), "a-mercer", text)
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(parse("éçàü-7").is_ok());
        assert_eq!(parse("éçàü7").unwrap_err().message, "Password must be at least 6 characters");
        assert!(parse(&"é7".repeat(64)).is_ok());
        assert!(parse(&"é".repeat(129)).is_err());
    }

    #[test]
    fn common_passwords_and_the_name_are_refused() {
        for bad in ["password", "123456", "qwerty", "Password1", "letmein", "dragon", "A-Mercer"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        for good in [" spaces kept ", "correct horse battery", "quiet-lantern-42", "Facility#2026"] {
            assert!(parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn configuration_can_only_raise_the_floor() {
        let policy = PasswordPolicy { min_chars: 12 };
        assert!(Password::parse(policy, "x", "quiet-lamp").is_err());
        let policy = PasswordPolicy { min_chars: 1 };
        assert!(Password::parse(policy, "x", "q7!").is_err());
    }
}
