//! Rules for new passwords.

use facility_kernel::{ParseError, Secret, nfc};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Minimum number of characters of a password. The configuration can raise it.
pub const MIN_PASSWORD_CHARS: usize = 6;
pub const MAX_PASSWORD_CHARS: usize = 128;
/// Common passwords of at least [`MIN_PASSWORD_CHARS`] characters, in lower case, one per line: the union of three
/// published rankings. It includes the 3,000 most common ones, as OWASP ASVS 5.0, 6.2.4, requires. The decision record
/// on common passwords names the sources.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("passwords/common.txt").lines().collect());

/// Words from the product's own screens, which attackers try first.
const OWN_WORDS: [&str; 14] = [
    "access",
    "accesskey",
    "admin",
    "administrator",
    "clearance",
    "developer",
    "facility",
    "facilityterminal",
    "lockdown",
    "security",
    "subject",
    "terminal",
    "terminalfacility",
    "classified",
];

/// Requirements for a new password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordPolicy {
    /// Minimum number of Unicode scalar values, at least [`MIN_PASSWORD_CHARS`].
    pub min_chars: usize,
}

impl Default for PasswordPolicy {
    fn default() -> Self {
        Self { min_chars: MIN_PASSWORD_CHARS }
    }
}

/// A new password that meets the requirements. Any Unicode text, normalized by [`prepared`], never trimmed or
/// truncated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Password(Secret);

impl Password {
    /// Validates a new password. Errors: it is too short, too long, blank, common or equal to the username, or contains
    /// control characters.
    pub fn parse(policy: PasswordPolicy, username: &str, text: &str) -> Result<Self, ParseError> {
        let refuse = |message: String| Err(ParseError::new("password", message));
        let text = &*prepared(text);
        let length = text.chars().count();
        if length < policy.min_chars.max(MIN_PASSWORD_CHARS) {
            return refuse(format!("Password must be at least {} characters", policy.min_chars));
        }
        if length > MAX_PASSWORD_CHARS {
            return refuse(format!("Password must be at most {MAX_PASSWORD_CHARS} characters"));
        }
        if text.contains(char::is_control) {
            return refuse("Password must not contain control characters".to_owned());
        }
        if text.chars().all(char::is_whitespace) {
            return refuse("Password must not consist of blanks".to_owned());
        }
        if text.to_lowercase() == username.to_lowercase() {
            return refuse("Password must not be the username".to_owned());
        }
        if is_common(text) {
            return refuse("This password is one of the most common ones. Choose another".to_owned());
        }
        Ok(Self(Secret::new(text)))
    }

    /// Returns the password in plain text, for hashing.
    pub const fn secret(&self) -> &Secret {
        &self.0
    }
}

/// Normalizes a password before hashing, by the OpaqueString profile of RFC 8265: all blanks become ASCII spaces, and
/// the text is converted to NFC. The same keystrokes give the same password on every device.
pub fn prepared(text: &str) -> String {
    let is_blank =
        |c| matches!(c, '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}');
    nfc(&text.replace(is_blank, " ")).into_owned()
}

/// Whether the password is common or a simple variant of a common one: different case, digits instead of letters,
/// appended digits or punctuation, or the password twice. Also refuses repeated short groups of characters, sequences
/// such as `abcdef`, and words of the product. A longer password that only contains such a word is accepted.
pub(crate) fn is_common(text: &str) -> bool {
    let folded = text.to_lowercase();
    is_repeated(&folded) || is_run(&folded) || variants(&folded).iter().any(|variant| is_known(variant))
}

fn is_known(text: &str) -> bool {
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).collect();
    COMMON.contains(text) || OWN_WORDS.contains(&letters.as_str())
}

/// Returns the text without common additions and substitutions.
fn variants(folded: &str) -> Vec<String> {
    let bare = folded.trim_matches(|c: char| !c.is_alphabetic());
    // A final `1` or `!` may stand for a letter.
    let unmarked = folded.trim_end_matches(|c: char| c.is_ascii_punctuation());
    let mut found = vec![folded.to_owned(), bare.to_owned(), unmarked.to_owned()];
    if let Some((first, second)) = folded.split_at_checked(folded.len() / 2)
        && first == second
    {
        found.push(first.to_owned());
    }
    for one in ['i', 'l'] {
        let spelled: Vec<String> = found.iter().map(|text| spelled(text, one)).collect();
        let bare = spelled.iter().map(|text| text.trim_matches(|c: char| !c.is_alphabetic()).to_owned());
        let bare: Vec<String> = bare.collect();
        found.extend(spelled.into_iter().chain(bare));
    }
    found
}

/// Replaces digits and symbols with the letters that they resemble. `1` is replaced with `one`, which is i or l.
fn spelled(text: &str, one: char) -> String {
    let letter = |c| match c {
        '@' | '4' => 'a',
        '3' => 'e',
        '1' | '!' => one,
        '0' => 'o',
        '$' | '5' => 's',
        '7' | '+' => 't',
        other => other,
    };
    text.chars().map(letter).collect()
}

/// Whether the text repeats a group of at most four characters: `aaaaaa`, `121212`, `abcabc`.
fn is_repeated(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    (1..=4).any(|length| {
        chars.len() >= 2 * length && chars.iter().zip(chars.iter().skip(length)).all(|(one, next)| one == next)
    })
}

/// Whether the characters are consecutive, ascending or descending: `abcdef`, `987654`.
fn is_run(text: &str) -> bool {
    let codes: Vec<i64> = text.chars().map(|c| i64::from(u32::from(c))).collect();
    let steps = |by: i64| codes.iter().zip(codes.iter().skip(1)).all(|(a, b)| b - a == by);
    steps(1) || steps(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Password, ParseError> {
        Password::parse(PasswordPolicy::default(), "a-mercer", text)
    }

    #[test]
    fn equal_passwords_are_equal_in_every_form() {
        assert_eq!(parse("cafe\u{301}\u{3000}noir").unwrap(), parse("caf\u{e9} noir").unwrap());
        assert_ne!(parse("\u{FF26}oyer noir").unwrap(), parse("Foyer noir").unwrap());
        assert!(parse("night\u{7}watch").is_err() && parse("night\twatch").is_err());
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(parse("éçàü-7").is_ok());
        assert_eq!(parse("éçàü7").unwrap_err().message, "Password must be at least 6 characters");
        let long = |count| ('一'..).step_by(7).take(count).collect::<String>();
        assert!(parse(&long(128)).is_ok());
        assert!(parse(&long(129)).is_err());
    }

    #[test]
    fn common_passwords_and_the_name_are_refused() {
        for bad in [
            "password",
            "123456",
            "qwerty",
            "Password1",
            "letmein",
            "dragon",
            "A-Mercer",
            // Common passwords that earlier versions accepted.
            "654321",
            "11111111",
            "passw0rd",
            "michael",
            "123qwe",
            // Variants.
            "P@$$w0rd!",
            "DRAGON2026",
            "!!letmein!!",
            "dragondragon",
            "1Q2W3E4R",
            "zzzzzz",
            "abcdefgh",
            "fedcba",
            "      ",
            "\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}\u{3000}",
            // Words of the product.
            "facility",
            "Terminal1",
            "F4cility#2026",
            "facility-terminal",
            "lockdown!",
            "Adm1nistrator",
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        for good in
            [" spaces kept ", "correct horse battery", "quiet-lantern-42", "my dragon sleeps", "facility of glass"]
        {
            assert!(parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn none_of_the_3000_most_common_passwords_is_accepted() {
        let ranked: Vec<&str> = include_str!("passwords/top-3000.txt").lines().collect();
        assert_eq!(ranked.len(), 3000);
        let accepted: Vec<&&str> = ranked.iter().filter(|text| parse(text).is_ok()).collect();
        assert!(accepted.is_empty(), "{accepted:?}");
    }

    #[test]
    fn configuration_can_only_raise_the_minimum() {
        let policy = PasswordPolicy { min_chars: 12 };
        assert!(Password::parse(policy, "x", "quiet-lamp").is_err());
        let policy = PasswordPolicy { min_chars: 1 };
        assert!(Password::parse(policy, "x", "q7!").is_err());
    }
}
