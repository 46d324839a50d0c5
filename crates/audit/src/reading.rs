//! Administrators' access to the audit log: pages, export and verification.

use crate::chain::SealedEntry;
use crate::exported::checkpoint_line;
use crate::signing::{SignedEnd, SigningError};
use crate::{Action, AuditTrail, EntityType, Entry, Verification};
use kernel::{
    AdminActor, DomainError, ErrorKind, Page, PageRequest, ParseError, RequestContext, StoreError, Timestamp,
    UserId, check_search,
};
use std::time::Duration;

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
    /// Only this action, by its name in the log.
    pub action: Option<String>,
    /// Only this actor: the name ignoring case, or the id of the account. [`LogFilter::SYSTEM`] also means entries
    /// without a name.
    pub person: Option<String>,
    /// Only entries from this time on.
    pub from: Option<Timestamp>,
    /// Only entries before this time.
    pub until: Option<Timestamp>,
}

impl LogFilter {
    /// What screens show, and [`LogFilter::person`] means, where an entry has no name: the server itself, the command
    /// line, or an anonymous caller.
    pub const SYSTEM: &str = "SYSTEM";

    /// Maximum distance between an entry's timestamp and its place in the log. Entries are numbered as they are
    /// committed and bear the time of their request, so the two orders differ by the length of a request, by the
    /// minute in which equal refusals become one entry, and by what the clocks of the nodes differ.
    pub const DISORDER: Duration = Duration::from_hours(1);

    /// Whether it is more than a view. A page of it can end before it is full, where a bounded number of entries was examined.
    pub const fn is_search(&self) -> bool {
        !self.words.is_empty()
            || self.action.is_some()
            || self.person.is_some()
            || self.from.is_some()
            || self.until.is_some()
    }

    /// Whether an index answers a search: for one action, or for one name.
    pub fn is_indexed(&self) -> bool {
        let narrows = !self.words.is_empty() || self.from.is_some() || self.until.is_some();
        let by_name = self.person.is_some() && !self.is_by_id();
        !narrows && !self.is_by_id() && (self.action.is_some() != by_name)
    }

    /// Whether the person can be the id of an account.
    pub fn is_by_id(&self) -> bool {
        self.person.as_ref().is_some_and(|person| person.to_lowercase().parse::<UserId>().is_ok())
    }

    /// Parses a typed text of at most 200 characters.
    ///
    /// There is no query language: blanks separate words, and all other characters are literal. Actions match
    /// as they are displayed, because "user approved" becomes "user" and "approved". A label as screens show it, such as
    /// `DOC-3FA9C1`, stands for the start of an id.
    pub fn parse(is_admin_action: Option<bool>, text: &str) -> Result<Self, ParseError> {
        check_search("q", text, MAX_SEARCH_CHARS)?;
        let words = text.split_whitespace().take(MAX_WORDS).map(word_of).collect();
        Ok(Self { is_admin_action, words, ..Self::default() })
    }
}

/// The prefixes of labels: documents, submissions, edits and accounts. After the prefix come 4 to 12 hexadecimal digits,
/// the start of the id without hyphens.
const LABELS: [&str; 4] = ["DOC", "SUB", "EDIT", "USR"];

/// Returns the word to search for. A label becomes the start of the id that it stands for.
fn word_of(typed: &str) -> String {
    let digits = typed.split_once('-').filter(|(prefix, digits)| {
        LABELS.iter().any(|label| label.eq_ignore_ascii_case(prefix))
            && (4..=12).contains(&digits.len())
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    match digits.map(|(_, digits)| digits.split_at_checked(8).unwrap_or((digits, ""))) {
        Some((start, "")) => start.to_owned(),
        Some((start, rest)) => format!("{start}-{rest}"),
        None => typed.to_owned(),
    }
}

/// The database failed during an operation on the audit log. The message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.sentence())]
pub struct AuditError(#[from] StoreError);

impl DomainError for AuditError {
    fn kind(&self) -> ErrorKind {
        self.0.kind()
    }

    fn code(&self) -> &'static str {
        self.0.code()
    }
}

impl AuditTrail {
    /// A page of the matching entries, newest first, with the total if it is known.
    ///
    /// A search of a long log ends the page after a limited number of entries: the page can be short or empty and
    /// still have a next page.
    pub async fn list(
        &self,
        actor: &AdminActor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<(Page<SealedEntry>, Option<u64>), AuditError> {
        let page = self.page(actor, filter.clone(), page).await?;
        Ok((page, self.log().count(filter).await?))
    }

    /// Another page of such a list, without the total.
    pub async fn page(
        &self,
        _: &AdminActor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<Page<SealedEntry>, AuditError> {
        Ok(self.log().list(filter, page).await?)
    }

    /// Verifies the whole log, as [`AuditTrail::verify`] does, for an administrator.
    pub async fn verify_for(&self, _: &AdminActor) -> Result<Verification, AuditError> {
        Ok(self.verify().await?)
    }

    /// Records the export. Returns the number of its last entry, which is the new one or a later one, and its last line:
    /// the checkpoint of its entries. No checkpoint is signed if the log does not extend the last one.
    pub async fn export(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
    ) -> Result<(i64, Option<String>), AuditError> {
        let entry =
            Entry::new(self.ids(), context, actor, Action::AuditExported, EntityType::AuditLog).as_admin();
        self.record(entry).await?;
        match self.sign().await {
            Ok(SignedEnd { last, signed, .. }) => Ok((last.number, Some(checkpoint_line(&signed.note)))),
            Err(SigningError::Store(error)) => Err(error.into()),
            Err(SigningError::Altered | SigningError::NoSuchEntry) => {
                Ok((self.log().last().await?.map_or(0, |entry| entry.number), None))
            }
        }
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
    use kernel::testing::{SequentialIds, admin, context};
    use std::sync::Arc;

    #[test]
    fn search_text_is_split_into_literal_words() {
        let filter = LogFilter::parse(Some(true), "  User_Approved 100% \\ ").unwrap();
        assert_eq!(filter.words, ["User_Approved", "100%", "\\"]);
        assert_eq!(filter.is_admin_action, Some(true));
        assert_eq!(LogFilter::parse(None, "  ").unwrap(), LogFilter::default());
        let words = |text| LogFilter::parse(None, text).unwrap().words;
        assert_eq!(words("DOC-3FA9C1 sub-3fa9c1ea edit-3FA9C1EA7B"), ["3FA9C1", "3fa9c1ea", "3FA9C1EA-7B"]);
        for whole in ["DOC-3F", "DOC-3FA9C1EA7B1EA", "IR-000123", "DOC-3FA9C1-7b1e", "log-in", "DOC-é3FA9C1"]
        {
            assert_eq!(words(whole), [whole]);
        }
        assert_eq!(LogFilter::parse(None, &"a ".repeat(20)).unwrap().words.len(), 8);
        assert_eq!(words("a\tb"), ["a", "b"]);
        assert!(LogFilter::parse(None, "a\0b").is_err());
        assert!(LogFilter::parse(None, &"a".repeat(201)).is_err());
    }

    #[tokio::test]
    async fn export_fails_if_it_cannot_be_recorded() {
        let mut log = MockAuditLog::new();
        log.expect_record()
            .withf(|entry| entry.entry().action == Action::AuditExported && entry.entry().is_admin_action)
            .once()
            .returning(|_| Err(StoreError::Unavailable("away".into())));
        let trail = AuditTrail::new(
            Arc::new(log),
            Arc::new(MockAnchors::new()),
            ChainKey::new([1; 32]),
            Arc::new(crate::note::NoteSigner::new("terminal/audit", &[3; 32]).unwrap()),
            Arc::new(SequentialIds::default()),
        );
        let error = trail.export(&context(), &admin(1, 5)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unavailable);
    }
}
