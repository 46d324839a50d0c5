//! The errors of services, each told once: its message, its kind, its code and what the description of the API says of
//! it.

use crate::{ErrorKind, FieldError, StoreError};
use std::fmt;

/// Writes the message of the first of these fields.
#[doc(hidden)]
pub fn first_message(fields: &[FieldError], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(fields.first().map_or("Invalid request", |field| field.message.as_str()))
}

/// Writes the message that users see when the database fails.
#[doc(hidden)]
pub fn sentence(error: &StoreError, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(error.sentence())
}

/// A row of an error, as the description of the API tells it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// Its stable code.
    pub code: &'static str,
    /// When it occurs, for callers.
    pub text: &'static str,
}

/// The rows that an operation can answer with: one, or a tuple of several.
pub trait Rows {
    /// Returns them in the order in which they are listed.
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

/// The row of the variant `Invalid` of every error.
#[derive(Debug)]
pub struct Invalid;

impl Rows for Invalid {
    fn rows() -> Vec<Row> {
        let text = "A member of the body or a parameter is invalid. `fields` names it.";
        vec![Row { kind: ErrorKind::Invalid, code: "validation_failed", text }]
    }
}

/// Declares an error that implements [`DomainError`](crate::DomainError). Each row is a variant with its doc comment,
/// which the description of the API shows to callers, its message as for `thiserror`, its
/// [`ErrorKind`](crate::ErrorKind), and its code, which programs rely on. A row can end with `requires`, the clearance
/// that the caller lacks, `repeats`, how the request repeats another, or `after`, the time until a retry makes sense;
/// there the members of the variant can be used by reference. The module `row` has a type for each row, by which
/// operations name it.
///
/// With `: Invalid, Store` after its name it has the variants of most services: `Invalid`, for the fields of a request
/// that are invalid, with `invalid()` and a conversion from `ParseError`, and `Store`. Rows under `passing` pass on the
/// error in them.
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
                /// The request's form is invalid.
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

        /// The rows of the error, for the description of the API.
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
