//! Checks whether a database has an installation, and whether it belongs to the server's secret key.
//!
//! With another key, no password, access key, code, second factor or seal of the audit log would match: the server
//! would lock everybody out without an explanation.

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
    /// A value derived from its secret key. `None` until the first start has finished.
    check_value: Option<String>,
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
        let check_value = check_value(&mut conn)?;
        Ok(Some(Self { check_value }))
    }

    /// Whether the installation may be used with these keys.
    pub fn belongs_to(&self, keys: &Keys) -> bool {
        self.check_value.as_ref().is_none_or(|check_value| *check_value == keys.check_value())
    }
}

/// Binds this migrated database to the secret key if it is bound to none, and returns whether it is bound to this one.
/// Only a value derived from the key is stored. Blocks.
pub fn claim(target: &Target, keys: &Keys) -> Result<bool, StoreError> {
    let (mut conn, value) = (open(target, Access::Write)?, keys.check_value());
    let row = (key_check::id.eq(ID), key_check::value.eq(&value));
    insert_if_absent!(&mut conn, key_check::table, row).map_err(DbError::from)?;
    Ok(check_value(&mut conn)? == Some(value))
}

/// Returns the stored value derived from the secret key of this database.
pub(crate) fn check_value(conn: &mut AnyConn) -> Result<Option<String>, DbError> {
    Ok(key_check::table.find(ID).select(key_check::value).first(conn).optional()?)
}
