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

impl AccessEvent {
    /// Whether this says again what `earlier` said after `since`: the same account got the same in the same way, from
    /// the same address and with the same agent.
    pub fn repeats(&self, earlier: &Self, since: Timestamp) -> bool {
        let place = |event: &Self| (event.document_id, event.user_id, event.access_type);
        earlier.accessed_at > since
            && place(self) == place(earlier)
            && self.ip_address == earlier.ip_address
            && self.user_agent == earlier.user_agent
    }
}

/// The access log.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AccessLog: Send + Sync {
    /// Notes an access without waiting for it to be durable: implementations MUST write it within a second and MUST
    /// write what is outstanding when the server stops. A crash may lose the last second.
    fn note(&self, event: AccessEvent);

    /// Notes an access that a page made by itself, as [`AccessLog::note`] does, unless it
    /// [repeats](AccessEvent::repeats) one that was noted after `since`.
    ///
    /// Implementations need not look far back: they MAY note a repetition, and MUST NOT leave out anything else.
    fn note_again(&self, event: AccessEvent, since: Timestamp);

    /// The accesses to a document, newest first, with their number.
    async fn list(
        &self,
        document: DocumentId,
        page: PageRequest,
    ) -> Result<(Page<AccessEvent>, u64), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::testing::{TEST_NOW, numbered};
    use std::time::Duration;

    #[test]
    fn only_the_same_access_from_the_same_place_is_a_repetition() {
        let earlier = AccessEvent {
            id: AttemptId::from_uuid(numbered(1)),
            document_id: DocumentId::from_uuid(numbered(2)),
            user_id: UserId::Account(numbered(3)),
            username: "reader".to_owned(),
            access_type: AccessType::View,
            accessed_at: TEST_NOW,
            ip_address: Some("192.0.2.1".to_owned()),
            user_agent: Some("browser".to_owned()),
        };
        let before = TEST_NOW.minus(Duration::from_secs(1));
        let again = AccessEvent {
            id: AttemptId::from_uuid(numbered(9)),
            accessed_at: TEST_NOW.plus(Duration::from_secs(5)),
            ..earlier.clone()
        };
        assert!(again.repeats(&earlier, before));
        assert!(!again.repeats(&earlier, TEST_NOW), "what was noted has changed since");
        for other in [
            AccessEvent { document_id: DocumentId::from_uuid(numbered(4)), ..again.clone() },
            AccessEvent { user_id: UserId::Account(numbered(4)), ..again.clone() },
            AccessEvent { access_type: AccessType::Download, ..again.clone() },
            AccessEvent { ip_address: Some("192.0.2.2".to_owned()), ..again.clone() },
            AccessEvent { ip_address: None, ..again.clone() },
            AccessEvent { user_agent: None, ..again.clone() },
        ] {
            assert!(!other.repeats(&earlier, before), "{other:?}");
        }
    }
}
