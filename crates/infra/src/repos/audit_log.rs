//! The audit log.

use crate::db::Database;
use crate::tables;
use crate::tables::audit::Counted;
use async_trait::async_trait;
use audit::chain::{Link, SealedEntry};
use audit::{AuditLog, Audited, LogFilter};
use kernel::{Page, PageRequest, StoreError};
use std::sync::{Arc, Mutex, PoisonError};

/// The audit log in the database.
#[derive(Clone)]
pub struct AuditLogRepo {
    db: Database,
    // The log only grows, and its numbers become visible in order: what was counted once needs no second count.
    counted: Arc<Mutex<Counted>>,
}

impl AuditLogRepo {
    /// Over this database.
    pub fn new(db: Database) -> Self {
        Self { db, counted: Arc::default() }
    }
}

#[async_trait]
impl AuditLog for AuditLogRepo {
    async fn record(&self, refusal: Audited<()>) -> Result<(), StoreError> {
        self.db.commit(refusal, |_conn, ()| Ok(())).await
    }

    async fn read_after(&self, after: i64, limit: u32) -> Result<Vec<SealedEntry>, StoreError> {
        self.db.read(move |conn| tables::audit::read_after(conn, after, limit)).await
    }

    async fn list(&self, filter: LogFilter, page: PageRequest) -> Result<Page<SealedEntry>, StoreError> {
        self.db.read(move |conn| tables::audit::list(conn, &filter, page)).await
    }

    async fn count(&self, filter: LogFilter) -> Result<u64, StoreError> {
        let counted = Arc::clone(&self.counted);
        self.db
            .read(move |conn| {
                let known = *counted.lock().unwrap_or_else(PoisonError::into_inner);
                let (now, total) = tables::audit::count(conn, &filter, known)?;
                *counted.lock().unwrap_or_else(PoisonError::into_inner) = now;
                Ok(total)
            })
            .await
    }

    async fn links(&self, numbers: Vec<i64>) -> Result<Vec<Link>, StoreError> {
        self.db.read(move |conn| tables::audit::links(conn, &numbers)).await
    }

    async fn last(&self) -> Result<Option<SealedEntry>, StoreError> {
        self.db.read(tables::audit::last).await
    }
}
