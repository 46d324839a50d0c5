//! Enums whose values have stable names, declared together with their descriptions.

use crate::field_error::ParseError;

/// An enum that [`named!`](crate::named) declares.
pub trait Named: Copy + Sized + 'static {
    /// All values in declaration order.
    const VALUES: &'static [Self];
    /// The names of all values in the same order.
    const NAMES: &'static [&'static str];
    /// The name of the enum in the API description.
    const SCHEMA: &'static str;
    /// The enum's doc comment.
    const DESCRIPTION: &'static str;

    /// Returns the name of the value, as in the API, the database and logs.
    fn name(self) -> &'static str;
}

/// Parses the name of a value. The error message begins with `label` and lists all names.
pub fn one_of<T: Named>(text: &str, field: &'static str, label: &str) -> Result<T, ParseError> {
    T::VALUES
        .iter()
        .copied()
        .find(|value| value.name() == text)
        .ok_or_else(|| ParseError::new(field, format!("{label} must be one of {}", T::NAMES.join(", "))))
}

/// Declares an enum with a name for each value, as in the API, the database and logs. Names that are stored in rows
/// must not change.
///
/// The enum has `ALL`, `as_str`, `parse` (`None` if the text is not a name) and [`Named`](crate::named::Named). `as
/// "OtherName"` changes the enum's name in the API description.
#[macro_export]
macro_rules! named {
    ($(#[doc = $doc:literal])+ $vis:vis enum $name:ident $(as $schema:literal)? {
        $($(#[$attribute:meta])* $variant:ident => $text:expr),+ $(,)?
    }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name { $($(#[$attribute])* $variant),+ }

        impl $name {
            /// All values in declaration order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// Returns the name, as in the API, the database and logs.
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
