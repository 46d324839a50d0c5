//! Leases and progress marks of background jobs.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::jobs;
use async_trait::async_trait;
use diesel::prelude::*;
use facility_kernel::{StoreError, Timestamp};

/// Creates the job's row if it is missing.
fn ensure(conn: &mut AnyConn, name: &str) -> Result<(), DbError> {
    let row = (jobs::name.eq(name), jobs::leased_until.eq(0_i64));
    insert_if_absent!(conn, jobs::table, row)?;
    Ok(())
}

/// Decides which node runs a job.
#[async_trait]
pub trait Leases: Send + Sync {
    /// Takes the job's lease until `until`, if it is free at `now`. Returns whether it was: of several nodes only one
    /// succeeds. A lease that ends after more than twice that time comes from a clock that was ahead, and counts as
    /// free.
    async fn acquire(
        &self,
        job: &'static str,
        holder: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError>;
    /// Extends the lease of a run in progress. A lease that another holder has taken over is unchanged.
    async fn renew(&self, job: &'static str, holder: &str, until: Timestamp) -> Result<(), StoreError>;
    /// Releases a lease early, so that another node can run the job. A lease that another holder has taken over is
    /// unchanged.
    async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError>;
}

#[async_trait]
impl Leases for Database {
    async fn acquire(
        &self,
        job: &'static str,
        holder: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let holder = holder.to_owned();
        self.write(move |conn| {
            ensure(conn, job)?;
            let latest = until.plus(until.since(now));
            let is_free = jobs::leased_until.le(now.as_micros()).or(jobs::leased_until.gt(latest.as_micros()));
            let free = jobs::table.filter(jobs::name.eq(job)).filter(is_free);
            let lease = (jobs::leased_by.eq(Some(&holder)), jobs::leased_until.eq(until.as_micros()));
            Ok(diesel::update(free).set(lease).execute(conn)? == 1)
        })
        .await
    }

    async fn renew(&self, job: &'static str, holder: &str, until: Timestamp) -> Result<(), StoreError> {
        end_at(self, job, holder, until.as_micros()).await
    }

    async fn release(&self, job: &'static str, holder: &str) -> Result<(), StoreError> {
        end_at(self, job, holder, 0).await
    }
}

/// Sets when a holder's lease ends.
async fn end_at(db: &Database, job: &'static str, holder: &str, at: i64) -> Result<(), StoreError> {
    let holder = holder.to_owned();
    db.write(move |conn| {
        let own = jobs::table.filter(jobs::name.eq(job)).filter(jobs::leased_by.eq(&holder));
        diesel::update(own).set(jobs::leased_until.eq(at)).execute(conn)?;
        Ok(())
    })
    .await
}

/// Returns the job's progress mark, or `None` if it never had one.
pub(crate) fn mark(conn: &mut AnyConn, name: &str) -> Result<Option<Timestamp>, DbError> {
    let mark: Option<Option<i64>> =
        jobs::table.filter(jobs::name.eq(name)).select(jobs::mark).first(conn).optional()?;
    Ok(mark.flatten().map(Timestamp::from_micros))
}

/// Sets the job's first progress mark. An existing mark stays.
pub(crate) fn begin(conn: &mut AnyConn, name: &str, now: Timestamp) -> Result<(), DbError> {
    ensure(conn, name)?;
    let unset = jobs::table.filter(jobs::name.eq(name)).filter(jobs::mark.is_null());
    diesel::update(unset).set(jobs::mark.eq(Some(now.as_micros()))).execute(conn)?;
    Ok(())
}

/// Moves the progress mark. Errors: [`DbError::Stale`] if it is not at `from`, because another node moved it.
pub(crate) fn move_mark(conn: &mut AnyConn, name: &str, from: Timestamp, to: Timestamp) -> Result<(), DbError> {
    let expected = jobs::table.filter(jobs::name.eq(name)).filter(jobs::mark.eq(from.as_micros()));
    exactly_one(diesel::update(expected).set(jobs::mark.eq(Some(to.as_micros()))).execute(conn)?)
}
