//! Who opened or downloaded a document.

use async_trait::async_trait;
use kernel::{AttemptId, DocumentId, Page, PageRequest, StoreError, Timestamp, UserId};

/// How a document was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessType {
    /// Its text was opened.
    View,
    /// Its attachment was downloaded.
    Download,
}

impl AccessType {
    /// The name as it stands in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Download => "download",
        }
    }

    /// The type with this name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::View, Self::Download].into_iter().find(|access| access.as_str() == text)
    }
}

/// One access to one document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessEvent {
    /// The event's id.
    pub id: AttemptId,
    /// The document.
    pub document_id: DocumentId,
    /// Who.
    pub user_id: UserId,
    /// Their name at that time.
    pub username: String,
    /// How.
    pub access_type: AccessType,
    /// When.
    pub accessed_at: Timestamp,
    /// From where.
    pub ip_address: Option<String>,
    /// With what, at most 512 characters.
    pub user_agent: Option<String>,
}

/// The access log.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AccessLog: Send + Sync {
    /// Notes an access without waiting for it to be durable: implementations MUST write it within a second and MUST
    /// write what is outstanding when the server stops. A crash may lose the last second.
    fn note(&self, event: AccessEvent);

    /// The accesses to a document, newest first, with their number.
    async fn list(
        &self,
        document: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<AccessEvent>, u64), StoreError>;
}
