//! The columns of a table, from the database's own catalog.

use super::catalog::{TRASHED_ROWS, Table};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use serde_json::Value;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Number,
    Boolean,
    /// A JSON object: the columns of a row of another table.
    Object,
}

/// An exported column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

named_row! { struct Found { name: String, kind: String } }

/// The column of [`TRASHED_ROWS`] with a row of another table.
pub(super) const ROW: &str = "content";

/// Words in the names of an account's columns that hold secrets. They are exported only on request.
const SECRETS: [&str; 4] = ["hash", "secret", "token", "code"];

fn is_secret(table: &Table, name: &str) -> bool {
    table.name == "users" && SECRETS.iter().any(|word| name.contains(word))
}

/// Returns the exported columns, sorted by name. Positions are not exported: each installation assigns its own.
pub(super) fn of(conn: &mut AnyConn, table: &Table, credentials: bool) -> Result<Vec<Column>, DbError> {
    let sql = match conn {
        AnyConn::Sqlite(_) => "SELECT name, type AS kind FROM pragma_table_info($1)",
        AnyConn::Pg(_) => {
            "SELECT CAST(column_name AS text) AS name, CAST(data_type AS text) AS kind \
             FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1"
        }
    };
    let found: Vec<Found> = diesel::sql_query(sql).bind::<Text, _>(table.name).load(conn)?;
    let is_exported =
        |name: &str| name != "position" && !table.omitted.contains(&name) && (credentials || !is_secret(table, name));
    let mut columns = Vec::new();
    for Found { name, kind } in found {
        if is_exported(&name) {
            let kind = match kind.to_ascii_lowercase().as_str() {
                // SQLite has no JSON type.
                "text" if table.name == TRASHED_ROWS.name && name == ROW => Kind::Object,
                "text" => Kind::Text,
                "bigint" | "integer" => Kind::Number,
                "boolean" => Kind::Boolean,
                "jsonb" => Kind::Object,
                other => {
                    return Err(DbError::Fault(format!("{}.{name} has the type {other}", table.name)));
                }
            };
            columns.push(Column { name, kind });
        }
    }
    columns.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    Ok(columns)
}

impl Kind {
    /// Returns whether a value fits the column. The database checks whether it may be null.
    pub(super) fn admits(self, value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Bool(_) => self == Self::Boolean,
            Value::Number(number) => self == Self::Number && number.is_i64(),
            Value::String(text) => self == Self::Text && !text.contains('\0'),
            Value::Object(_) => self == Self::Object,
            Value::Array(_) => false,
        }
    }
}
