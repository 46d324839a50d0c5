//! Custom templates.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_audit::entry::Audited;
use facility_documents::ports::TemplateRepository;
use facility_documents::templates::{Template, TemplateChange};
use facility_kernel::{Clearance, StoreError, TemplateId};
use std::ops::ControlFlow;

/// Custom templates in the database.
#[derive(Clone)]
pub struct TemplateRepo(Database);

impl TemplateRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl TemplateRepository for TemplateRepo {
    async fn list(&self, max_level: Clearance, with_retired: bool) -> Result<Vec<Template>, StoreError> {
        self.0.read(move |conn| tables::templates::list(conn, max_level, with_retired)).await
    }

    async fn count(&self, max_level: Clearance) -> Result<u64, StoreError> {
        self.0.read(move |conn| tables::templates::count(conn, max_level)).await
    }

    async fn find(&self, id: TemplateId) -> Result<Option<Template>, StoreError> {
        self.0.read(move |conn| tables::templates::find(conn, id)).await
    }

    async fn commit(&self, change: Audited<TemplateChange>) -> Result<bool, StoreError> {
        Ok(match self.0.commit_unless(change, tables::templates::apply).await? {
            ControlFlow::Continue(()) => true,
            ControlFlow::Break(()) => false,
        })
    }
}
