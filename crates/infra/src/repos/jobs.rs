//! Leases of background jobs.

use crate::db::Database;
use crate::tables;
use facility_kernel::{StoreError, Timestamp};

/// The leases of background jobs, shared by all nodes.
#[derive(Clone)]
pub struct LeaseRepo(Database);

impl LeaseRepo {
    /// Creates the adapter for `db`.
    pub const fn new(db: Database) -> Self {
        Self(db)
    }

    /// Takes the job's lease until `until`, if it is free at `now`. Returns whether it was: of several nodes only one
    /// succeeds. A lease that ends after more than twice that time is free: it comes from a clock that was ahead.
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

    /// Extends the lease of a run that still goes on until `until`. A lease that another holder has taken over is unchanged.
    pub async fn renew(&self, job: &'static str, holder: &str, until: Timestamp) -> Result<(), StoreError> {
        let holder = holder.to_owned();
        self.0.write(move |conn| tables::jobs::renew(conn, job, &holder, until)).await
    }

    /// Releases a lease early, so that another node can run the job. A lease that another holder has taken over is
    /// unchanged.
    pub async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError> {
        let holder = holder.to_owned();
        self.0.write(move |conn| tables::jobs::release(conn, job, &holder)).await
    }
}
