//! The document service for tests.

use super::documents::Documents;
use crate::ports::{MockDocumentQueries, MockDocumentRepository};
use facility_audit::access::MockAccessLog;
use facility_kernel::testing::SequentialIds;
use std::sync::Arc;

impl Documents {
    /// Creates a service that reads these documents, has no lists, and records accesses in this log.
    pub fn over(documents: MockDocumentRepository, access: MockAccessLog) -> Self {
        Self {
            documents: Arc::new(documents),
            queries: Arc::new(MockDocumentQueries::new()),
            access: Arc::new(access),
            ids: Arc::new(SequentialIds::default()),
            searched: Arc::default(),
        }
    }
}
