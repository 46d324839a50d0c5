//! Backup codes and static codes: their format and comparison.

use facility_kernel::{ParseError, Secret};
use std::fmt;

/// Number of backup codes in a set.
pub const BACKUP_CODES: u32 = 10;
/// The characters of generated codes: digits and upper-case letters without I, L, O and U, 5 bits each (Crockford's
/// Base32).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of characters in a backup code: 40 bits, more than enough against 20 guesses a day.
const BACKUP_CHARS: usize = 8;
/// Number of characters in a static code: 60 bits.
const STATIC_CHARS: usize = 12;
/// Maximum length of a code that is checked, in characters.
const MAX_CODE_CHARS: usize = 64;
/// Number of characters between hyphens.
const GROUP: usize = 4;

facility_kernel::named! {
    /// The kind of a code.
    pub enum CodeKind {
        /// Works once.
        Backup => "backup",
        /// Works until it is replaced. Each use raises an alert.
        Static => "static",
    }
}

/// A code in the form in which it is compared: upper case, without blanks and hyphens.
#[derive(Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// Normalizes a code as typed. Any text is accepted; a text that is not a code matches nothing.
    pub fn typed(text: &str) -> Self {
        let kept = text.chars().filter(|c| !c.is_whitespace() && *c != '-').take(MAX_CODE_CHARS);
        Self(kept.flat_map(char::to_uppercase).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

/// A static code in its display form, XXXX-XXXX-XXXX.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticCode(Secret);

impl StaticCode {
    /// Parses a code chosen by an administrator: three groups of four letters and digits, with hyphens. Errors: the
    /// format is different, or all twelve characters are the same.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let refuse = |message: &str| Err(ParseError::new("newStaticCode", message.to_owned()));
        let groups: Vec<&str> = text.split('-').collect();
        let is_group = |group: &&str| group.len() == GROUP && group.bytes().all(|c| c.is_ascii_alphanumeric());
        if groups.len() * GROUP != STATIC_CHARS || !groups.iter().all(is_group) {
            return refuse("The static code must have the form XXXX-XXXX-XXXX, with letters and digits");
        }
        let code = text.to_ascii_uppercase();
        let mut characters = code.bytes().filter(|c| *c != b'-');
        let first = characters.next();
        if characters.all(|c| Some(c) == first) {
            return refuse("This static code is too easy to guess. Choose another");
        }
        Ok(Self(Secret::new(code)))
    }

    /// Returns the code, for its owner.
    pub const fn secret(&self) -> &Secret {
        &self.0
    }
}

/// New codes, to be shown once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IssuedCodes {
    pub backup: Vec<Secret>,
    pub fixed: StaticCode,
}

impl IssuedCodes {
    /// Creates a set of codes from 256 bits each. The last one is the static code. Errors: those of `bits`.
    pub fn made_of<E>(mut bits: impl FnMut(u32) -> Result<[u8; 32], E>) -> Result<Self, E> {
        let mut backup = Vec::new();
        for index in 0..BACKUP_CODES {
            backup.push(Secret::new(written(&bits(index)?, BACKUP_CHARS)));
        }
        let fixed = StaticCode(Secret::new(written(&bits(BACKUP_CODES)?, STATIC_CHARS)));
        Ok(Self { backup, fixed })
    }

    pub fn all(&self) -> impl Iterator<Item = (CodeKind, Code)> {
        let backup = self.backup.iter().map(|code| (CodeKind::Backup, Code::typed(code.expose())));
        backup.chain(std::iter::once((CodeKind::Static, Code::typed(self.fixed.secret().expose()))))
    }
}

/// Returns the input from which a code of an account is derived. Its parts are length-prefixed, so that no two accounts
/// share an input.
pub fn derived(user_id: &str, username: &str, created_at_micros: i64, sync: i64, index: u32) -> Vec<u8> {
    let mut text = Vec::new();
    for part in [user_id.as_bytes(), username.as_bytes()] {
        text.extend_from_slice(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        text.extend_from_slice(part);
    }
    text.extend_from_slice(&created_at_micros.to_be_bytes());
    text.extend_from_slice(&sync.to_be_bytes());
    text.extend_from_slice(&index.to_be_bytes());
    text
}

/// Formats this many characters of 5 bits each, in groups with hyphens.
fn written(bits: &[u8], characters: usize) -> String {
    let mut text = String::new();
    for (n, byte) in bits.iter().take(characters).enumerate() {
        if n > 0 && n % GROUP == 0 {
            text.push('-');
        }
        let character = ALPHABET.get(usize::from(byte & 31)).copied().unwrap_or(b'0');
        text.push(char::from(character));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    fn issued() -> IssuedCodes {
        let bits = |index| Ok::<_, Infallible>(std::array::from_fn(|n| u8::try_from(n * 5 + index as usize).unwrap()));
        IssuedCodes::made_of(bits).unwrap()
    }

    #[test]
    fn a_set_has_ten_backup_codes_and_a_static_code() {
        let issued = issued();
        assert_eq!(issued.backup.len(), 10);
        assert_eq!(issued.backup[0].expose(), "05AF-MSY3");
        assert_eq!(issued.fixed.secret().expose(), "AFMS-Y38D-JQW1");
        let kinds: Vec<CodeKind> = issued.all().map(|(kind, _)| kind).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == CodeKind::Backup).count(), 10);
        assert_eq!(kinds.last(), Some(&CodeKind::Static));
    }

    #[test]
    fn generated_codes_have_no_characters_that_look_alike() {
        let all: BTreeSet<u8> = ALPHABET.iter().copied().collect();
        assert_eq!(all.len(), 32);
        assert!(b"ILOUilou".iter().all(|c| !all.contains(c)));
    }

    #[test]
    fn codes_are_compared_without_case_blanks_and_hyphens() {
        for text in ["abcd-1234", "ABCD1234", " aBcD 1234 ", "A-B-C-D\u{a0}1234"] {
            assert_eq!(Code::typed(text).as_str(), "ABCD1234", "{text:?}");
        }
        assert_ne!(Code::typed("ABCD123"), Code::typed("ABCD1234"));
        assert_eq!(Code::typed(&"A".repeat(1000)).as_str().len(), 64);
        assert_eq!(format!("{:?}", Code::typed("ABCD")), "Code(..)");
    }

    #[test]
    fn chosen_static_codes_have_three_groups_of_four() {
        assert_eq!(StaticCode::parse("abcd-1234-EFGH").unwrap().secret().expose(), "ABCD-1234-EFGH");
        for bad in [
            "",
            "ABCD-1234",
            "ABCD-1234-EFG",
            "ABCD-1234-EFGHI",
            "ABCD1234EFGH",
            "ABCD-12 4-EFGH",
            "ABCD-1234-EFGÄ",
            "AAAA-AAAA-aaaa",
            "ABCD-1234-EFGH-",
        ] {
            let refused = StaticCode::parse(bad).unwrap_err();
            assert_eq!(refused.field, "newStaticCode", "{bad}");
        }
    }

    #[test]
    fn derived_texts_differ_in_every_part() {
        let texts = [
            derived("ab", "c", 1, 1, 0),
            derived("a", "bc", 1, 1, 0),
            derived("ab", "d", 1, 1, 0),
            derived("ab", "c", 2, 1, 0),
            derived("ab", "c", 1, 2, 0),
            derived("ab", "c", 1, 1, 1),
        ];
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
        assert_eq!(derived("ab", "c", 1, 1, 0), texts[0]);
    }
}
