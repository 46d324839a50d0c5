//! Whether a database belongs to the server's secret key.

use crate::db::schema::key_check;
use crate::db::{AnyConn, Database, DbError};
use crate::keys::Keys;
use crate::on_both;
use diesel::prelude::*;
use kernel::StoreError;

const ID: &str = "secret_key";

/// Notes the server's secret key for this database if none was noted, and returns whether the noted one is the same. Only a
/// value derived from the key is stored.
///
/// With another key no password, key, code or second factor would fit, and no seal of the audit log: the server would lock
/// everybody out and say nothing.
pub async fn belongs_to(db: &Database, keys: &Keys) -> Result<bool, StoreError> {
    let value = keys.check_value();
    db.write(move |conn| noted(conn, &value)).await
}

fn noted(conn: &mut AnyConn, value: &str) -> Result<bool, DbError> {
    let row = (key_check::id.eq(ID), key_check::value.eq(value));
    on_both!(conn, |c| diesel::insert_into(key_check::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    let stored: String = key_check::table.find(ID).select(key_check::value).first(conn)?;
    Ok(stored == value)
}
