//! Enums whose values have names: each value, its name and its description are told in one place.

use crate::field_error::ParseError;

/// An enum that [`named!`](crate::named) declares.
pub trait Named: Copy + Sized + 'static {
    /// All values, in the order of their declaration.
    const VALUES: &'static [Self];
    /// The names of all values, in the same order.
    const NAMES: &'static [&'static str];
    /// Its name in the description of the API.
    const SCHEMA: &'static str;
    /// Its doc comment.
    const DESCRIPTION: &'static str;

    /// Returns the name of the value in the API, in the database and in logs.
    fn name(self) -> &'static str;
}

/// Returns the value with this name. Errors: there is none; the message begins with `label`, and lists all names.
pub fn one_of<T: Named>(text: &str, field: &'static str, label: &str) -> Result<T, ParseError> {
    T::VALUES
        .iter()
        .copied()
        .find(|value| value.name() == text)
        .ok_or_else(|| ParseError::new(field, format!("{label} must be one of {}", T::NAMES.join(", "))))
}

/// Declares an enum with the name of each value in the API, in the database and in logs. Names that rows store are
/// stable.
///
/// Another name than the enum's
/// in the description of the API follows it. It has `ALL`, `as_str`, `parse`, which returns `None` for a text that is
/// no name, and [`Named`](crate::named::Named).
#[macro_export]
macro_rules! named {
    ($(#[doc = $doc:literal])+ $vis:vis enum $name:ident $(as $schema:literal)? {
        $($(#[$attribute:meta])* $variant:ident => $text:expr),+ $(,)?
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$attribute])* $variant),+ }

        impl $name {
            /// All values, in the order of their declaration.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Returns the name in the API, in the database and in logs.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// Returns the value with this name.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.as_str() == text)
            }
        }

        impl $crate::named::Named for $name {
            const VALUES: &'static [Self] = &Self::ALL;
            const NAMES: &'static [&'static str] = &[$($text),+];
            const SCHEMA: &'static str = [$($schema,)? stringify!($name)][0];
            const DESCRIPTION: &'static str = concat!($($doc),+);

            fn name(self) -> &'static str {
                self.as_str()
            }
        }
    };
}
