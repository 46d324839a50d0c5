//! Documents as they are stored and listed.

use crate::sealed::Sealed;
use crate::text::Category;
use facility_files::file::AttachedFiles;
use facility_kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};

/// A published document. Drafts and templates are not documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    pub id: DocumentId,
    /// The user who submitted it.
    pub owner: UserId,
    pub text: Text,
    pub clearance: Clearance,
    pub files: AttachedFiles,
    /// Whether it is in the repository or in the archive.
    pub placement: Placement,
    /// Only administrators see the document before this time.
    pub release_at: Option<Timestamp>,
    /// The number of the current version, from 1.
    pub version: i32,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The title, content and category of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub title: String,
    /// The content in Markdown. Readers get it through [`crate::view::view`].
    pub content: Sealed<String>,
    pub category: Category,
}

/// Where a document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    Repository {
        /// The pending request to archive it, if any.
        archive_request: Option<ArchiveRequest>,
    },
    Archived {
        /// The section that contains it.
        section: SectionId,
        /// When it was archived.
        at: Timestamp,
        /// Who archived it.
        by: UserId,
    },
}

impl Placement {
    /// In the repository, without an archive request.
    pub const REPOSITORY: Self = Self::Repository { archive_request: None };

    pub const fn is_archived(&self) -> bool {
        matches!(self, Self::Archived { .. })
    }

    /// The archive section that contains it.
    pub const fn section(&self) -> Option<SectionId> {
        match self {
            Self::Archived { section, .. } => Some(*section),
            Self::Repository { .. } => None,
        }
    }

    /// The pending request to archive it.
    pub const fn archive_request(&self) -> Option<&ArchiveRequest> {
        match self {
            Self::Repository { archive_request } => archive_request.as_ref(),
            Self::Archived { .. } => None,
        }
    }
}

/// A request to archive a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchiveRequest {
    pub section: SectionId,
    pub at: Timestamp,
    pub by: UserId,
}
