//! Addresses under which users are reached.

use kernel::{ParseError, check_line};

/// Checks an email address. Errors: it is none, or too long.
pub(crate) fn check_email(text: String) -> Result<String, ParseError> {
    check_line("email", &text, 254)?;
    let shaped = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    if shaped && !text.contains(char::is_whitespace) {
        Ok(text)
    } else {
        Err(ParseError::new("email", "Enter a valid email address".to_owned()))
    }
}

/// Checks a phone number. Errors: it is none, or too long.
pub(crate) fn check_phone(text: String) -> Result<String, ParseError> {
    check_line("phone", &text, 40)?;
    if text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | ' ' | '(' | ')' | '.' | '/')) {
        Ok(text)
    } else {
        Err(ParseError::new("phone", "Enter a valid phone number".to_owned()))
    }
}
