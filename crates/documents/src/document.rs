//! Documents, as they are stored and listed.

use crate::{Category, Match, Snippet};
use kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};

/// A published document. Drafts and templates are not documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// Its title, one line.
    pub title: String,
    /// Its content, in Markdown.
    pub content: String,
    /// The topics.
    pub category: Category,
    /// The level required to open it.
    pub clearance_level: Clearance,
    /// The path of its file, `/objects/…`.
    pub file_path: Option<String>,
    /// The user who submitted it, its owner.
    pub submitted_by: UserId,
    /// Whether it is in the archive rather than the repository.
    pub is_archived: bool,
    /// The section of the archive it is in.
    pub archive_section: Option<SectionId>,
    /// When it was archived.
    pub archived_at: Option<Timestamp>,
    /// Who archived it.
    pub archived_by: Option<UserId>,
    /// Whether archiving was requested.
    pub archive_requested: bool,
    /// When it was requested.
    pub archive_requested_at: Option<Timestamp>,
    /// Who requested it.
    pub archive_requested_by: Option<UserId>,
    /// The requested section.
    pub archive_request_section: Option<SectionId>,
    /// Before this time only administrators see it.
    pub scheduled_release_at: Option<Timestamp>,
    /// Number of the published version, from 1.
    pub version: i32,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Metadata of an attached file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// The file's name, without folders.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The media type with which it is served.
    pub content_type: String,
}

/// A document with the name of its owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DocumentRecord {
    /// The document.
    pub document: Document,
    /// Its owner's name, also of a deleted account.
    pub submitted_by_username: String,
    /// The file it carries.
    pub attachment: Option<Attachment>,
    /// The beginning of the content as plain text: [`crate::preview`].
    pub preview: String,
}

/// A document in a list.
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
    /// The content around the search words; only in search results.
    pub snippet: Option<Snippet>,
    /// The positions of the search words in the title; only in search results.
    pub title_matches: Option<Vec<Match>>,
}

/// A change to documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DocumentChange {
    /// A new document, from an approved submission.
    Publish(Box<Document>),
    /// Deletes a document permanently and releases its file.
    Delete {
        /// Id of the document.
        id: DocumentId,
        /// The version on which the deletion was decided.
        version: i32,
    },
}
