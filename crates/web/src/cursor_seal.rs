//! Cursors as clients see them: sealed, because a position in a list counts all records, those that the reader may not
//! see included. Cursors of different lists have unrelated seals: equal ones would tell that as many records precede both.

use crate::error::ApiError;
use actix_web::{HttpRequest, web};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::Cursor;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Name of the parameter that contains a cursor.
const NAME: &str = "after";
/// Bytes of a position, and of the seal before it.
const HALF: usize = 8;

/// Seals cursors with a key that all nodes of a site share.
///
/// A sealed cursor is the keyed hash of its list and position followed by the position, encrypted with a keyed hash of the
/// first part (as in SIV, RFC 5297). Equal positions have equal seals, so that a list's links stay the same. Lists are named
/// by their paths.
#[derive(Clone)]
pub struct CursorSeal([u8; 32]);

impl CursorSeal {
    /// Creates it with a key that is used for nothing else.
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
        let position = cursor.position().to_be_bytes();
        let seal = self.hash(0, position, list);
        let hidden = xor(position, self.hash(1, seal, list));
        URL_SAFE_NO_PAD.encode([seal, hidden].concat())
    }

    /// Returns the cursor that was sealed for this list. `None` for any other text.
    pub fn open(&self, list: &str, text: &str) -> Option<Cursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (seal, hidden) = bytes.split_at_checked(HALF)?;
        let (seal, hidden): ([u8; HALF], [u8; HALF]) = (seal.try_into().ok()?, hidden.try_into().ok()?);
        let position = xor(hidden, self.hash(1, seal, list));
        (self.hash(0, position, list) == seal).then(|| Cursor::after(i64::from_be_bytes(position)))
    }

    /// Returns a query of this list with its cursors opened. One that this server did not seal for it becomes an invalid one.
    pub fn opened(&self, list: &str, query: &str) -> String {
        let pairs = query.split('&').map(|pair| match cursor_in(pair) {
            Some(sealed) => {
                let opened = self.open(list, &sealed).map_or_else(|| "-".to_owned(), Cursor::encode);
                format!("{NAME}={opened}")
            }
            None => pair.to_owned(),
        });
        pairs.collect::<Vec<_>>().join("&")
    }

    /// The start of a hash of the key, the purpose, the input and the list. Only the last one varies in length.
    fn hash(&self, purpose: u8, input: [u8; HALF], list: &str) -> [u8; HALF] {
        let hash = Sha256::new().chain_update(self.0).chain_update([purpose]).chain_update(input);
        let hash = hash.chain_update(list).finalize();
        let mut start = [0; HALF];
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

/// Returns the value of this pair of a query if it is a cursor, in whatever encoding.
fn cursor_in(pair: &str) -> Option<String> {
    let (name, value) = serde_urlencoded::from_str::<Vec<(String, String)>>(pair).ok()?.pop()?;
    (name == NAME).then_some(value)
}

fn xor(one: [u8; HALF], other: [u8; HALF]) -> [u8; HALF] {
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
        fn a_sealed_cursor_opens_again_with_the_same_key_and_list_only(position in any::<i64>()) {
            let sealed = SEAL.seal(LIST, Cursor::after(position));
            prop_assert_eq!(SEAL.open(LIST, &sealed), Some(Cursor::after(position)));
            prop_assert_eq!(CursorSeal::new([8; 32]).open(LIST, &sealed), None);
            prop_assert_eq!(SEAL.open("/api/documents/1/versions", &sealed), None);
            prop_assert_eq!(sealed.len(), 22);
        }

        #[test]
        fn other_texts_do_not_open(text in "[a-zA-Z0-9_-]{0,30}") {
            prop_assert_eq!(SEAL.open(LIST, &text), None);
        }
    }

    #[test]
    fn neighbours_and_other_lists_have_unrelated_seals() {
        let bytes =
            |list, position| URL_SAFE_NO_PAD.decode(SEAL.seal(list, Cursor::after(position))).unwrap();
        for other in [bytes(LIST, 42), bytes("/api/submissions", 41)] {
            let same = bytes(LIST, 41).iter().zip(other).filter(|(one, other)| **one == *other).count();
            assert!(same <= 4, "{same} of 16 bytes are the same");
        }
    }

    #[test]
    fn only_the_cursor_of_a_query_is_opened() {
        let sealed = SEAL.seal(LIST, Cursor::after(7));
        let opened = Cursor::after(7).encode();
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
