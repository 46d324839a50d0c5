//! The rows of documents in the trash, in a form common to both databases: without derived columns and without
//! positions, which each installation assigns when a document is restored.

use super::catalog::{DOCUMENTS, IN_TRASH, TRASHED_ROWS, Table};
use super::columns::{Column, Kind, ROW};
use super::{columns, insert};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use facility_documents::previews::previews;
use facility_documents::title_key::title_key;
use facility_transfer::front_matter::Fields;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The tables whose rows can be in the trash, with their exported columns.
pub(super) struct Sources(HashMap<&'static str, (&'static Table, Vec<Column>)>);

impl Sources {
    /// Reads their columns from the database's catalog.
    pub(super) fn read(conn: &mut AnyConn) -> Result<Self, DbError> {
        let mut sources = HashMap::new();
        for table in IN_TRASH {
            let columns = insert::completed(table, columns::of(conn, table, true)?);
            sources.insert(table.name, (table, columns));
        }
        Ok(Self(sources))
    }

    /// Returns the table of a row in the trash.
    fn of(&self, row: &Fields) -> Option<&(&'static Table, Vec<Column>)> {
        self.0.get(row.get("source")?.as_str()?)
    }

    /// Reduces a row in the trash to its exported columns. Errors: its table is in no export, so an import would lose
    /// it.
    pub(super) fn strip(&self, row: &mut Fields) -> Result<(), DbError> {
        let (Some((_, columns)), Some(Value::Object(kept))) = (self.of(row), row.get_mut(ROW)) else {
            return Err(DbError::Fault(format!(
                "the trash has a row of a table that is not exported: {:?}",
                row.get("source")
            )));
        };
        kept.retain(|name, value| {
            let Some(column) = columns.iter().find(|column| column.name == *name) else { return false };
            // SQLite stores Booleans as numbers.
            if let (Kind::Boolean, Some(number)) = (column.kind, value.as_i64()) {
                *value = json!(number != 0);
            }
            true
        });
        Ok(())
    }

    /// Checks a row of an archive like a row of its table, and adds the derived columns. Errors: what is wrong, as the
    /// predicate of a sentence.
    pub(super) fn check(&self, row: &mut Fields) -> Result<(), String> {
        let (table, columns) = self.of(row).ok_or("has a row of a table that is not in the trash")?;
        let document = row.get(TRASHED_ROWS.key).cloned();
        let Some(Value::Object(kept)) = row.get_mut(ROW) else { return Err(format!("has no {ROW}")) };
        let mut fields: Fields = std::mem::take(kept).into_iter().collect();
        insert::check(table, columns, &mut fields)?;
        let owner = if table.name == DOCUMENTS.name { "id" } else { "document_id" };
        if columns.iter().any(|column| column.name == owner) && fields.get(owner) != document.as_ref() {
            return Err(format!("has a row of {} of another document", table.name));
        }
        if table.name == DOCUMENTS.name {
            let content = fields.get("content").and_then(Value::as_str).unwrap_or_default();
            let preview = previews(content);
            fields.insert("preview".to_owned(), json!(preview));
            let title = fields.get("title").and_then(Value::as_str).unwrap_or_default();
            fields.insert("title_key".to_owned(), json!(title_key(title)));
        }
        kept.extend(fields);
        Ok(())
    }
}

/// Returns the ids of the versions among these rows in the trash, which may hold files.
pub(super) fn versions(rows: &[Fields]) -> Vec<String> {
    let id = |row: &Fields| match (row.get("source")?.as_str()?, row.get(ROW)?) {
        ("document_versions", Value::Object(version)) => Some(version.get("id")?.as_str()?.to_owned()),
        _ => None,
    };
    rows.iter().filter_map(id).collect()
}
