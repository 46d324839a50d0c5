//! Leases of background jobs.

use crate::db::Database;
use crate::tables;
use kernel::{StoreError, Timestamp};

/// The leases of background jobs, shared by all nodes.
#[derive(Clone)]
pub struct LeaseRepo(Database);

impl LeaseRepo {
    /// Over this database.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }

    /// Takes the job's lease until then; answers whether nobody else holds it. Of several nodes at once one gets it.
    pub async fn acquire(
        &self,
        job: &'static str,
        holder: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let holder = holder.to_owned();
        self.0.write(move |conn| tables::jobs::acquire(conn, job, &holder, until, now)).await
    }

    /// Gives a lease back before its time, so that another node can run the job. One that somebody else holds by now
    /// stays.
    pub async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError> {
        let holder = holder.to_owned();
        self.0.write(move |conn| tables::jobs::release(conn, job, &holder)).await
    }
}
