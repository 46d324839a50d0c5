//! Administrators' access to the audit log: pages, export and verification.

use crate::chain::SealedEntry;
use crate::{Action, AuditTrail, EntityType, Entry, Verification};
use kernel::{
    Actor, DomainError, ErrorKind, IdGenerator, Page, PageRequest, ParseError, RequestContext, StoreError,
    check_search,
};

/// Maximum length of a search in characters.
const MAX_SEARCH_CHARS: usize = 200;
/// Maximum number of search words.
const MAX_WORDS: usize = 8;

/// A filter for entries.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogFilter {
    /// Only administrators' actions, or only others. None means both.
    pub is_admin_action: Option<bool>,
    /// Each of these must occur, ignoring case, in the action, the type or id of the record, the id or name of the
    /// acting account, the address, or the details. At most 8, without blanks and control characters.
    pub words: Vec<String>,
}

impl LogFilter {
    /// Parses a typed text of at most 200 characters.
    ///
    /// There is no query language: blanks separate words, and all other characters are literal. Actions match
    /// as they are displayed, because "user approved" becomes "user" and "approved".
    pub fn parse(is_admin_action: Option<bool>, text: &str) -> Result<Self, ParseError> {
        check_search("q", text, MAX_SEARCH_CHARS)?;
        let words = text.split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
        Ok(Self { is_admin_action, words })
    }
}

/// Why an operation on the audit log fails. Each message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// Only administrators are allowed to do this.
    #[error("Administrator access required")]
    AdminOnly,
    /// The database failed.
    #[error("{}", .0.sentence())]
    Store(#[from] StoreError),
}

impl DomainError for AuditError {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::AdminOnly => ErrorKind::Forbidden,
            Self::Store(error) => error.kind(),
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::AdminOnly => "admin_only",
            Self::Store(error) => error.code(),
        }
    }
}

const fn admin(actor: &Actor) -> Result<(), AuditError> {
    if actor.is_admin { Ok(()) } else { Err(AuditError::AdminOnly) }
}

impl AuditTrail {
    /// A page of the matching entries, newest first, with the total if it is known.
    ///
    /// A search of a long log ends the page after a limited number of entries: the page can be short or empty and
    /// still have a next page.
    pub async fn list(
        &self,
        actor: &Actor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<(Page<SealedEntry>, Option<u64>), AuditError> {
        let page = self.page(actor, filter.clone(), page).await?;
        Ok((page, self.log().count(filter).await?))
    }

    /// Another page of such a list, without the total.
    pub async fn page(
        &self,
        actor: &Actor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<Page<SealedEntry>, AuditError> {
        admin(actor)?;
        Ok(self.log().list(filter, page).await?)
    }

    /// Verifies the whole log, as [`AuditTrail::verify`] does, for an administrator.
    pub async fn verify_for(&self, actor: &Actor) -> Result<Verification, AuditError> {
        admin(actor)?;
        Ok(self.verify().await?)
    }

    /// Records the export and returns its last entry number, which includes the new entry.
    pub async fn export(
        &self,
        ids: &dyn IdGenerator,
        context: &RequestContext,
        actor: &Actor,
    ) -> Result<i64, AuditError> {
        admin(actor)?;
        let entry = Entry::new(ids, context, actor, Action::AuditExported, EntityType::AuditLog).as_admin();
        self.record(entry).await?;
        Ok(self.log().last().await?.map_or(0, |entry| entry.number))
    }

    /// The entries of an export after this number and up to its end, in order. Empty at the end.
    pub async fn exported(&self, after: i64, end: i64) -> Result<Vec<SealedEntry>, AuditError> {
        let mut batch = self.log().read_after(after, Self::BATCH).await?;
        batch.retain(|entry| entry.number <= end);
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MockAuditLog;
    use crate::anchors::MockAnchors;
    use crate::chain::ChainKey;
    use kernel::testing::{SequentialIds, actor, context};
    use std::sync::Arc;

    #[test]
    fn search_text_is_split_into_literal_words() {
        let filter = LogFilter::parse(Some(true), "  User_Approved 100% \\ ").unwrap();
        assert_eq!(filter.words, ["User_Approved", "100%", "\\"]);
        assert_eq!(filter.is_admin_action, Some(true));
        assert_eq!(LogFilter::parse(None, "  ").unwrap(), LogFilter::default());
        assert_eq!(LogFilter::parse(None, &"a ".repeat(20)).unwrap().words.len(), 8);
        assert!(LogFilter::parse(None, "a\tb").is_err());
        assert!(LogFilter::parse(None, &"a".repeat(201)).is_err());
    }

    #[tokio::test]
    async fn log_is_readable_by_administrators_only() {
        let trail = AuditTrail::new(
            Arc::new(MockAuditLog::new()),
            Arc::new(MockAnchors::new()),
            ChainKey::new([1; 32]),
        );
        let user = actor(1, 5, false);
        let refused = |error: AuditError| {
            assert_eq!((error.kind(), error.code()), (ErrorKind::Forbidden, "admin_only"));
        };
        refused(trail.list(&user, LogFilter::default(), PageRequest::FIRST).await.unwrap_err());
        refused(trail.verify_for(&user).await.unwrap_err());
        refused(trail.export(&SequentialIds::default(), &context(), &user).await.unwrap_err());
    }

    #[tokio::test]
    async fn export_fails_if_it_cannot_be_recorded() {
        let mut log = MockAuditLog::new();
        log.expect_record()
            .withf(|entry| entry.entry().action == Action::AuditExported && entry.entry().is_admin_action)
            .once()
            .returning(|_| Err(StoreError::Unavailable("away".into())));
        let trail = AuditTrail::new(Arc::new(log), Arc::new(MockAnchors::new()), ChainKey::new([1; 32]));
        let error =
            trail.export(&SequentialIds::default(), &context(), &actor(1, 5, true)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable);
    }
}
