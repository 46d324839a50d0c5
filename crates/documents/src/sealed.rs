//! Sealed text, which only the view shows to readers.

use std::fmt;

/// A text, or a value computed from it, that readers get only through [`crate::view::view`]. Any code may seal a value.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T>(T);

impl<T> Sealed<T> {
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the sealed value, for rules that show it to no reader.
    pub(crate) const fn as_stored(&self) -> &T {
        &self.0
    }

    /// Returns the sealed value, for [`crate::view::view`].
    pub(crate) fn reveal(self) -> T {
        self.0
    }
}

/// Omits the value, because logs and failing tests print records.
impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(..)")
    }
}

impl From<String> for Sealed<String> {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Sealed<String> {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

pub mod storage {
    //! Access for storage. The value goes into the database and its index, and never to a reader. A tidy rule allows
    //! only the document tables of `infra` to use it.

    use super::Sealed;

    /// Returns the sealed value, for storage.
    pub const fn unseal<T>(sealed: &Sealed<T>) -> &T {
        &sealed.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_omits_the_value() {
        assert_eq!(format!("{:?}", Sealed::from("The gate opens at nine.")), "Sealed(..)");
    }
}
