//! Documents, as they are stored and listed.

use crate::sealed::Sealed;
use crate::text::Category;
use facility_files::file::FilePath;
use facility_kernel::{Clearance, DocumentId, SectionId, Timestamp, UserId};

/// A published document. Drafts and templates are not documents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its id.
    pub id: DocumentId,
    /// Who submitted it.
    pub owner: UserId,
    /// Its title, content and category.
    pub text: Text,
    /// The level required to open it.
    pub clearance: Clearance,
    /// The path of its file.
    pub attachment: Option<FilePath>,
    /// Whether it is in the repository or in the archive.
    pub placement: Placement,
    /// Before this time only administrators see it.
    pub release_at: Option<Timestamp>,
    /// Number of the published version, from 1.
    pub version: i32,
    /// When it was published.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// Title, content and category of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Its title, one line.
    pub title: String,
    /// Its content, in Markdown. [`crate::view::view`] hands it out.
    pub content: Sealed<String>,
    /// The topics.
    pub category: Category,
}

/// The place of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// In the repository.
    Repository {
        /// The pending request to archive it, if any.
        archive_request: Option<ArchiveRequest>,
    },
    /// In the archive.
    Archived {
        /// The section it is in.
        section: SectionId,
        /// When it was archived.
        at: Timestamp,
        /// Who archived it.
        by: UserId,
    },
}

impl Placement {
    /// In the repository, without a request.
    pub const REPOSITORY: Self = Self::Repository { archive_request: None };

    /// Whether it is in the archive.
    pub const fn is_archived(&self) -> bool {
        matches!(self, Self::Archived { .. })
    }

    /// The section of the archive that it is in.
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
    /// The requested section.
    pub section: SectionId,
    /// When it was requested.
    pub at: Timestamp,
    /// Who requested it.
    pub by: UserId,
}
