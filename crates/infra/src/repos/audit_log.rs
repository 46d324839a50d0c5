//! The audit log.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use audit::chain::SealedEntry;
use audit::{AuditLog, Audited};
use kernel::StoreError;

/// The audit log in the database.
#[derive(Clone)]
pub struct AuditLogRepo(Database);

impl AuditLogRepo {
    /// Over this database.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl AuditLog for AuditLogRepo {
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError> {
        self.0.commit(refusal, |_conn, ()| Ok(())).await
    }

    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError> {
        self.0.read(move |conn| tables::audit::read_after(conn, after, limit)).await
    }

    async fn last(&self) -> Result<Option<SealedEntry>, StoreError> {
        self.0.read(tables::audit::last).await
    }
}
