//! The rows of drafts.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::drafts;
use crate::storage::files::uploads;
use crate::storage::{clearance, read, read_optional};
use diesel::prelude::*;
use facility_documents::previews::previews;
use facility_files::file::Attachment;
use facility_kernel::{DocumentId, DraftId, SubmissionId, Timestamp, UserId};
use facility_submissions::draft::{Draft, DraftRevision, DraftText};
use std::collections::HashMap;

const TABLE: &str = "drafts";

/// A draft's row without its content.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = drafts, treat_none_as_default_value = false)]
pub(crate) struct Columns {
    pub(crate) id: String,
    pub(crate) owner_id: String,
    pub(crate) title: Option<String>,
    pub(crate) preview: String,
    pub(crate) category: Option<String>,
    pub(crate) clearance_level: Option<i32>,
    pub(crate) file_path: Option<String>,
    pub(crate) revision: String,
    created_at: i64,
    pub(crate) updated_at: i64,
    revises: Option<String>,
    pub(crate) scheduled_release_at: Option<i64>,
    document_id: Option<String>,
    pub(crate) based_on_version: Option<i32>,
    pub(crate) change_description: Option<String>,
    pub(crate) revised_edit: Option<String>,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = drafts, treat_none_as_default_value = false)]
pub(crate) struct Row {
    #[diesel(embed)]
    pub(crate) columns: Columns,
    pub(crate) content: Option<String>,
}

impl Columns {
    pub(crate) fn draft(
        self,
        content: Option<String>,
        attachments: &HashMap<String, Attachment>,
    ) -> Result<Draft, DbError> {
        let id = self.id.as_str();
        let level = |n| clearance(n, TABLE, "clearance_level", id);
        Ok(Draft {
            id: read(id, TABLE, "id", id)?,
            owner: read(&self.owner_id, TABLE, "owner_id", id)?,
            attachment: self.file_path.as_ref().and_then(|path| attachments.get(path)).cloned(),
            text: DraftText {
                category: read_optional(self.category.as_deref(), TABLE, "category", id)?,
                clearance: self.clearance_level.map(level).transpose()?,
                file: read_optional(self.file_path.as_deref(), TABLE, "file_path", id)?,
                release_at: self.scheduled_release_at.map(Timestamp::from_micros),
                based_on: self.based_on_version,
                change_description: self.change_description,
                revised_edit: read_optional(self.revised_edit.as_deref(), TABLE, "revised_edit", id)?,
                title: self.title,
                content,
            },
            revises: read_optional(self.revises.as_deref(), TABLE, "revises", id)?,
            edits: read_optional(self.document_id.as_deref(), TABLE, "document_id", id)?,
            revision: DraftRevision::named(self.revision),
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }
}

impl Row {
    pub(crate) fn of(draft: &Draft) -> Self {
        let text = &draft.text;
        Self {
            columns: Columns {
                id: draft.id.to_string(),
                owner_id: draft.owner.to_string(),
                title: text.title.clone(),
                preview: start_of(draft),
                category: text.category.map(|category| category.as_str().to_owned()),
                clearance_level: text.clearance.map(|level| level.level().into()),
                file_path: text.file.map(|path| path.to_string()),
                revision: draft.revision.as_str().to_owned(),
                created_at: draft.created_at.as_micros(),
                updated_at: draft.updated_at.as_micros(),
                revises: draft.revises.map(|id| id.to_string()),
                scheduled_release_at: text.release_at.map(Timestamp::as_micros),
                document_id: draft.edits.map(|id| id.to_string()),
                based_on_version: text.based_on,
                change_description: text.change_description.clone(),
                revised_edit: text.revised_edit.map(|id| id.to_string()),
            },
            content: text.content.clone(),
        }
    }

    pub(crate) fn draft(self, conn: &mut AnyConn) -> Result<Draft, DbError> {
        let attachments = uploads::attachments(conn, std::iter::once(self.columns.file_path.as_deref()))?;
        self.columns.draft(self.content, &attachments)
    }
}

/// The start of a draft. Passages of a new record are its owner's own words; those of a document have a start for each level.
fn start_of(draft: &Draft) -> String {
    let start = if draft.edits.is_some() { previews } else { facility_documents::plain::preview };
    draft.text.content.as_deref().map(start).unwrap_or_default()
}

/// Returns this draft of a new record of this user.
pub(crate) fn find(conn: &mut AnyConn, owner: UserId, id: DraftId) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::id.eq(id.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .filter(drafts::document_id.is_null())
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}

/// Returns the draft of this user's edit of this document.
pub(crate) fn find_edit(
    conn: &mut AnyConn,
    owner: UserId,
    document: DocumentId,
) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::document_id.eq(document.to_string()))
        .filter(drafts::owner_id.eq(owner.to_string()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}

/// Returns the draft of this user's edit of this document, locked until the transaction ends.
pub(crate) fn locked_edit(
    conn: &mut AnyConn,
    owner: UserId,
    document: DocumentId,
) -> Result<Option<Draft>, DbError> {
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
    let wanted =
        drafts::table.filter(drafts::id.eq(id.to_string())).filter(drafts::owner_id.eq(owner.to_string()));
    let found = diesel::update(wanted).set(drafts::updated_at.eq(drafts::updated_at)).execute(conn)?;
    if found == 0 { Ok(None) } else { find(conn, owner, id) }
}

/// Returns the draft of this user that revises this submission.
pub(crate) fn revising(
    conn: &mut AnyConn,
    owner: UserId,
    submission: SubmissionId,
) -> Result<Option<Draft>, DbError> {
    let row: Option<Row> = drafts::table
        .filter(drafts::owner_id.eq(owner.to_string()))
        .filter(drafts::revises.eq(submission.to_string()))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(|row| row.draft(conn)).transpose()
}
