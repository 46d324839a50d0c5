//! The tables that are exported. A new table needs one entry here.

/// A table whose rows are exported.
pub(super) struct Table {
    /// Its name in the database.
    pub(super) name: &'static str,
    /// The kind of record: the member's name without its ending, and the key in the manifest's counts.
    pub(super) kind: &'static str,
    /// The column that identifies a row that already exists.
    pub(super) key: &'static str,
    /// The columns that order the rows, oldest first.
    pub(super) order: &'static str,
    /// Columns that are not exported: derived ones, and those that concern only this installation.
    pub(super) omitted: &'static [&'static str],
    /// The column with the id of the record that a row belongs to, if any. Rows of a record that an import leaves as it
    /// is are left, too.
    pub(super) belongs_to: Option<&'static str>,
    /// A second column whose values are unique, by which a record under another id is recognized.
    pub(super) name_key: Option<&'static str>,
    /// An SQL condition for the exported rows. `None` exports all.
    pub(super) only: Option<&'static str>,
    /// Whether only their owners may see the rows: only an operator's export has them.
    pub(super) is_private: bool,
    /// Another table and column whose ids count as existing ones: a document is in one of two tables.
    pub(super) taken_in: Option<(&'static str, &'static str)>,
}

impl Table {
    /// A table that is exported and never imported.
    pub(super) const fn of_log(name: &'static str) -> Self {
        Self::of(name, name)
    }

    const fn of(name: &'static str, kind: &'static str) -> Self {
        Self {
            name,
            kind,
            key: "id",
            order: "position",
            omitted: &[],
            belongs_to: None,
            name_key: None,
            only: None,
            is_private: false,
            taken_in: None,
        }
    }

    /// Returns the name of its member.
    pub(super) fn member(&self) -> String {
        format!("{}.jsonl", self.kind)
    }
}

/// The documents. Each is a member of its own, and its content is the member's text.
pub(super) const DOCUMENTS: Table = Table {
    // The preview is computed from the content, and the order from the title.
    omitted: &["title_key", "preview", "content"],
    taken_in: Some(("trash", "document_id")),
    ..Table::of("documents", "documents")
};

/// The files' records. Their bytes are members of their own.
pub(super) const FILES: Table = Table {
    omitted: &["ticket_hash", "status", "refusal", "expires_at"],
    only: Some(
        "status = 'final' AND EXISTS (SELECT 1 FROM file_refs WHERE file_refs.upload_id = uploads.id \
         AND (file_refs.holder_kind <> 'draft' OR $private))",
    ),
    ..Table::of("uploads", "files")
};

/// The records that hold the files.
pub(super) const FILE_REFS: Table = Table {
    key: "upload_id",
    order: "upload_id, holder_kind, holder_id",
    belongs_to: Some("holder_id"),
    only: Some(
        "(holder_kind <> 'draft' OR $private) AND EXISTS \
         (SELECT 1 FROM uploads WHERE uploads.id = file_refs.upload_id AND uploads.status = 'final')",
    ),
    ..Table::of("file_refs", "file-refs")
};

/// The last incident number.
pub(super) const COUNTERS: Table =
    Table { key: "name", order: "name", only: Some("name = 'incident'"), ..Table::of("counters", "counters") };

/// The accounts.
pub(super) const USERS: Table = Table { name_key: Some("username_key"), ..Table::of("users", "users") };

/// The tables before the documents, in this order, because later rows refer to earlier ones.
pub(super) const BEFORE: [Table; 4] = [
    USERS,
    Table { name_key: Some("name_key"), ..Table::of("archive_sections", "sections") },
    Table::of("templates", "templates"),
    FILES,
];

/// The documents in the trash, with the columns of their list.
pub(super) const TRASH: Table =
    Table { key: "document_id", taken_in: Some(("documents", "id")), ..Table::of("trash", "trash") };

/// The rows of the documents in the trash, each with its table and its columns (see `trashed.rs`). Notifications are
/// not exported.
pub(super) const TRASHED_ROWS: Table = Table {
    key: "document_id",
    belongs_to: Some("document_id"),
    only: Some("source <> 'notifications' AND (source <> 'drafts' OR $private)"),
    ..Table::of("trashed_rows", "trashed-rows")
};

/// The comments.
pub(super) const COMMENTS: Table = Table { belongs_to: Some("document_id"), ..Table::of("comments", "comments") };

/// Who watches documents.
const WATCHES: Table = Table {
    key: "document_id",
    order: "document_id, user_id",
    belongs_to: Some("document_id"),
    ..Table::of("document_watches", "watches")
};

pub(super) const VERSIONS: Table =
    Table { belongs_to: Some("document_id"), ..Table::of("document_versions", "versions") };
const EDITS: Table = Table { belongs_to: Some("document_id"), ..Table::of("document_edits", "edits") };
const EDIT_STEPS: Table = Table {
    order: "edit_id, step_number",
    belongs_to: Some("edit_id"),
    ..Table::of("document_edit_steps", "edit-steps")
};

const DRAFTS: Table = Table { belongs_to: Some("document_id"), is_private: true, ..Table::of("drafts", "drafts") };

/// The pages that records were imported from.
pub(super) const IMPORTED_PAGES: Table = Table {
    key: "record_id",
    order: "source, path",
    belongs_to: Some("record_id"),
    ..Table::of("imported_pages", "imported-pages")
};

/// The tables after the documents, in this order.
pub(super) const AFTER: [Table; 13] = [
    VERSIONS,
    Table::of("submissions", "submissions"),
    Table {
        order: "submission_id, step_number",
        belongs_to: Some("submission_id"),
        ..Table::of("submission_steps", "submission-steps")
    },
    EDITS,
    EDIT_STEPS,
    COMMENTS,
    WATCHES,
    DRAFTS,
    TRASH,
    TRASHED_ROWS,
    FILE_REFS,
    IMPORTED_PAGES,
    COUNTERS,
];

/// The tables whose rows are in the trash with a document.
pub(super) const IN_TRASH: [&Table; 7] = [&DOCUMENTS, &VERSIONS, &EDITS, &EDIT_STEPS, &COMMENTS, &WATCHES, &DRAFTS];

/// Returns the table of this kind, and its rank in an archive: documents have [`DOCUMENTS_RANK`].
pub(super) fn find(kind: &str) -> Option<(&'static Table, usize)> {
    static EARLY: [Table; 4] = BEFORE;
    static LATE: [Table; 13] = AFTER;
    let early = EARLY.iter().enumerate();
    let late = LATE.iter().enumerate().map(|(at, table)| (DOCUMENTS_RANK + 1 + at, table));
    early.chain(late).find(|(_, table)| table.kind == kind).map(|(rank, table)| (table, rank))
}

/// The rank of documents in the order of members.
pub(super) const DOCUMENTS_RANK: usize = BEFORE.len();
/// The rank of files in the order of members.
pub(super) const FILES_RANK: usize = DOCUMENTS_RANK + 1 + AFTER.len();
/// The rank of the audit log, before the manifest.
pub(super) const AUDIT_RANK: usize = FILES_RANK + 1;
/// The rank of the manifest.
pub(super) const MANIFEST_RANK: usize = AUDIT_RANK + 1;
