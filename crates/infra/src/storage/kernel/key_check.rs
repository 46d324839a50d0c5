//! Whether there is an installation in a database, and whether it belongs to the server's secret key.
//!
//! With another key no password, key, code or second factor would fit, and no seal of the audit log: the server would
//! lock everybody out and say nothing.

use crate::db::conn::{Access, AnyConn, Target};
use crate::db::error::DbError;
use crate::db::schema::key_check;
use crate::keys::Keys;
use crate::opening::open;
use diesel::prelude::*;
use facility_kernel::StoreError;

const ID: &str = "secret_key";
const HAS_TABLE_ON_SQLITE: &str = "SELECT count(*) AS n FROM sqlite_schema WHERE name = 'key_check'";
const HAS_TABLE_ON_POSTGRES: &str = "SELECT count(*) AS n FROM pg_class \
     WHERE relname = 'key_check' AND relnamespace = current_schema()::regnamespace";

/// An installation, before its database is opened.
pub struct Installation {
    /// A value derived from its secret key. `None` before the end of the first start.
    noted: Option<String>,
}

named_row! { struct Count { n: i64 } }

impl Installation {
    /// Finds the installation in a database, and changes nothing. Blocks.
    pub fn find(target: &Target) -> Result<Option<Self>, StoreError> {
        if let Target::Sqlite(path) = target
            && !std::path::Path::new(path).exists()
        {
            return Ok(None);
        }
        let mut conn = open(target, Access::Read)?;
        let has_table = match conn {
            AnyConn::Pg(_) => HAS_TABLE_ON_POSTGRES,
            AnyConn::Sqlite(_) => HAS_TABLE_ON_SQLITE,
        };
        let tables: Count = diesel::sql_query(has_table).get_result(&mut conn).map_err(DbError::from)?;
        if tables.n == 0 {
            return Ok(None);
        }
        let noted = noted(&mut conn)?;
        Ok(Some(Self { noted }))
    }

    /// Whether the installation may be used with these keys.
    pub fn belongs_to(&self, keys: &Keys) -> bool {
        self.noted.as_ref().is_none_or(|noted| *noted == keys.check_value())
    }
}

/// Notes the secret key for this migrated database if none was noted, and returns whether the noted one is the same.
/// Only a value derived from the key is stored. Blocks.
pub fn claim(target: &Target, keys: &Keys) -> Result<bool, StoreError> {
    let (mut conn, value) = (open(target, Access::Write)?, keys.check_value());
    let row = (key_check::id.eq(ID), key_check::value.eq(&value));
    insert_if_absent!(&mut conn, key_check::table, row).map_err(DbError::from)?;
    Ok(noted(&mut conn)? == Some(value))
}

/// The value that names the secret key of this database.
pub(crate) fn noted(conn: &mut AnyConn) -> Result<Option<String>, DbError> {
    Ok(key_check::table.find(ID).select(key_check::value).first(conn).optional()?)
}
