//! The errors of services, each told once: its message, its kind and its code.

use crate::{FieldError, StoreError};
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

/// Declares an error that implements [`DomainError`](crate::DomainError). Each row is a variant with its doc comment, its message
/// as for `thiserror`, its [`ErrorKind`](crate::ErrorKind), in which the members of the variant can be used by reference, and its
/// code, which programs rely on. A row can end with `requires`, the clearance that the caller lacks, or `repeats`, how the request
/// repeats another.
///
/// With `: Invalid, Store` after its name it has the variants of most services: `Invalid`, for the fields of a request that are
/// invalid, with `invalid()` and a conversion from `ParseError`, and `Store`. Rows under `passing` have the kind and the code of
/// the error in them.
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
                $(#[$($about:tt)*])*
                $variant:ident $(($(#[$($of_inner:tt)*])* $inner:ident: $inner_type:ty))?
                $({ $($(#[$($of_member:tt)*])* $member:ident: $member_type:ty),+ $(,)? })?
                => $kind:expr, $code:expr $(, requires $clearance:expr)? $(, repeats $repeat:expr)?;
            )+
        } passing {
            $($(#[$($about_passed:tt)*])* $passed:ident($(#[$($of_passed:tt)*])* $passed_type:ty),)+
        } $(with $invalid:ident)?
    ) => {
        $(#[$meta])*
        #[derive(Debug, thiserror::Error)]
        pub enum $name {
            $(
                $(#[$($about)*])*
                $variant $(($(#[$($of_inner)*])* $inner_type))? $({ $($(#[$($of_member)*])* $member: $member_type),+ })?,
            )+
            $($(#[$($about_passed)*])* $passed($(#[$($of_passed)*])* $passed_type),)+
            $(
                /// The request's form is invalid.
                #[error(fmt = $crate::errors::first_message)]
                $invalid(Vec<$crate::FieldError>),
            )?
        }

        impl $crate::DomainError for $name {
            fn kind(&self) -> $crate::ErrorKind {
                use $crate::ErrorKind::*;
                match self {
                    $(Self::$variant $(($inner))? $({ $($member),+ })? => {
                        $(_ = $inner;)?
                        $($(_ = $member;)+)?
                        $kind
                    })+
                    $(Self::$passed(error) => error.kind(),)+
                    $(Self::$invalid(_) => Invalid,)?
                }
            }

            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $(($inner))? $({ $($member),+ })? => {
                        $(_ = $inner;)?
                        $($(_ = $member;)+)?
                        $code
                    })+
                    $(Self::$passed(error) => error.code(),)+
                    $(Self::$invalid(_) => "validation_failed",)?
                }
            }

            fn fields(&self) -> &[$crate::FieldError] {
                match self {
                    $(Self::$passed(error) => error.fields(),)+
                    $(Self::$invalid(fields) => fields,)?
                    $(Self::$variant { .. } => &[],)+
                }
            }

            fn repeat(&self) -> Option<$crate::Repeat> {
                match self {
                    $(Self::$variant $(($inner))? $({ $($member),+ })? => {
                        $(_ = $inner;)?
                        $($(_ = $member;)+)?
                        None$(.or(Some($repeat)))?
                    })+
                    $(Self::$passed(error) => error.repeat(),)+
                    $(Self::$invalid(_) => None,)?
                }
            }

            fn required_clearance(&self) -> Option<$crate::Clearance> {
                match self {
                    $(Self::$variant $(($inner))? $({ $($member),+ })? => {
                        $(_ = $inner;)?
                        $($(_ = $member;)+)?
                        None$(.or(Some($clearance)))?
                    })+
                    $(Self::$passed(error) => error.required_clearance(),)+
                    $(Self::$invalid(_) => None,)?
                }
            }
        }
    };
}
