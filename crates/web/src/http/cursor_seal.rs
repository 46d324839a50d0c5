//! Encrypts the cursors that clients see, because a position in a list also counts records that the reader may not see.
//! Equal cursors of different lists look unrelated: otherwise they would reveal that the same number of records
//! precedes both.

use crate::http::error::ApiError;
use actix_web::{HttpRequest, web};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use facility_kernel::{Cursor, ParseError};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Name of the parameter that contains a cursor.
const NAME: &str = "after";
/// Bytes of the seal before a cursor.
const SEAL_BYTES: usize = 8;
/// Bytes of the two values in a cursor.
const VALUES: usize = 16;

/// Seals cursors with a key that all nodes of a site share.
///
/// A sealed cursor is a keyed hash of its list and values, followed by the values, which are encrypted with a keyed
/// hash of the first part (as in SIV, RFC 5297). Equal cursors of one list have equal seals, so that the list's links
/// stay the same. [`list_of`] names a list.
#[derive(Clone)]
pub struct CursorSeal([u8; 32]);

impl CursorSeal {
    /// Creates a seal. The key MUST be used for nothing else.
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    /// Returns the seal of the server that received the request.
    pub fn of(request: &HttpRequest) -> Result<&Self, ApiError> {
        let found = request.app_data::<web::Data<Self>>().ok_or_else(ApiError::internal)?;
        Ok(found.get_ref())
    }

    /// Returns a cursor of this list as text for a URL.
    pub fn seal(&self, list: &str, cursor: Cursor) -> String {
        let values = to_bytes(cursor);
        let seal: [u8; SEAL_BYTES] = self.hash(0, &values, list);
        let hidden = xor(values, self.hash(1, &seal, list));
        URL_SAFE_NO_PAD.encode([seal.as_slice(), &hidden].concat())
    }

    /// Returns the cursor that was sealed for this list. `None` for any other text.
    pub fn open(&self, list: &str, text: &str) -> Option<Cursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (seal, hidden) = bytes.split_first_chunk::<SEAL_BYTES>()?;
        let hidden: [u8; VALUES] = hidden.try_into().ok()?;
        let values = xor(hidden, self.hash(1, seal, list));
        (self.hash(0, &values, list) == *seal).then(|| from_bytes(values))
    }

    /// Returns a query of this list with its cursors opened. A cursor that was not sealed for this list becomes an
    /// invalid one.
    pub fn opened(&self, list: &str, query: &str) -> String {
        let pairs = query.split('&').map(|pair| match cursor_in(pair) {
            Some(sealed) => {
                let opened = self.open(list, &sealed).map_or_else(|| "-".to_owned(), encode);
                format!("{NAME}={opened}")
            }
            None => pair.to_owned(),
        });
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Returns the first bytes of a hash of the key, the purpose, the input and the list. The purpose determines the
    /// length of the input, so only the list, which comes last, varies in length.
    fn hash<const N: usize>(&self, purpose: u8, input: &[u8], list: &str) -> [u8; N] {
        let hash = Sha256::new().chain_update(self.0).chain_update([purpose]).chain_update(input);
        let hash = hash.chain_update(list).finalize();
        let mut start = [0; N];
        for (byte, hashed) in start.iter_mut().zip(hash) {
            *byte = hashed;
        }
        start
    }
}

impl fmt::Debug for CursorSeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CursorSeal(..)")
    }
}

/// Returns the name of the list of this path and query: the path and the order, if the query names one.
pub fn list_of(path: &str, query: &str) -> String {
    match query.split('&').find(|pair| pair.starts_with("sort=")) {
        Some(order) => format!("{path}?{order}"),
        None => path.to_owned(),
    }
}

/// Encodes an opened cursor as text.
fn encode(cursor: Cursor) -> String {
    URL_SAFE_NO_PAD.encode(to_bytes(cursor))
}

/// Parses the text of an opened cursor. Errors: it is not one.
pub fn parse(text: &str) -> Result<Cursor, ParseError> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.map(from_bytes).ok_or_else(|| ParseError::new(NAME, "Invalid cursor".to_owned()))
}

fn to_bytes(cursor: Cursor) -> [u8; VALUES] {
    let (first, position) = cursor.both();
    ((u128::from(first.cast_unsigned()) << 64) | u128::from(position.cast_unsigned())).to_be_bytes()
}

fn from_bytes(bytes: [u8; VALUES]) -> Cursor {
    let (first, position) = bytes.split_at(VALUES / 2);
    let number = |half: &[u8]| i64::from_be_bytes(half.try_into().unwrap_or_default());
    Cursor::after_both(number(first), number(position))
}

/// Returns the decoded value of this query parameter if its decoded name is that of a cursor.
fn cursor_in(pair: &str) -> Option<String> {
    let (name, value) = serde_urlencoded::from_str::<Vec<(String, String)>>(pair).ok()?.pop()?;
    (name == NAME).then_some(value)
}

fn xor(one: [u8; VALUES], other: [u8; VALUES]) -> [u8; VALUES] {
    let mut both = one;
    for (byte, mask) in both.iter_mut().zip(other) {
        *byte ^= mask;
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SEAL: CursorSeal = CursorSeal::new([7; 32]);
    const LIST: &str = "/api/documents";

    proptest! {
        #[test]
        fn a_sealed_cursor_opens_only_with_the_same_key_and_list(position in any::<i64>()) {
            let sealed = SEAL.seal(LIST, Cursor::after(position));
            prop_assert_eq!(SEAL.open(LIST, &sealed), Some(Cursor::after(position)));
            prop_assert_eq!(CursorSeal::new([8; 32]).open(LIST, &sealed), None);
            prop_assert_eq!(SEAL.open("/api/documents/1/versions", &sealed), None);
            prop_assert_eq!(sealed.len(), 32);
        }

        #[test]
        fn sealing_preserves_both_values_of_a_cursor(first in any::<i64>(), position in any::<i64>()) {
            let cursor = Cursor::after_both(first, position);
            prop_assert_eq!(SEAL.open(LIST, &SEAL.seal(LIST, cursor)), Some(cursor));
            prop_assert_eq!(parse(&encode(cursor)).unwrap(), cursor);
        }

        #[test]
        fn other_texts_do_not_open(text in "[a-zA-Z0-9_-]{0,40}") {
            prop_assert_eq!(SEAL.open(LIST, &text), None);
            prop_assert!(text.len() == 22 || parse(&text).is_err());
        }
    }

    #[test]
    fn adjacent_cursors_and_other_lists_have_unrelated_seals() {
        let bytes = |list, position| URL_SAFE_NO_PAD.decode(SEAL.seal(list, Cursor::after(position))).unwrap();
        for other in [bytes(LIST, 42), bytes("/api/submissions", 41)] {
            let same = bytes(LIST, 41).iter().zip(other).filter(|(one, other)| **one == *other).count();
            assert!(same <= 4, "{same} of 24 bytes are the same");
        }
    }

    #[test]
    fn only_the_cursor_of_a_query_is_opened() {
        let sealed = SEAL.seal(LIST, Cursor::after(7));
        let opened = encode(Cursor::after(7));
        assert_eq!(
            SEAL.opened(LIST, &format!("q=a%20b&after={sealed}&limit=5")),
            format!("q=a%20b&after={opened}&limit=5")
        );
        assert_eq!(SEAL.opened(LIST, &format!("after={opened}")), "after=-", "a bare position is refused");
        assert_eq!(SEAL.opened(LIST, &format!("%61fter={opened}")), "after=-", "in whatever encoding");
        assert_eq!(SEAL.opened(LIST, "limit=5"), "limit=5");
        assert_eq!(SEAL.opened(LIST, ""), "");
    }
}
