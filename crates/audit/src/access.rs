//! The log of document accesses.

use async_trait::async_trait;
use facility_kernel::{AttemptId, DocumentId, Page, PageRequest, StoreError, Timestamp, UserId};
use std::collections::HashMap;

facility_kernel::named! {
    /// The kind of access to a document.
    pub enum AccessType {
        /// The text was viewed.
        View => "view",
        /// The text or the attachment was downloaded.
        Download => "download",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessEvent {
    pub id: AttemptId,
    pub document_id: DocumentId,
    pub user_id: UserId,
    pub username: String,
    pub access_type: AccessType,
    /// The version whose text was shown. `None` for the attachment.
    pub version: Option<i32>,
    pub accessed_at: Timestamp,
    pub ip_address: Option<String>,
    /// The client's user agent, at most 512 characters.
    pub user_agent: Option<String>,
}

impl AccessEvent {
    /// Whether this access repeats `earlier`, which must be after `since`: same kind, document, account, address and
    /// user agent.
    pub fn repeats(&self, earlier: &Self, since: Timestamp) -> bool {
        let place = |event: &Self| (event.document_id, event.user_id, event.access_type);
        earlier.accessed_at > since
            && place(self) == place(earlier)
            && self.ip_address == earlier.ip_address
            && self.user_agent == earlier.user_agent
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewAccess {
    pub event: AccessEvent,
    /// If set, the access is skipped when it [repeats](AccessEvent::repeats) one that was recorded after this time.
    pub unless_since: Option<Timestamp>,
}

/// How many people accessed a document, without their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReaderCounts {
    /// At any time.
    pub ever: u64,
    /// Within the requested period.
    pub lately: u64,
}

/// The access log. Entries are never deleted.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AccessLog: Send + Sync {
    /// Records an access without waiting for durability. Implementations MUST write it within a second and MUST flush
    /// pending accesses when the server stops. A crash can lose the last second.
    ///
    /// Implementations detect repetitions only among recent accesses and MAY record some of them. They MUST NOT omit
    /// any other access. From then on the access counts for [`opened`](Self::opened) and [`readers`](Self::readers). If
    /// it is a view of the text, the reader's notifications about the document are marked as read.
    fn note(&self, note: NewAccess);

    /// Records the accesses of one page of a list and returns when they are durable. Callers hand out the contents only
    /// after that. Notifications stay unread, because a list does not show what they are about.
    ///
    /// Implementations MUST record all or none. If a statement costs a round trip, the number of statements MUST NOT
    /// grow with the number of accesses.
    async fn note_all(&self, notes: Vec<NewAccess>) -> Result<(), StoreError>;

    /// Returns a page of the accesses to a document, newest first, and the total number of accesses.
    async fn list(&self, document: DocumentId, page: PageRequest) -> Result<(Page<AccessEvent>, u64), StoreError>;

    /// Returns the latest version of each document that this account has opened. Documents that it never opened are
    /// omitted.
    async fn opened(&self, reader: UserId, documents: Vec<DocumentId>) -> Result<HashMap<DocumentId, i32>, StoreError>;

    /// Returns a number that grows whenever this account opens a document or a version for the first time.
    async fn openings(&self, reader: UserId) -> Result<i64, StoreError>;

    /// Counts the accounts other than `except` that accessed the document, ever and since `since`. Deleted accounts
    /// count, and emergency access counts as one. The cost MUST NOT grow with the number of accesses per account.
    async fn readers(&self, document: DocumentId, except: UserId, since: Timestamp)
    -> Result<ReaderCounts, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::{TEST_NOW, numbered};
    use std::time::Duration;

    #[test]
    fn repetition_requires_same_access_address_and_agent() {
        let earlier = AccessEvent {
            id: AttemptId::from_uuid(numbered(1)),
            document_id: DocumentId::from_uuid(numbered(2)),
            user_id: UserId::Account(numbered(3)),
            username: "reader".to_owned(),
            access_type: AccessType::View,
            version: Some(1),
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
        assert!(!again.repeats(&earlier, TEST_NOW), "an older access does not count");
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
