//! Declaration of service errors. Message, kind, code and API description are declared together.

use crate::{ErrorKind, FieldError, StoreError};
use std::fmt;

/// Writes the message of the first field.
#[doc(hidden)]
pub fn first_message(fields: &[FieldError], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(fields.first().map_or("Invalid request", |field| field.message.as_str()))
}

/// Writes the message for users when the database fails.
#[doc(hidden)]
pub fn sentence(error: &StoreError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(error.sentence())
}

/// An error in the API description.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub kind: ErrorKind,
    /// The stable code.
    pub code: &'static str,
    /// When it occurs, for callers.
    pub text: &'static str,
}

/// The errors that an operation can return: one type, or a tuple of several.
pub trait Rows {
    /// Returns the errors in the order in which they are listed.
    fn rows() -> Vec<Row>;
}

macro_rules! tuples {
    () => {};
    ($first:ident $($other:ident)*) => {
        impl<$first: Rows, $($other: Rows),*> Rows for ($first, $($other),*) {
            fn rows() -> Vec<Row> {
                [$first::rows(), $($other::rows()),*].concat()
            }
        }
        tuples! { $($other)* }
    };
}

tuples! { A B C D E F G H I J K L M N }

/// The `Invalid` variant of every error.
#[derive(Debug)]
pub struct Invalid;

impl Rows for Invalid {
    fn rows() -> Vec<Row> {
        let text = "A member of the body or a parameter is invalid. `fields` names it.";
        vec![Row { kind: ErrorKind::Invalid, code: "validation_failed", text }]
    }
}

/// Declares an error enum that implements [`DomainError`](crate::DomainError). Each row declares a variant: its doc
/// comment, which is shown in the API description; its message, as in `thiserror`; its [`ErrorKind`](crate::ErrorKind);
/// and its code, which programs rely on. A row can end with `requires` (the clearance level that the caller lacks),
/// `repeats` (the state of the earlier request) or `after` (the time until a retry makes sense). These expressions can
/// use the members of the variant by reference. Operations refer to rows through the types in the module `row`.
///
/// With `: Invalid, Store` after its name, the enum also has the variants of most services: `Invalid` for invalid
/// fields of a request, with `invalid()` and a conversion from `ParseError`, and `Store`. Rows under `passing` return
/// the facts of the error that they wrap.
#[macro_export]
macro_rules! errors {
    (
        $(#[$meta:meta])* pub enum $name:ident: Invalid, Store { $($rows:tt)* } $(passing { $($passing:tt)* })?
    ) => {
        $crate::errors! {
            $(#[$meta])* pub enum $name { $($rows)* } passing {
                $($($passing)*)?
                /// The database failed.
                #[error(fmt = $crate::errors::sentence)]
                Store(#[source] $crate::StoreError),
            } with Invalid
        }

        impl $name {
            /// Creates an error for an invalid field.
            pub fn invalid(field: &'static str, message: impl Into<String>) -> Self {
                $crate::ParseError::new(field, message.into()).into()
            }
        }

        impl From<$crate::ParseError> for $name {
            fn from(error: $crate::ParseError) -> Self {
                Self::Invalid(vec![error.into()])
            }
        }
    };
    (
        $(#[$meta:meta])* pub enum $name:ident {
            $(
                $(#[doc = $text:literal])+
                #[error($($message:tt)+)]
                $variant:ident $(($(#[$($of_inner:tt)*])* $inner:ident: $inner_type:ty))?
                $({ $($(#[$($of_member:tt)*])* $member:ident: $member_type:ty),+ $(,)? })?
                => $kind:ident, $code:literal
                $(, requires $clearance:expr)? $(, repeats $repeat:expr)? $(, after $wait:expr)?;
            )*
        } $(passing {
            $($(#[$($about_passed:tt)*])* $passed:ident($(#[$($of_passed:tt)*])* $passed_type:ty),)+
        })? $(with $invalid:ident)?
    ) => {
        $(#[$meta])*
        #[derive(Debug, thiserror::Error)]
        pub enum $name {
            $(
                $(#[doc = $text])+
                #[error($($message)+)]
                $variant $(($(#[$($of_inner)*])* $inner_type))? $({ $($(#[$($of_member)*])* $member: $member_type),+ })?,
            )*
            $($($(#[$($about_passed)*])* $passed($(#[$($of_passed)*])* $passed_type),)+)?
            $(
                /// A field of the request is invalid.
                #[error(fmt = $crate::errors::first_message)]
                $invalid(Vec<$crate::FieldError>),
            )?
        }

        impl $crate::DomainError for $name {
            fn facts(&self) -> $crate::error::Facts<'_> {
                use $crate::error::{ErrorKind, Facts};
                match self {
                    $(Self::$variant $(($inner))? $({ $($member),+ })? => {
                        $(_ = $inner;)?
                        $($(_ = $member;)+)?
                        Facts {
                            $(required_clearance: $clearance.into(),)?
                            $(repeat: Some($repeat),)?
                            $(retry_after: Some($wait),)?
                            ..Facts::new(ErrorKind::$kind, $code)
                        }
                    })*
                    $($(Self::$passed(error) => $crate::DomainError::facts(error),)+)?
                    $(Self::$invalid(fields) => Facts { fields, ..Facts::new(ErrorKind::Invalid, "validation_failed") },)?
                }
            }
        }

        /// A type for each row, for the API description.
        pub mod row {
            $(
                $(#[doc = $text])+
                #[derive(Debug)]
                pub struct $variant;

                impl $crate::errors::Rows for $variant {
                    fn rows() -> Vec<$crate::errors::Row> {
                        let text = concat!($($text),+).trim_ascii();
                        vec![$crate::errors::Row { kind: $crate::ErrorKind::$kind, code: $code, text }]
                    }
                }
            )*
        }
    };
}
