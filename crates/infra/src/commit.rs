//! Commits a change, its mail and its audit entry in one transaction. The entry also notifies open screens.

use crate::db::Database;
use crate::db::applied::Applied;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::storage::audit::entries as audit_log;
use crate::storage::users::mail;
use facility_audit::chain::ChainKey;
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::StoreError;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

impl Database {
    /// Applies an audited change and appends its entry, in one transaction: all or nothing.
    ///
    /// The entry comes last, because on PostgreSQL every audited write waits for the lock that orders the log. If the
    /// entry cannot be written, nothing is changed and the store is reported as unavailable.
    pub async fn commit<C, T>(
        &self,
        audited: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C) -> Result<T, DbError> + Send + 'static,
    ) -> Result<T, StoreError>
    where
        C: Send + Sync + 'static,
        T: Send + 'static,
    {
        let key = self.audit_key().clone();
        self.write(move |conn| {
            let done = apply(conn, audited.change())?;
            record(conn, &audited, &Details::new(), &key)?;
            Ok(done)
        })
        .await
        .inspect(|_done| self.hints().append())
    }

    /// Like [`Self::commit`], for a change that can be refused inside its transaction. A refused change is rolled back
    /// and not recorded, and the reason is returned.
    pub async fn commit_or_refuse<C, T, R>(
        &self,
        audited: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C) -> Result<Result<T, R>, DbError> + Send + 'static,
    ) -> Result<Result<T, R>, StoreError>
    where
        C: Send + Sync + 'static,
        T: Send + 'static,
        R: Send + 'static,
    {
        self.commit_with_details(audited, move |conn, change| Ok(apply(conn, change)?.map(Applied::plain))).await
    }

    /// Like [`Self::commit_or_refuse`], for a change that adds details, or a second entry, inside its transaction.
    pub async fn commit_with_details<C, T, R>(
        &self,
        audited: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C) -> Result<Result<Applied<T>, R>, DbError> + Send + 'static,
    ) -> Result<Result<T, R>, StoreError>
    where
        C: Send + Sync + 'static,
        T: Send + 'static,
        R: Send + 'static,
    {
        let refused = Arc::new(Mutex::new(None));
        let noted = Arc::clone(&refused);
        let key = self.audit_key().clone();
        let committed = self
            .write(move |conn| {
                let done = apply(conn, audited.change())?.map_err(|reason| {
                    *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(reason);
                    // Any error rolls the transaction back, and this one is not retried.
                    DbError::Stale
                })?;
                record(conn, &audited, &done.details, &key)?;
                if let Some(alert) = &done.alert {
                    append(conn, alert, &key)?;
                }
                Ok(done.answer)
            })
            .await
            .inspect(|_done| self.hints().append());
        let refused = refused.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (committed, refused) {
            (Err(StoreError::Stale), Some(reason)) => Ok(Err(reason)),
            (committed, _) => committed.map(Ok),
        }
    }

    /// Like [`Self::commit`], for a change that `apply` can abandon inside its transaction. If `apply` breaks, no entry
    /// is appended, but its statements are committed: it MUST NOT have changed anything that needs an entry.
    pub async fn commit_unless<C, B>(
        &self,
        audited: Audited<C>,
        mut apply: impl FnMut(&mut AnyConn, &C) -> Result<ControlFlow<B>, DbError> + Send + 'static,
    ) -> Result<ControlFlow<B>, StoreError>
    where
        C: Send + Sync + 'static,
        B: Send + 'static,
    {
        let key = self.audit_key().clone();
        self.write(move |conn| {
            let done = apply(conn, audited.change())?;
            if done.is_continue() {
                record(conn, &audited, &Details::new(), &key)?;
            }
            Ok(done)
        })
        .await
        .inspect(|_done| self.hints().append())
    }
}

/// Queues the mail of a change and appends its entry with these additional details, as the last statements of its
/// transaction.
fn record<C>(conn: &mut AnyConn, audited: &Audited<C>, details: &Details, key: &ChainKey) -> Result<(), DbError> {
    for mail in audited.mail() {
        mail::queue(conn, mail)?;
    }
    if details.is_empty() {
        return append(conn, audited.entry(), key);
    }
    let mut entry = audited.entry().clone();
    entry.details = entry.details.and(details.clone());
    append(conn, &entry, key)
}

fn append(conn: &mut AnyConn, entry: &Entry, key: &ChainKey) -> Result<(), DbError> {
    audit_log::append(conn, entry, key).map_err(DbError::unrecorded)
}
