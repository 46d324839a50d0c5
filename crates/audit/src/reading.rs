//! Administrators' access to the audit log: listing, export and verification.

use crate::action::{Action, EntityType};
use crate::chain::SealedEntry;
use crate::entry::Entry;
use crate::exported::checkpoint_line;
use crate::filter::LogFilter;
use crate::signing::{SignedEnd, SigningError};
use crate::trail::{AuditTrail, Verification};
use facility_kernel::error::Facts;
use facility_kernel::{AdminActor, DomainError, Page, PageRequest, RequestContext, StoreError};

/// The database failed. The message can be shown to the caller.
#[derive(Debug, thiserror::Error)]
#[error("{}", .0.sentence())]
pub struct AuditError(#[from] StoreError);

impl DomainError for AuditError {
    fn facts(&self) -> Facts<'_> {
        self.0.facts()
    }
}

impl AuditTrail {
    /// Returns a page of the matching entries, newest first, and the total number if it is known.
    ///
    /// A search of a long log examines a limited number of entries per page, so a page can be short or empty although
    /// another follows.
    pub async fn list(
        &self,
        actor: &AdminActor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<(Page<SealedEntry>, Option<u64>), AuditError> {
        let page = self.page(actor, filter.clone(), page).await?;
        Ok((page, self.log().count(filter).await?))
    }

    /// Returns a page of the matching entries, without the total.
    pub async fn page(
        &self,
        _: &AdminActor,
        filter: LogFilter,
        page: PageRequest,
    ) -> Result<Page<SealedEntry>, AuditError> {
        Ok(self.log().list(filter, page).await?)
    }

    /// Verifies the whole log like [`AuditTrail::verify`], for an administrator.
    pub async fn verify_for(&self, _: &AdminActor) -> Result<Verification, AuditError> {
        Ok(self.verify().await?)
    }

    /// Records the export and determines where it ends. Returns the number of the last entry to export, which is at
    /// least that of the record itself, and the export's last line, which holds the checkpoint. There is no checkpoint
    /// if the log does not extend the last one.
    pub async fn export(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
    ) -> Result<(i64, Option<String>), AuditError> {
        let entry = Entry::new(self.ids(), context, actor, Action::AuditExported, EntityType::AuditLog).as_admin();
        self.record(entry).await?;
        match self.sign().await {
            Ok(SignedEnd { last, signed, .. }) => Ok((last.number, Some(checkpoint_line(&signed.note)))),
            Err(SigningError::Store(error)) => Err(error.into()),
            Err(SigningError::Altered | SigningError::NoSuchEntry) => {
                Ok((self.log().last().await?.map_or(0, |entry| entry.number), None))
            }
        }
    }

    /// Returns the next entries of an export, after number `after` and up to `end`, in order. Empty at the end.
    pub async fn exported(&self, after: i64, end: i64) -> Result<Vec<SealedEntry>, AuditError> {
        let mut batch = self.log().read_after(after, Self::BATCH).await?;
        batch.retain(|entry| entry.number <= end);
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anchors::MockAnchors;
    use crate::chain::ChainKey;
    use crate::trail::MockAuditLog;
    use facility_kernel::ErrorKind;
    use facility_kernel::testing::{SequentialIds, admin, context};
    use std::sync::Arc;

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
