//! The submissions that name files, also after they no longer hold them.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{submissions, uploads};
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
        let files: AttachedFiles = stored::value(files, "submissions", "file_path", &id)?;
        if files.without(wanted) != files {
            found.push((id, level, files));
        }
    }
    Ok(found)
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
                .set(submissions::file_path.eq(files.without(&deleted).store()))
                .execute(conn)?;
        }
    }
    Ok(())
}
