//! Documents whose release date has passed.

use crate::db::Database;
use crate::tables;
use crate::tables::releases::Look;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::ports::{ReleaseAnnouncement, ReleaseRepository, Released};
use facility_kernel::{StoreError, Timestamp};

/// Document releases in the database.
#[derive(Clone)]
pub struct ReleaseRepo(Database);

impl ReleaseRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl ReleaseRepository for ReleaseRepo {
    async fn passed(&self, now: Timestamp) -> Result<Option<Released>, StoreError> {
        // Every node looks every second, so a look that finds nothing must not write.
        match self.0.read(move |conn| tables::releases::passed(conn, now)).await? {
            Look::Found(released) => Ok(Some(released)),
            Look::Nothing => Ok(None),
            Look::Ahead(from) => {
                self.0.write(move |conn| tables::releases::turn_back(conn, from, now)).await?;
                Ok(None)
            }
            Look::First => {
                self.0.write(move |conn| tables::releases::begin(conn, now)).await?;
                Ok(None)
            }
        }
    }

    async fn announce(&self, announcement: Audited<ReleaseAnnouncement>) -> Result<(), StoreError> {
        self.0.commit(announcement, tables::releases::announce).await
    }
}
