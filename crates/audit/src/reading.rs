//! Reading the audit log as an administrator: by page, as a whole to take away, and whether it holds.

use crate::chain::SealedEntry;
use crate::{Action, AuditTrail, EntityType, Entry, Verification};
use kernel::{
    Actor, DomainError, ErrorKind, IdGenerator, Page, PageRequest, ParseError, RequestContext, StoreError,
    check_line,
};

/// The longest search, in characters.
const MAX_SEARCH_CHARS: usize = 200;
/// The most words of a search that are looked for.
const MAX_WORDS: usize = 8;

/// What a list of entries is narrowed to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogFilter {
    /// Done in the role of administrator, or not; both without it.
    pub is_admin_action: Option<bool>,
    /// Each of these, without regard to case, stands in the action, the kind or id of the thing, the id or name of
    /// who did it, the address, or the details. At most 8; none holds a blank or a control character.
    pub words: Vec<String>,
}

impl LogFilter {
    /// The filter for a text as typed, of at most 200 characters.
    ///
    /// There is no query language: blanks part the words, and every other character stands for itself. An action is
    /// found by its words as they are shown, since "user approved" is looked for as "user" and "approved".
    pub fn parse(is_admin_action: Option<bool>, text: &str) -> Result<Self, ParseError> {
        check_line("q", text, MAX_SEARCH_CHARS)?;
        let words = text.split_whitespace().take(MAX_WORDS).map(str::to_owned).collect();
        Ok(Self { is_admin_action, words })
    }
}

/// Why a call about the audit log fails. The text of each is fit to be shown to the caller.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// Only administrators may.
    #[error("Administrator access required")]
    AdminOnly,
    /// The database failed.
    #[error("The request could not be completed")]
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
    /// A page of the entries that the filter admits, newest first, with the number of all of them as far as it is known.
    ///
    /// A search through a long log ends a page where it has looked at enough: the page may be short, even empty, and
    /// still name a next one.
    pub async fn list(
        &self,
        actor: &Actor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<(Page<SealedEntry>, Option<u64>), AuditError> {
        let page = self.page(actor, filter.clone(), page).await?;
        Ok((page, self.log().count(filter).await?))
    }

    /// A further page of such a list, without counting again.
    pub async fn page(
        &self,
        actor: &Actor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<Page<SealedEntry>, AuditError> {
        admin(actor)?;
        Ok(self.log().list(filter, page).await?)
    }

    /// Checks the whole log, as [`AuditTrail::verify`] does, for an administrator.
    pub async fn verify_for(&self, actor: &Actor) -> Result<Verification, AuditError> {
        admin(actor)?;
        Ok(self.verify().await?)
    }

    /// Records that the actor takes the log away, and answers where it ends: with the entry that says so, or later.
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

    /// The next entries of an export after this number and up to its end, in order; empty when there are no more.
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
    fn a_search_is_words_and_nothing_else() {
        let filter = LogFilter::parse(Some(true), "  User_Approved 100% \\ ").unwrap();
        assert_eq!(filter.words, ["User_Approved", "100%", "\\"]);
        assert_eq!(filter.is_admin_action, Some(true));
        assert_eq!(LogFilter::parse(None, "  ").unwrap(), LogFilter::default());
        assert_eq!(LogFilter::parse(None, &"a ".repeat(20)).unwrap().words.len(), 8);
        assert!(LogFilter::parse(None, "a\tb").is_err());
        assert!(LogFilter::parse(None, &"a".repeat(201)).is_err());
    }

    #[tokio::test]
    async fn only_administrators_read() {
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
    async fn what_cannot_be_recorded_is_not_exported() {
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
