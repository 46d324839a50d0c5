//! Where uploaded files are used.

use super::refs::{COMMENT, DOCUMENT, DRAFT, EDIT, SUBMISSION, TEMPLATE, VERSION};
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{comments, document_versions, file_refs};
use crate::storage::read;
use diesel::prelude::*;
use facility_files::place::Place;
use facility_kernel::{DocumentId, UploadId};
use std::collections::HashMap;

const TABLE: &str = "file_refs";

/// Returns the places where a file is used, in the order of [`Place`].
pub(super) fn of(conn: &mut AnyConn, id: UploadId) -> Result<Vec<Place>, DbError> {
    let held: Vec<(String, String)> = file_refs::table
        .filter(file_refs::upload_id.eq(id.to_string()))
        .select((file_refs::holder_kind, file_refs::holder_id))
        .load(conn)?;
    let of_kind = |wanted: &str| -> Vec<&str> {
        held.iter().filter(|(kind, _)| kind == wanted).map(|(_, holder)| holder.as_str()).collect()
    };
    let mut documents: HashMap<String, String> = HashMap::new();
    let versions = of_kind(VERSION);
    if !versions.is_empty() {
        let rows = document_versions::table.filter(document_versions::id.eq_any(versions));
        let rows: Vec<(String, String)> =
            rows.select((document_versions::id, document_versions::document_id)).load(conn)?;
        documents.extend(rows);
    }
    let commented = of_kind(COMMENT);
    if !commented.is_empty() {
        let rows = comments::table.filter(comments::id.eq_any(commented));
        documents.extend(rows.select((comments::id, comments::document_id)).load::<(String, String)>(conn)?);
    }
    let document = |holder: &str| -> Result<Option<DocumentId>, DbError> {
        documents.get(holder).map(|id| read(id, TABLE, "holder_id", holder)).transpose()
    };
    let place = |(kind, holder): &(String, String)| {
        let holder = holder.as_str();
        Ok(match kind.as_str() {
            DOCUMENT => Place::Document(read(holder, TABLE, "holder_id", holder)?),
            // Rows that are not found are in the trash with their document.
            VERSION => match document(holder)? {
                Some(document) => Place::Version(document, read(holder, TABLE, "holder_id", holder)?),
                None => Place::Trash,
            },
            COMMENT => match document(holder)? {
                Some(document) => Place::Comment(document, read(holder, TABLE, "holder_id", holder)?),
                None => Place::Trash,
            },
            TEMPLATE => Place::Template(read(holder, TABLE, "holder_id", holder)?),
            SUBMISSION => Place::Submission(read(holder, TABLE, "holder_id", holder)?),
            EDIT => Place::Edit(read(holder, TABLE, "holder_id", holder)?),
            DRAFT => Place::Draft(read(holder, TABLE, "holder_id", holder)?),
            _ => return Err(DbError::Inconsistent { table: TABLE, column: "holder_kind", row: id.to_string() }),
        })
    };
    let mut places = held.iter().map(place).collect::<Result<Vec<_>, DbError>>()?;
    places.sort_unstable();
    Ok(places)
}
