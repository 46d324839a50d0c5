//! Documents, as they are kept and as lists show them.

use crate::{Category, Match, Snippet};
use kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};

/// A document.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact that the contract names")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// Its title, one line.
    pub title: String,
    /// What it says, in Markdown.
    pub content: String,
    /// The topics.
    pub category: Category,
    /// The level somebody needs to open it.
    pub clearance_level: Clearance,
    /// The path of the file it carries, `/objects/…`.
    pub file_path: Option<String>,
    /// Who submitted it, its owner.
    pub submitted_by: UserId,
    /// Whether it is in the archive rather than the repository.
    pub is_archived: bool,
    /// The section of the archive it is in.
    pub archive_section: Option<SectionId>,
    /// When it was archived.
    pub archived_at: Option<Timestamp>,
    /// Who archived it.
    pub archived_by: Option<UserId>,
    /// Whether somebody asked for it to be archived.
    pub archive_requested: bool,
    /// When they asked.
    pub archive_requested_at: Option<Timestamp>,
    /// Who asked.
    pub archive_requested_by: Option<UserId>,
    /// The section they asked for.
    pub archive_request_section: Option<SectionId>,
    /// Before this only administrators see it.
    pub scheduled_release_at: Option<Timestamp>,
    /// Whether it is a template.
    pub is_template: bool,
    /// What the template is for.
    pub template_category: Option<String>,
    /// Counts the published states, from 1.
    pub version: i32,
    /// The document it adds to.
    pub parent_document_id: Option<DocumentId>,
    /// Whether it is somebody's unfinished draft.
    pub is_draft: bool,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it was changed last.
    pub updated_at: Timestamp,
}

/// What is known of an attached file besides its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// The file's name, without any folder.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The media type it is served with.
    pub content_type: String,
}

/// A document with the name of its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentRecord {
    /// The document.
    pub document: Document,
    /// Its owner's name; deleted accounts keep theirs.
    pub submitted_by_username: String,
    /// The file it carries.
    pub attachment: Option<Attachment>,
}

/// A document as a list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentSummary {
    /// The document; its `content` is empty.
    pub document: Document,
    /// Its owner's name.
    pub submitted_by_username: String,
    /// The file it carries.
    pub attachment: Option<Attachment>,
    /// The beginning of the content as plain text: [`crate::preview`].
    pub preview: String,
    /// The content around the words searched for; only in searches.
    pub snippet: Option<Snippet>,
    /// Where the words searched for stand in the title; only in searches.
    pub title_matches: Option<Vec<Match>>,
}

/// A change to documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// A new document, out of an approved submission.
    Publish(Box<Document>),
    /// A document is removed for good, and lets its file go.
    Delete {
        /// Which.
        id: DocumentId,
        /// The version that was decided on.
        version: i32,
    },
}
