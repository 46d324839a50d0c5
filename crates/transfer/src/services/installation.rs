//! Export of the whole installation.

use crate::error::TransferError;
use crate::ports::Exports;
use crate::staged::Staged;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{AdminActor, Clearance, IdGenerator, RequestContext};
use std::sync::Arc;

/// Exports the installation for administrators of the highest level.
#[derive(Clone)]
pub struct InstallationExports {
    pub exports: Arc<dyn Exports>,
    pub ids: Arc<dyn IdGenerator>,
}

impl InstallationExports {
    /// Records the export and creates the archive. It contains every document in full, so it requires the highest
    /// level.
    ///
    /// Errors: `insufficient_clearance`; `rate_limited` while another archive is being created.
    pub async fn export(&self, context: &RequestContext, actor: &AdminActor) -> Result<Staged, TransferError> {
        let required = Clearance::MAX;
        if !actor.is_cleared_for(required) {
            return Err(TransferError::InsufficientClearance { required });
        }
        let entry = Entry::new(&*self.ids, context, actor, Action::InstallationExported, EntityType::Site)
            .details(Details::new().with("credentials", false))
            .as_admin();
        self.exports.installation(Audited::new((), entry)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockExports;
    use facility_kernel::DomainError as _;
    use facility_kernel::testing::{SequentialIds, admin, context};

    fn service(times: usize) -> InstallationExports {
        let mut exports = MockExports::new();
        exports
            .expect_installation()
            .times(times)
            .withf(|entry| entry.entry().action == Action::InstallationExported && entry.entry().is_admin_action)
            .returning(|_| Ok(Staged { size: 0, bytes: Box::pin(futures_util::stream::empty()) }));
        InstallationExports { exports: Arc::new(exports), ids: Arc::new(SequentialIds::default()) }
    }

    #[tokio::test]
    async fn administrators_of_the_highest_level_export() {
        assert_eq!(service(1).export(&context(), &admin(1, 5)).await.unwrap().size, 0);
    }

    #[tokio::test]
    async fn administrators_below_it_are_refused_and_nothing_is_made() {
        for level in 1..5 {
            let refused = service(0).export(&context(), &admin(1, level)).await.unwrap_err();
            assert_eq!(refused.code(), "insufficient_clearance");
            assert_eq!(refused.required_clearance(), Some(Clearance::MAX));
        }
    }
}
