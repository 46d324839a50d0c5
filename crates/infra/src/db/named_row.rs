//! Rows of raw SQL statements, whose columns are loaded by name.

use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SqlType, Text, is_nullable};

/// A type that can be loaded from a column of the SQL type `Sql`.
pub(crate) trait Column {
    type Sql;
}

macro_rules! types {
    ($($rust:ty: $sql:ty),+) => {
        $(impl Column for $rust {
            type Sql = $sql;
        })+
    };
}

types![bool: Bool, i32: Integer, i64: BigInt, String: Text];

impl<T: Column> Column for Option<T>
where
    T::Sql: SqlType<IsNull = is_nullable::NotNull>,
{
    type Sql = Nullable<T::Sql>;
}

/// Declares a struct whose members are loaded from the columns of the same names.
macro_rules! named_row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$attribute:meta])* $member_vis:vis $member:ident: $kind:ty),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(diesel::QueryableByName)]
        $vis struct $name {
            $(
                $(#[$attribute])*
                #[diesel(sql_type = <$kind as $crate::db::named_row::Column>::Sql)]
                $member_vis $member: $kind,
            )+
        }
    };
}
