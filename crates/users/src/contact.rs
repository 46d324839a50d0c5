//! Validation of users' email addresses and phone numbers.

use facility_kernel::{ParseError, check_line};

/// Maximum length in bytes of an address and of its part before the `@` (RFC 5321, 4.5.3.1).
const MAX_ADDRESS: usize = 254;
const MAX_NAME: usize = 64;

/// Validates an email address. Returns it with its domain in DNS form: `bücher.example` becomes
/// `xn--bcher-kva.example`. Quoted local parts and IP addresses as domains are refused. Errors: the address is invalid
/// or too long.
pub fn check_email(text: &str) -> Result<String, ParseError> {
    check_line("email", text, MAX_ADDRESS)?;
    let invalid = || ParseError::new("email", "Enter a valid email address".to_owned());
    let (name, domain) = text.rsplit_once('@').ok_or_else(invalid)?;
    let is_atom = |atom: &str| {
        !atom.is_empty() && atom.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c))
    };
    let domain = idna::domain_to_ascii_strict(domain).map_err(|_source| invalid())?;
    // No top-level domain consists of digits, so such a domain is an IP address.
    let is_domain = domain.rsplit_once('.').is_some_and(|(_, last)| last.contains(|c: char| !c.is_ascii_digit()));
    let address = format!("{name}@{domain}");
    if name.len() <= MAX_NAME && name.split('.').all(is_atom) && is_domain && address.len() <= MAX_ADDRESS {
        Ok(address)
    } else {
        Err(invalid())
    }
}

/// Validates a phone number. Errors: it is invalid or too long.
pub(crate) fn check_phone(text: String) -> Result<String, ParseError> {
    check_line("phone", &text, 40)?;
    if text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | ' ' | '(' | ')' | '.' | '/')) {
        Ok(text)
    } else {
        Err(ParseError::new("phone", "Enter a valid phone number".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_mail_can_reach_are_accepted() {
        for (typed, kept) in [
            ("mercer@example.org", "mercer@example.org"),
            ("Ann.O'Neil+log@Mail.Example.ORG", "Ann.O'Neil+log@mail.example.org"),
            ("m@bücher.example", "m@xn--bcher-kva.example"),
            ("m@例え.テスト", "m@xn--r8jz45g.xn--zckzah"),
        ] {
            assert_eq!(check_email(typed).unwrap(), kept);
        }
        let long = "a".repeat(65);
        for refused in [
            "a@b.org;c@d.org",
            "a@b.org, c@d.org",
            "a@[127.0.0.1]",
            "a@127.0.0.1",
            "a@b..org",
            "a@.b.org",
            "a@-b.org",
            "a@b_c.org",
            "a@localhost",
            ".a@b.org",
            "a..b@b.org",
            "\"a b\"@b.org",
            "a b@b.org",
            "ä@b.org",
            "<a@b.org>",
            "@b.org",
            "a@",
            "a",
            &format!("{long}@b.org"),
        ] {
            assert!(check_email(refused).is_err(), "{refused}");
        }
    }
}
