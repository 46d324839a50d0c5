//! Recognizes accounts and sections that exist in the installation under another id, by their names.

use super::catalog::Table;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::sql_types::{Array, Text};
use facility_transfer::front_matter::Fields;
use serde_json::Value;
use std::collections::HashMap;

named_row! { struct Known { id: String, name: String } }

/// Ids of an archive, with the ids of the same records in the installation.
#[derive(Default)]
pub(super) struct Mapping(HashMap<String, String>);

/// Endings of the names of columns that refer to accounts and sections.
const REFERENCES: [&str; 3] = ["_by", "_id", "_section"];

impl Mapping {
    /// Finds which of these rows exist under another id, and maps their ids. Returns the number of them, which are
    /// removed from `rows`.
    pub(super) fn learn(&mut self, conn: &mut AnyConn, table: &Table, rows: &mut Vec<Fields>) -> Result<u64, DbError> {
        let Some(column) = table.name_key else { return Ok(0) };
        let names: Vec<&str> = rows.iter().filter_map(|row| row.get(column)?.as_str()).collect();
        let known = existing(conn, table, column, &names)?;
        let before = rows.len();
        rows.retain(|row| {
            let value = |name: &str| row.get(name).and_then(Value::as_str);
            match (value("id"), value(column).and_then(|name| known.get(name))) {
                (Some(id), Some(other)) if id != other => {
                    self.0.insert(id.to_owned(), other.clone());
                    false
                }
                _ => true,
            }
        });
        Ok(u64::try_from(before - rows.len()).unwrap_or(0))
    }

    /// Replaces mapped ids in the columns that refer to them, including those of a nested row.
    pub(super) fn apply(&self, row: &mut Fields) {
        if self.0.is_empty() {
            return;
        }
        for (column, value) in row {
            self.replace(column, value);
        }
    }

    fn replace(&self, column: &str, value: &mut Value) {
        match value {
            Value::Object(row) => {
                for (column, value) in row {
                    self.replace(column, value);
                }
            }
            Value::String(id) if REFERENCES.iter().any(|ending| column.ends_with(ending)) => {
                if let Some(other) = self.0.get(id) {
                    id.clone_from(other);
                }
            }
            _ => {}
        }
    }
}

/// Returns the ids of the rows with these names, by their names.
fn existing(
    conn: &mut AnyConn,
    table: &Table,
    column: &str,
    names: &[&str],
) -> Result<HashMap<String, String>, DbError> {
    let rows: Vec<Known> = match conn {
        AnyConn::Sqlite(c) => {
            let names = serde_json::to_string(names).map_err(|error| DbError::Fault(error.to_string()))?;
            diesel::sql_query(format!(
                "SELECT id, {column} AS name FROM {} WHERE {column} IN (SELECT value FROM json_each($1))",
                table.name
            ))
            .bind::<Text, _>(names)
            .load(c)?
        }
        AnyConn::Pg(c) => {
            diesel::sql_query(format!("SELECT id, {column} AS name FROM {} WHERE {column} = ANY($1)", table.name))
                .bind::<Array<Text>, _>(names)
                .load(c)?
        }
    };
    Ok(rows.into_iter().map(|row| (row.name, row.id)).collect())
}
