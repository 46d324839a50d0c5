//! The submissions that name files, also after they no longer hold them, and the edits that propose them.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{document_edits, documents, submissions, uploads};
use crate::storage::files::refs;
use crate::storage::stored::{self, Stored as _};
use diesel::prelude::*;
use facility_files::file::{AttachedFiles, FilePath};
use facility_kernel::UploadId;

/// Returns the submissions of this user that name any of these files: their ids, assigned levels and files.
pub(crate) fn of(
    conn: &mut AnyConn,
    owner: &str,
    wanted: &AttachedFiles,
) -> Result<Vec<(String, Option<i32>, AttachedFiles)>, DbError> {
    let rows: Vec<(String, Option<i32>, Option<String>)> = submissions::table
        .filter(submissions::submitted_by.eq(owner))
        .filter(submissions::file_path.is_not_null())
        .select((submissions::id, submissions::assigned_clearance_level, submissions::file_path))
        .load(conn)?;
    let mut found = Vec::new();
    for (id, level, files) in rows {
        let files: Option<AttachedFiles> = stored::value(files, "submissions", "file_path", &id)?;
        let files = files.unwrap_or_default();
        if files.without(wanted) != files {
            found.push((id, level, files));
        }
    }
    Ok(found)
}

/// Returns the levels required to read the edits that propose this file.
pub(crate) fn levels_of_edits(conn: &mut AnyConn, file: UploadId) -> Result<Vec<i32>, DbError> {
    let levels: Vec<(i32, i32, i32)> = document_edits::table
        .inner_join(documents::table.on(documents::id.eq(document_edits::document_id)))
        .filter(document_edits::id.eq_any(refs::edits_with(conn, file)?))
        .select((document_edits::clearance_level, document_edits::base_clearance, documents::clearance_level))
        .load(conn)?;
    Ok(levels.into_iter().map(|(proposed, base, present)| proposed.max(base).max(present)).collect())
}

/// Removes deleted files from submissions.
pub(crate) fn forget(conn: &mut AnyConn, deleted: &[UploadId]) -> Result<(), DbError> {
    let ids = deleted.iter().map(ToString::to_string);
    let owners: Vec<String> =
        uploads::table.filter(uploads::id.eq_any(ids)).select(uploads::owner_id).distinct().load(conn)?;
    let deleted: AttachedFiles = deleted.iter().copied().map(FilePath::of).collect();
    for owner in owners {
        for (id, _level, files) in of(conn, &owner, &deleted)? {
            diesel::update(submissions::table.filter(submissions::id.eq(id)))
                .set(submissions::file_path.eq(files.without(&deleted).non_empty().store()))
                .execute(conn)?;
        }
    }
    Ok(())
}
