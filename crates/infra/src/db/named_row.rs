//! Rows of statements in SQL, whose columns have the names of their members.

use diesel::sql_types::{BigInt, Bool, Integer, Nullable, SqlType, Text, is_nullable};

/// A value of a column, which has this type in SQL.
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

/// Declares such a row.
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
