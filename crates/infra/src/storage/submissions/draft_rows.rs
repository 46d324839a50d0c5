//! The rows of drafts.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::drafts;
use crate::storage::files::uploads::{self, Attachments};
use diesel::prelude::*;
use facility_documents::previews::previews;
use facility_documents::text::Category;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, DocumentId, DraftId, EditId, SubmissionId, Timestamp, UserId};
use facility_submissions::draft::{Draft, DraftRevision, DraftText};

columns! {
    /// A draft's row without its text.
    #[derive(AsChangeset)]
    #[diesel(treat_none_as_null = true)]
    pub(crate) struct Columns in drafts, of draft: Draft {
        id: DraftId = draft.id,
        owner_id: UserId = draft.owner,
        title: Option<String> = draft.text.title,
        category: Option<Category> = draft.text.category,
        clearance_level: Option<Clearance> = draft.text.clearance,
        file_path: Option<AttachedFiles> = draft.text.files,
        revision: DraftRevision = draft.revision,
        created_at: Timestamp = draft.created_at,
        updated_at: Timestamp = draft.updated_at,
        revises: Option<SubmissionId> = draft.revises,
        scheduled_release_at: Option<Timestamp> = draft.text.release_at,
        document_id: Option<DocumentId> = draft.edits,
        based_on_version: Option<i32> = draft.text.based_on,
        change_description: Option<String> = draft.text.change_description,
        revised_edit: Option<EditId> = draft.text.revised_edit,
    }
    pub(crate) fn draft(content: Option<String>, attachments: &Attachments) -> Draft = Draft {
        attachments: attachments.of(file_path.as_ref()),
        text: DraftText {
            files: file_path, clearance: clearance_level, release_at: scheduled_release_at,
            based_on: based_on_version, title, content, category, change_description, revised_edit,
        },
        owner: owner_id, edits: document_id, id, revises, revision, created_at, updated_at,
    }
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = drafts, treat_none_as_default_value = false, treat_none_as_null = true)]
pub(crate) struct Row {
    #[diesel(embed)]
    columns: Columns,
    preview: String,
    content: Option<String>,
}

impl Row {
    pub(crate) fn of(draft: &Draft) -> Self {
        Self { columns: Columns::of(draft), preview: previews_of(draft), content: draft.text.content.clone() }
    }

    pub(crate) fn draft(self, conn: &mut AnyConn) -> Result<Draft, DbError> {
        let attachments = uploads::attachments(conn, std::iter::once(self.columns.file_path.as_deref()))?;
        self.columns.draft(self.content, &attachments)
    }
}

/// The previews of a draft. Portions of a new record are its owner's own words; an edit of a document has a preview for
/// each level.
fn previews_of(draft: &Draft) -> String {
    let preview = if draft.edits.is_some() { previews } else { facility_documents::plain::preview };
    draft.text.content.as_deref().map(preview).unwrap_or_default()
}

/// Returns the draft that a query finds. A macro, because each query has its own type.
macro_rules! first {
    ($conn:expr, $drafts:expr) => {{
        let row: Option<Row> = $drafts.select(Row::as_select()).first($conn).optional()?;
        row.map(|row| row.draft($conn)).transpose()
    }};
}

/// Returns this draft of a new record of this user.
pub(crate) fn find(conn: &mut AnyConn, owner: UserId, id: DraftId) -> Result<Option<Draft>, DbError> {
    let found = drafts::table
        .filter(drafts::id.eq(id.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .filter(drafts::document_id.is_null());
    first!(conn, found)
}

/// Returns the draft of this user's edit of this document.
pub(crate) fn find_edit(conn: &mut AnyConn, owner: UserId, document: DocumentId) -> Result<Option<Draft>, DbError> {
    let found = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()));
    first!(conn, found)
}

/// Returns the draft of this user's edit of this document, locked until the transaction ends.
pub(crate) fn locked_edit(conn: &mut AnyConn, owner: UserId, document: DocumentId) -> Result<Option<Draft>, DbError> {
    // As in `locked`.
    let wanted = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()));
    let found = diesel::update(wanted).set(drafts::updated_at.eq(drafts::updated_at)).execute(conn)?;
    if found == 0 { Ok(None) } else { find_edit(conn, owner, document) }
}

/// Returns this draft of a new record of this user, locked until the transaction ends.
pub(crate) fn locked(conn: &mut AnyConn, owner: UserId, id: DraftId) -> Result<Option<Draft>, DbError> {
    // SQLite has one writer, and its only lock is a write.
    let wanted = drafts::table.filter(drafts::id.eq(id.to_string())).filter(drafts::owner_id.eq(owner.to_string()));
    let found = diesel::update(wanted).set(drafts::updated_at.eq(drafts::updated_at)).execute(conn)?;
    if found == 0 { Ok(None) } else { find(conn, owner, id) }
}

/// Returns the draft of this user that revises this submission.
pub(crate) fn revising(conn: &mut AnyConn, owner: UserId, submission: SubmissionId) -> Result<Option<Draft>, DbError> {
    let found =
        drafts::table.filter(drafts::owner_id.eq(owner.to_string())).filter(drafts::revises.eq(submission.to_string()));
    first!(conn, found)
}
