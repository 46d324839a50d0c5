//! The records that entries of the audit log are about.

use crate::db::Database;
use crate::tables;
use async_trait::async_trait;
use facility_kernel::StoreError;
use facility_submissions::ports::{Subject, SubjectKey, SubjectQueries};
use std::collections::HashMap;

/// The records of audit entries in the database.
#[derive(Clone)]
pub struct SubjectRepo(Database);

impl SubjectRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }
}

#[async_trait]
impl SubjectQueries for SubjectRepo {
    async fn find(&self, keys: Vec<SubjectKey>) -> Result<HashMap<SubjectKey, Subject>, StoreError> {
        self.0.read(move |conn| tables::subjects::find(conn, &keys)).await
    }
}
