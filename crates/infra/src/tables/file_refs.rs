//! Which records hold which uploaded files. A file is kept for as long as anything holds it.
//!
//! Whoever decides by what holds a file takes the lock on its upload's row first: of two holders that let go at once, the
//! second sees that it is the last.

use crate::db::schema::{file_refs, uploads};
use crate::db::{AnyConn, DbError};
use crate::on_both;
use crate::tables::read;
use ::submissions::UploadStatus;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use kernel::{DocumentId, SubmissionId, UploadId};

/// The kind of submissions as holders.
pub(crate) const SUBMISSION: &str = "submission";
/// The kind of documents as holders.
const DOCUMENT: &str = "document";

/// What holds a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holder {
    /// A document.
    Document(DocumentId),
    /// A submission that is not approved; with the approval its document holds the file.
    Submission(SubmissionId),
}

impl Holder {
    const fn kind(self) -> &'static str {
        match self {
            Self::Document(_) => DOCUMENT,
            Self::Submission(_) => SUBMISSION,
        }
    }

    fn id(self) -> String {
        match self {
            Self::Document(id) => id.to_string(),
            Self::Submission(id) => id.to_string(),
        }
    }
}

/// Makes a record hold a file; once is enough.
pub(crate) fn hold(conn: &mut AnyConn, upload: UploadId, holder: Holder) -> Result<(), DbError> {
    let row = (
        file_refs::upload_id.eq(upload.to_string()),
        file_refs::holder_kind.eq(holder.kind()),
        file_refs::holder_id.eq(holder.id()),
    );
    on_both!(conn, |c| diesel::insert_into(file_refs::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// Takes the files of a record from it, without letting any go: another record holds them in the same transaction.
pub(crate) fn hand_over(conn: &mut AnyConn, holder: Holder) -> Result<(), DbError> {
    diesel::delete(
        file_refs::table
            .filter(file_refs::holder_kind.eq(holder.kind()))
            .filter(file_refs::holder_id.eq(holder.id())),
    )
    .execute(conn)?;
    Ok(())
}

/// Lets the files of these records go. Answers the uploads that nothing holds any more; they are unusable from now on.
pub(crate) fn let_go(conn: &mut AnyConn, holders: &[Holder]) -> Result<Vec<UploadId>, DbError> {
    let mut held: Vec<String> = Vec::new();
    for holder in holders {
        let theirs = file_refs::table
            .filter(file_refs::holder_kind.eq(holder.kind()))
            .filter(file_refs::holder_id.eq(holder.id()))
            .select(file_refs::upload_id);
        held.extend(theirs.load::<String>(conn)?);
    }
    if held.is_empty() {
        return Ok(Vec::new());
    }
    lock(conn, &held)?;
    for holder in holders {
        hand_over(conn, *holder)?;
    }
    give_up_unheld(conn, &held)
}

/// Takes the lock on these uploads until the transaction ends.
pub(crate) fn lock(conn: &mut AnyConn, ids: &[String]) -> Result<(), DbError> {
    // SQLite has one writer, and knows no other lock on a row than writing it.
    diesel::update(uploads::table.filter(uploads::id.eq_any(ids)))
        .set(uploads::status.eq(uploads::status))
        .execute(conn)?;
    Ok(())
}

/// Makes those of these uploads unusable that nothing holds, and answers which. A statement of its own behind [`lock`],
/// because PostgreSQL looks at other tables as they were when a statement began.
pub(crate) fn give_up_unheld(conn: &mut AnyConn, ids: &[String]) -> Result<Vec<UploadId>, DbError> {
    let unheld = uploads::table
        .filter(uploads::id.eq_any(ids))
        .filter(uploads::status.ne(UploadStatus::Deleted.as_str()))
        .filter(not(exists(file_refs::table.filter(file_refs::upload_id.eq(uploads::id)))));
    let given_up: Vec<String> = diesel::update(unheld)
        .set(uploads::status.eq(UploadStatus::Deleted.as_str()))
        .returning(uploads::id)
        .get_results(conn)?;
    given_up.iter().map(|id| read(id, "uploads", "id", id)).collect()
}
