//! How values are stored. Each column of a row is declared once, with the type and the source of its value.

use crate::db::error::DbError;
use facility_archive::section::SectionType;
use facility_audit::access::AccessType;
use facility_audit::mail::MailKind;
use facility_documents::text::Category;
use facility_files::file::AttachedFiles;
use facility_files::text::TextState;
use facility_files::upload::{UploadKind, UploadStatus};
use facility_kernel::named::Named;
use facility_kernel::{
    AccessKey, AttemptId, Clearance, CommentId, DocumentId, DraftId, EditId, SectionId, SessionId, SubmissionId,
    TemplateId, Timestamp, UploadId, UserId, VersionId,
};
use facility_submissions::case::Status;
use facility_submissions::draft::DraftRevision;
use facility_users::news::{NewsKind, Reclassified};
use facility_users::second_factor::codes::CodeKind;
use facility_users::user::Theme;

/// A value that a column stores.
pub(crate) trait Stored: Sized {
    /// The type in the column.
    type Raw;
    fn store(&self) -> Self::Raw;
    /// Returns `None` if no value is stored as `raw`.
    fn read(raw: Self::Raw) -> Option<Self>;
}

macro_rules! as_it_is {
    ($($kind:ty),+) => {$(
        impl Stored for $kind {
            type Raw = Self;
            fn store(&self) -> Self {
                self.clone()
            }
            fn read(raw: Self) -> Option<Self> {
                Some(raw)
            }
        }
    )+};
}

macro_rules! as_text {
    ($($kind:ty),+ $(,)?) => {$(
        impl Stored for $kind {
            type Raw = String;
            fn store(&self) -> String {
                self.to_string()
            }
            fn read(raw: String) -> Option<Self> {
                raw.parse().ok()
            }
        }
    )+};
}

macro_rules! by_name {
    ($($kind:ty),+ $(,)?) => {$(
        impl Stored for $kind {
            type Raw = String;
            fn store(&self) -> String {
                self.name().to_owned()
            }
            fn read(raw: String) -> Option<Self> {
                Self::parse(&raw)
            }
        }
    )+};
}

as_it_is![bool, i32, i64, String];
as_text![
    AttachedFiles,
    CommentId,
    DocumentId,
    DraftId,
    EditId,
    SectionId,
    SessionId,
    SubmissionId,
    TemplateId,
    UploadId,
    UserId,
    VersionId,
    AttemptId,
];
by_name![
    AccessKey,
    AccessType,
    Category,
    CodeKind,
    MailKind,
    NewsKind,
    SectionType,
    Status,
    TextState,
    Theme,
    UploadKind,
    UploadStatus
];

impl<T: Stored> Stored for Option<T> {
    type Raw = Option<T::Raw>;
    fn store(&self) -> Self::Raw {
        self.as_ref().map(T::store)
    }
    fn read(raw: Self::Raw) -> Option<Self> {
        match raw {
            None => Some(None),
            Some(raw) => T::read(raw).map(Some),
        }
    }
}

impl Stored for Timestamp {
    type Raw = i64;
    fn store(&self) -> i64 {
        self.as_micros()
    }
    fn read(raw: i64) -> Option<Self> {
        Some(Self::from_micros(raw))
    }
}

impl Stored for Clearance {
    type Raw = i32;
    fn store(&self) -> i32 {
        self.level().into()
    }
    fn read(raw: i32) -> Option<Self> {
        Self::parse(raw.into()).ok()
    }
}

impl Stored for DraftRevision {
    type Raw = String;
    fn store(&self) -> String {
        self.as_str().to_owned()
    }
    fn read(raw: String) -> Option<Self> {
        Some(Self::named(raw))
    }
}

impl Stored for Reclassified {
    type Raw = String;
    fn store(&self) -> String {
        self.stored()
    }
    fn read(raw: String) -> Option<Self> {
        Self::parse(&raw)
    }
}

/// Reads a column. Errors: [`DbError::Inconsistent`] with the table, column and row.
pub(crate) fn value<T: Stored>(
    raw: T::Raw,
    table: &'static str,
    column: &'static str,
    row: &str,
) -> Result<T, DbError> {
    T::read(raw).ok_or_else(|| DbError::Inconsistent { table, column, row: row.to_owned() })
}

/// Inserts a row into a table, unless one of its unique values already exists. Evaluates to the number of inserted
/// rows.
macro_rules! insert_if_absent {
    ($conn:expr, $table:expr, $row:expr) => {
        $crate::on_both!($conn, |c| diesel::insert_into($table).values($row).on_conflict_do_nothing().execute(c))
    };
}

/// Declares the columns of a row, the first of which identifies it, and the function that converts the row to its
/// value: in the function's expression, each column is a variable. A declaration with `of` also gives the source of
/// each column's value, and generates the function `of` that makes the row.
macro_rules! columns {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $table:ident, of $entity:ident: $Entity:ty {
            $($(#[$attribute:meta])* $column:ident: $kind:ty = $value:expr),+ $(,)?
        }
        $($reader:tt)+
    ) => {
        columns! {
            $(#[$meta])*
            #[derive(diesel::Insertable)]
            #[diesel(treat_none_as_default_value = false)]
            $vis struct $name in $table { $($(#[$attribute])* $column: $kind),+ }
            $($reader)+
        }

        impl $name {
            $vis fn of($entity: &$Entity) -> Self {
                Self { $($column: <$kind as $crate::storage::stored::Stored>::store(&$value)),+ }
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $table:ident {
            $(#[$key_attribute:meta])* $key:ident: $Key:ty
            $(, $(#[$attribute:meta])* $column:ident: $kind:ty)* $(,)?
        }
        $reader_vis:vis fn $reader:ident($($given:ident: $Given:ty),*) -> $Made:ty = $made:expr
    ) => {
        $(#[$meta])*
        #[derive(diesel::Queryable, diesel::Selectable)]
        #[diesel(table_name = $table)]
        $vis struct $name {
            $(#[$key_attribute])* pub(crate) $key: <$Key as $crate::storage::stored::Stored>::Raw,
            $($(#[$attribute])* pub(crate) $column: <$kind as $crate::storage::stored::Stored>::Raw),*
        }

        impl $name {
            $reader_vis fn $reader(self $(, $given: $Given)*) -> Result<$Made, $crate::db::error::DbError> {
                let row = ToString::to_string(&self.$key);
                let $key: $Key =
                    $crate::storage::stored::value(self.$key, stringify!($table), stringify!($key), &row)?;
                $(let $column: $kind =
                    $crate::storage::stored::value(self.$column, stringify!($table), stringify!($column), &row)?;)*
                Ok($made)
            }
        }
    };
}
