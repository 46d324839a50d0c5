//! Pages of long lists: a limit, and a cursor for the end of the previous page.

use crate::ParseError;

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

    pub const fn get(self) -> u16 {
        self.0
    }
}

/// The end of a page: the sort values of its last item, which may no longer exist. Opaque to callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(i64, i64);

impl Cursor {
    /// The end of a list in descending order of position.
    pub const END: Self = Self(0, i64::MIN);

    /// The cursor after the item at this position.
    pub const fn after(position: i64) -> Self {
        Self(0, position)
    }

    /// The cursor after the item with these values, in a list that is ordered by the first value, then by the second.
    pub const fn after_both(first: i64, position: i64) -> Self {
        Self(first, position)
    }

    /// The position of the last item on the page.
    pub const fn position(self) -> i64 {
        self.1
    }

    /// Both sort values of the last item on the page.
    pub const fn both(self) -> (i64, i64) {
        (self.0, self.1)
    }
}

impl From<i64> for Cursor {
    fn from(position: i64) -> Self {
        Self::after(position)
    }
}

/// The requested part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// The maximum number of items.
    pub limit: Limit,
    /// Return only items after this cursor. None starts at the first item.
    pub after: Option<Cursor>,
}

impl PageRequest {
    /// The first page, of maximum size.
    pub const FIRST: Self = Self { limit: Limit::MAX, after: None };
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The items, in the order of the list.
    pub items: Vec<T>,
    /// The cursor for the next page. None on the last page.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// Builds a page from up to `limit + 1` rows with their cursors. The extra row only indicates that another page
    /// follows.
    pub fn from_rows<P: Into<Cursor>>(mut rows: Vec<(P, T)>, limit: Limit) -> Self {
        let wanted = usize::from(limit.get());
        let more = rows.len() > wanted;
        rows.truncate(wanted);
        let (mut places, items): (Vec<P>, Vec<T>) = rows.into_iter().unzip();
        Self { items, next: places.pop().filter(|_| more).map(Into::into) }
    }

    pub fn map<U>(self, turn: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(turn).collect(), next: self.next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
