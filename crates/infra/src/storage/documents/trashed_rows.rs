//! The rows that belong to a document, moved into the trash and back.
//!
//! They are found by the foreign keys that delete them with their document, so a new table that belongs to documents
//! needs no change here. Tables that refer to a document's position are left out: they are part of the index, which is
//! built from the text. Each row is stored as a JSON object of its columns. When it is restored, columns that were
//! added since get their defaults, and columns that were dropped are ignored.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::sql_types::Text;
use std::collections::{BTreeSet, VecDeque};

named_row! {
    /// A foreign key that deletes rows with the row that they refer to.
    #[derive(Clone)]
    struct Reference { child: String, child_column: String, parent: String, parent_column: String }
}

named_row! { struct Name { name: String } }

named_row! { struct Column { name: String, kind: String } }

/// The rows of a table that belong to a document. The condition has one bound value, the id of the document.
struct DependentRows {
    table: String,
    condition: String,
}

const REFERENCES_ON_SQLITE: &str = "SELECT tables.name AS child, keys.\"from\" AS child_column, \
     keys.\"table\" AS parent, keys.\"to\" AS parent_column \
     FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys \
     WHERE tables.type = 'table' AND keys.on_delete = 'CASCADE' AND keys.\"to\" <> 'position' ORDER BY child, child_column";

const REFERENCES_ON_POSTGRES: &str = "SELECT child.relname::text AS child, one.attname::text AS child_column, \
     parent.relname::text AS parent, other.attname::text AS parent_column FROM pg_constraint AS keys \
     JOIN pg_class AS child ON child.oid = keys.conrelid JOIN pg_class AS parent ON parent.oid = keys.confrelid \
     JOIN pg_attribute AS one ON one.attrelid = keys.conrelid AND one.attnum = keys.conkey[1] \
     JOIN pg_attribute AS other ON other.attrelid = keys.confrelid AND other.attnum = keys.confkey[1] \
     WHERE keys.contype = 'f' AND keys.confdeltype = 'c' AND other.attname <> 'position' AND keys.connamespace = current_schema()::regnamespace \
     ORDER BY child, child_column";

const COLUMNS_ON_SQLITE: &str = "SELECT name, upper(type) AS kind FROM pragma_table_info($1)";

const COLUMNS_ON_POSTGRES: &str = "SELECT column_name::text AS name, data_type::text AS kind \
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 \
     AND is_generated = 'NEVER' ORDER BY ordinal_position";

/// Copies a document's row and everything that belongs to it. The caller deletes them.
pub(crate) fn copy_to_trash(conn: &mut AnyConn, id: &str) -> Result<(), DbError> {
    for DependentRows { table, condition } in dependent_rows(conn)? {
        let row = match conn {
            AnyConn::Sqlite(_) => as_json(&columns(conn, &table)?),
            AnyConn::Pg(_) => "to_jsonb(dependent)".to_owned(),
        };
        let sql = format!(
            "INSERT INTO trashed_rows (document_id, source, content) \
             SELECT $1, '{table}', {row} FROM {table} AS dependent WHERE {condition}"
        );
        diesel::sql_query(sql).bind::<Text, _>(id).execute(conn)?;
    }
    Ok(())
}

/// Inserts the rows of a document again, with their old positions.
pub(crate) fn restore(conn: &mut AnyConn, id: &str) -> Result<(), DbError> {
    let sources: Vec<Name> = diesel::sql_query(
        "SELECT source AS name FROM trashed_rows WHERE document_id = $1 GROUP BY source ORDER BY MIN(position)",
    )
    .bind::<Text, _>(id)
    .load(conn)?;
    for Name { name: table } in sources {
        let stored = stored_columns(conn, id, &table)?;
        let present = columns(conn, &table)?;
        let columns: Vec<&Column> = present.iter().filter(|column| stored.contains(&column.name)).collect();
        let names: Vec<String> = columns.iter().map(|column| quoted(&column.name)).collect();
        let names = names.join(", ");
        let sql = match conn {
            AnyConn::Sqlite(_) => {
                let values: Vec<String> = columns.iter().map(|column| value(column)).collect();
                format!(
                    "INSERT INTO {table} ({names}) SELECT {} FROM trashed_rows \
                     WHERE document_id = $1 AND source = '{table}' ORDER BY position",
                    values.join(", ")
                )
            }
            AnyConn::Pg(_) => format!(
                "INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE SELECT {names} FROM \
                 (SELECT (jsonb_populate_record(NULL::{table}, content)).* FROM trashed_rows \
                 WHERE document_id = $1 AND source = '{table}' ORDER BY position) AS made"
            ),
        };
        diesel::sql_query(sql).bind::<Text, _>(id).execute(conn)?;
    }
    Ok(())
}

/// Returns the ids of a document's rows of this table in the trash.
pub(crate) fn ids(conn: &mut AnyConn, document: &str, table: &str) -> Result<Vec<String>, DbError> {
    let names: Vec<Name> = diesel::sql_query(
        "SELECT content ->> 'id' AS name FROM trashed_rows WHERE document_id = $1 AND source = $2 ORDER BY position",
    )
    .bind::<Text, _>(document)
    .bind::<Text, _>(table)
    .load(conn)?;
    Ok(names.into_iter().map(|one| one.name).collect())
}

/// The notifications about a document to people who may read it. Those to others stay: their disappearance would reveal
/// its deletion. Notifications have no foreign key, because they are about documents or submissions.
pub(crate) const NOTIFICATIONS: &str = "entity_type = 'document' AND entity_id = $1 AND user_id IN (SELECT users.id FROM \
     users, documents WHERE documents.id = $1 AND documents.clearance_level <= users.clearance_level)";

/// Returns the document's row, the rows that belong to it, parents first, and the notifications about it.
fn dependent_rows(conn: &mut AnyConn) -> Result<Vec<DependentRows>, DbError> {
    let sql = match conn {
        AnyConn::Sqlite(_) => REFERENCES_ON_SQLITE,
        AnyConn::Pg(_) => REFERENCES_ON_POSTGRES,
    };
    let references: Vec<Reference> = diesel::sql_query(sql).load(conn)?;
    let rows = |table: &str, condition: String| DependentRows { table: table.to_owned(), condition };
    let mut found = vec![rows("documents", "id = $1".to_owned())];
    let mut seen = BTreeSet::from(["documents".to_owned()]);
    let mut parents = VecDeque::from([("documents".to_owned(), "id = $1".to_owned())]);
    while let Some((parent, condition)) = parents.pop_front() {
        for Reference { child, child_column, parent_column, .. } in references.iter().filter(|one| one.parent == parent)
        {
            if !seen.insert(child.clone()) {
                continue;
            }
            let below = format!("{child_column} IN (SELECT {parent_column} FROM {parent} WHERE {condition})");
            found.push(rows(child, below.clone()));
            parents.push_back((child.clone(), below));
        }
    }
    found.push(rows("notifications", NOTIFICATIONS.to_owned()));
    Ok(found)
}

fn columns(conn: &mut AnyConn, table: &str) -> Result<Vec<Column>, DbError> {
    let sql = match conn {
        AnyConn::Sqlite(_) => COLUMNS_ON_SQLITE,
        AnyConn::Pg(_) => COLUMNS_ON_POSTGRES,
    };
    Ok(diesel::sql_query(sql).bind::<Text, _>(table).load(conn)?)
}

/// Returns the columns that a table's rows in the trash have.
fn stored_columns(conn: &mut AnyConn, id: &str, table: &str) -> Result<BTreeSet<String>, DbError> {
    let sql = match conn {
        AnyConn::Sqlite(_) => {
            "SELECT key AS name FROM json_each((SELECT content FROM trashed_rows \
             WHERE document_id = $1 AND source = $2 ORDER BY position LIMIT 1))"
        }
        AnyConn::Pg(_) => {
            "SELECT jsonb_object_keys((SELECT content FROM trashed_rows \
             WHERE document_id = $1 AND source = $2 ORDER BY position LIMIT 1)) AS name"
        }
    };
    let names: Vec<Name> = diesel::sql_query(sql).bind::<Text, _>(id).bind::<Text, _>(table).load(conn)?;
    Ok(names.into_iter().map(|one| one.name).collect())
}

fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// JSON has no bytes, so they are stored in hexadecimal.
fn as_json(columns: &[Column]) -> String {
    let pair = |column: &Column| match (column.kind.as_str(), &column.name) {
        ("BLOB", name) => format!("'{name}', iif({0} IS NULL, NULL, hex({0}))", quoted(name)),
        (_, name) => format!("'{name}', {}", quoted(name)),
    };
    format!("json_object({})", columns.iter().map(pair).collect::<Vec<_>>().join(", "))
}

fn value(column: &Column) -> String {
    let member = format!("content ->> '{}'", column.name);
    if column.kind == "BLOB" { format!("unhex({member})") } else { member }
}
