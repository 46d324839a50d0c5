//! Pages of long lists: a limit, and a cursor that marks the end of the previous page.

use crate::ParseError;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The number of items per page, 1 to 200.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit(u16);

impl Limit {
    /// The largest page, 200 items.
    pub const MAX: Self = Self(200);

    /// Creates a limit from 1 to 200. Fails for any other number.
    pub fn parse(value: i64) -> Result<Self, ParseError> {
        match u16::try_from(value) {
            Ok(value @ 1..=200) => Ok(Self(value)),
            _ => Err(ParseError::new("limit", "Limit must be between 1 and 200".to_owned())),
        }
    }

    /// The number of items.
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// The end of a page: the position of its last item, opaque to callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(i64);

impl Cursor {
    /// The cursor after the last item of a list in descending order of position.
    pub const END: Self = Self(i64::MIN);

    /// The cursor after the item at this position.
    pub const fn after(position: i64) -> Self {
        Self(position)
    }

    /// The position of the last item seen.
    pub const fn position(self) -> i64 {
        self.0
    }

    /// The cursor as text for a URL.
    pub fn encode(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.to_be_bytes())
    }

    /// Parses a text from [`Cursor::encode`]. Fails for any other text.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let refused = || ParseError::new("after", "Invalid cursor".to_owned());
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_source| refused())?;
        let bytes: [u8; 8] = bytes.try_into().map_err(|_bytes| refused())?;
        Ok(Self(i64::from_be_bytes(bytes)))
    }
}

/// The requested part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// At most this many items.
    pub limit: Limit,
    /// Only items after this cursor. Without it, from the start.
    pub after: Option<Cursor>,
}

impl PageRequest {
    /// The first page of the largest size.
    pub const FIRST: Self = Self { limit: Limit::MAX, after: None };
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items, in the list's order.
    pub items: Vec<T>,
    /// The cursor of the next page. None on the last page.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Builds a page of up to `limit` items from up to `limit + 1` rows with their positions. The extra row only
    /// shows that another page follows.
    pub fn from_rows(mut rows: Vec<(i64, T)>, limit: Limit) -> Self {
        let wanted = usize::from(limit.get());
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        let next = if more { rows.last().map(|(position, _)| Cursor::after(*position)) } else { None };
        Self { items: rows.into_iter().map(|(_, item)| item).collect(), next }
    }

    /// Converts each item of the page.
    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(turn).collect(), next: self.next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cursors_survive_the_url(position in any::<i64>()) {
            prop_assert_eq!(Cursor::parse(&Cursor::after(position).encode()).unwrap().position(), position);
        }

        #[test]
        fn foreign_text_is_refused(text in "[a-z%/ ]{0,10}") {
            prop_assert!(Cursor::parse(&text).is_err());
        }
    }

    #[test]
    fn extra_row_becomes_the_next_cursor() {
        let limit = Limit::parse(2).unwrap();
        let page = Page::from_rows(vec![(9, 'a'), (8, 'b'), (7, 'c')], limit);
        assert_eq!(page, Page { items: vec!['a', 'b'], next: Some(Cursor::after(8)) });
        let last = Page::from_rows(vec![(7, 'c'), (6, 'd')], limit);
        assert_eq!(last, Page { items: vec!['c', 'd'], next: None });
        assert!(Limit::parse(0).is_err() && Limit::parse(201).is_err());
    }
}
