//! Inserts rows of an archive, after checking them.

use super::catalog::{DOCUMENTS, FILES, TRASH, Table, USERS};
use super::columns::{Column, Kind};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use facility_documents::text::{Category, check_stored};
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, UserId};
use facility_transfer::front_matter::Fields;
use facility_users::user::Username;
use serde_json::{Value, json};

named_row! { struct Inserted { id: String } }

/// Creates the list of the records that this import adds. It is dropped with the connection.
pub(super) fn prepare(conn: &mut AnyConn) -> Result<(), DbError> {
    Ok(conn.batch_execute("CREATE TEMPORARY TABLE imported (id TEXT NOT NULL PRIMARY KEY)")?)
}

/// The first microsecond whose year has more than four digits (RFC 3339 allows four).
const YEAR_10000: i64 = 253_402_300_800_000_000;
/// The largest integer that every JSON implementation holds exactly (RFC 8259, 6).
const LARGEST: i64 = (1 << 53) - 1;

/// Checks the fields of a row, and adds those that are not exported. Errors: what is wrong, as the predicate of a
/// sentence.
pub(super) fn check(table: &Table, columns: &[Column], row: &mut Fields) -> Result<(), String> {
    for (name, value) in &*row {
        let column = columns.iter().find(|column| column.name == *name);
        let column = column.ok_or_else(|| format!("has a field {name} that this program does not know"))?;
        if !column.kind.admits(value) || !is_valid(name, value) {
            return Err(format!("has an invalid value for {name}"));
        }
    }
    let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
    if text(table.key).is_empty() {
        return Err(format!("has no {}", table.key));
    }
    if table.name == USERS.name && Username::key_of(text("username")) != text("username_key") {
        return Err("has an invalid value for username_key".to_owned());
    }
    if table.name == DOCUMENTS.name {
        // Does not apply today's rules for input: an archive is not damaged because it has older records.
        check_stored(text("title"), text("content")).map_err(|field| format!("has an invalid {field}"))?;
    }
    if table.name == FILES.name {
        let id = text("id").to_owned();
        let created_at = row.get("created_at").cloned().unwrap_or_default();
        // The ticket was used. This text is not a hash, so no ticket matches it.
        row.insert("ticket_hash".to_owned(), json!(format!("imported:{id}")));
        row.insert("status".to_owned(), json!("final"));
        row.insert("expires_at".to_owned(), created_at);
    }
    if table.name == USERS.name && row.contains_key("two_factor_enabled") {
        // Its secret and codes are not exported. Without them the account could never sign in.
        row.insert("two_factor_enabled".to_owned(), json!(false));
    }
    Ok(())
}

/// Checks what the constraints of a table would, because rows in the trash have none. Also checks that a number is in
/// the range that the program writes, so that it can increment it or show it as a date.
fn is_valid(column: &str, value: &Value) -> bool {
    if let Some(number) = value.as_i64() {
        return match column {
            "level"
            | "clearance_level"
            | "assigned_clearance_level"
            | "base_clearance"
            | "quote_level"
            | "required_clearance" => Clearance::parse(number).is_ok(),
            _ if column.ends_with("_at") => (0..YEAR_10000).contains(&number),
            _ => (-LARGEST..=LARGEST).contains(&number),
        };
    }
    let Value::String(text) = value else { return true };
    match column {
        "category" => text.parse::<Category>().is_ok(),
        "deleted_by" => text.parse::<UserId>().is_ok(),
        "file_path" => text.parse::<AttachedFiles>().is_ok(),
        _ if column == "id" || column.ends_with("_id") => text.parse::<UserId>().is_ok(),
        _ => true,
    }
}

/// The columns that [`check`] adds to a row of this table.
pub(super) fn completed(table: &Table, mut columns: Vec<Column>) -> Vec<Column> {
    let added: &[(&str, Kind)] = match table.name {
        name if name == FILES.name => {
            &[("ticket_hash", Kind::Text), ("status", Kind::Text), ("expires_at", Kind::Number)]
        }
        name if name == DOCUMENTS.name => &[("content", Kind::Text)],
        _ => &[],
    };
    columns.extend(added.iter().map(|(name, kind)| Column { name: (*name).to_owned(), kind: *kind }));
    columns
}

/// Inserts rows that have the same fields. Leaves out those whose key already exists, in the table or in the other one
/// that documents can be in, and those that belong to a record that this import did not add. Returns the keys of the
/// inserted rows.
pub(super) fn insert(conn: &mut AnyConn, table: &Table, rows: &[Fields]) -> Result<Vec<String>, DbError> {
    let Some(first) = rows.first() else { return Ok(Vec::new()) };
    let names: Vec<&str> = first.keys().map(String::as_str).collect();
    let is_sqlite = matches!(conn, AnyConn::Sqlite(_));
    let read = |name: &str| if is_sqlite { format!("value ->> '$.{name}'") } else { format!("made.{name}") };
    let values: Vec<String> = names.iter().map(|name| read(name)).collect();
    // Ordered, because positions follow the order of the archive.
    let (from, order) = if is_sqlite {
        ("json_each($1)".to_owned(), "key")
    } else {
        let from = format!(
            "json_array_elements(CAST($1 AS json)) WITH ORDINALITY AS given (fields, number), \
             LATERAL json_populate_record(CAST(NULL AS {}), given.fields) AS made",
            table.name
        );
        (from, "given.number")
    };
    // The draft of a new record belongs to no record.
    let belonging = table.belongs_to.map_or_else(
        || "TRUE".to_owned(),
        |column| format!("COALESCE({} IN (SELECT id FROM imported), TRUE)", read(column)),
    );
    let free = table.taken_in.map_or_else(String::new, |(other, column)| {
        format!(" AND {} NOT IN (SELECT {column} FROM {other})", read(table.key))
    });
    let conflict = if table.key == "id" { "(id)" } else { "" };
    let sql = format!(
        "INSERT INTO {} ({}) SELECT {} FROM {from} WHERE {belonging}{free} ORDER BY {order} ON CONFLICT {conflict} DO NOTHING \
         RETURNING {} AS id",
        table.name,
        names.join(", "),
        values.join(", "),
        table.key,
    );
    let rows = serde_json::to_string(rows).map_err(|error| DbError::Fault(error.to_string()))?;
    let inserted: Vec<Inserted> = diesel::sql_query(sql).bind::<Text, _>(rows).load(conn)?;
    let ids: Vec<String> = inserted.into_iter().map(|row| row.id).collect();
    if table.key == "id" || table.name == TRASH.name {
        mark_added(conn, &ids)?;
    }
    Ok(ids)
}

/// Records that this import added these records.
pub(super) fn mark_added(conn: &mut AnyConn, ids: &[String]) -> Result<(), DbError> {
    let list = serde_json::to_string(ids).map_err(|error| DbError::Fault(error.to_string()))?;
    let values = match conn {
        AnyConn::Sqlite(_) => "SELECT value FROM json_each($1) WHERE TRUE",
        AnyConn::Pg(_) => "SELECT value FROM json_array_elements_text(CAST($1 AS json))",
    };
    diesel::sql_query(format!("INSERT INTO imported (id) {values} ON CONFLICT (id) DO NOTHING"))
        .bind::<Text, _>(list)
        .execute(conn)?;
    Ok(())
}

/// Raises the counters of the installation to those of the archive.
pub(super) fn raise_counters(conn: &mut AnyConn, rows: &[Fields]) -> Result<(), DbError> {
    use crate::db::schema::counters::dsl::{counters, name, value};
    use diesel::prelude::*;
    for row in rows {
        let text = row.get("name").and_then(Value::as_str).unwrap_or_default();
        let number = row.get("value").and_then(Value::as_i64).unwrap_or_default();
        diesel::update(counters.filter(name.eq(text)).filter(value.lt(number))).set(value.eq(number)).execute(conn)?;
    }
    Ok(())
}
