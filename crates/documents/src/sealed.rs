//! Text that leaves by one door.

use std::fmt;

/// A text, or what was made of one, that nobody gets but through [`crate::view`]. Anybody may put something in.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T>(T);

impl<T> Sealed<T> {
    /// Seals a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// What is sealed, for [`crate::view`].
    pub(crate) fn reveal(self) -> T {
        self.0
    }
}

/// Says nothing of what is sealed: logs and failing tests print records.
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
    //! The door for storage. What it returns goes into the database and its index, and to no reader. A tidy rule lets only
    //! `infra`'s table of documents use it.

    use super::Sealed;

    /// What is sealed, to be stored.
    pub const fn unseal<T>(sealed: &Sealed<T>) -> &T {
        &sealed.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_record_says_nothing_of_its_text() {
        assert_eq!(format!("{:?}", Sealed::from("The gate opens at nine.")), "Sealed(..)");
    }
}
