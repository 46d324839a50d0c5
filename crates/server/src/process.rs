//! Shutdown tasks, readiness, and the load of the server process.

use crate::anchoring::Anchoring;
use async_trait::async_trait;
use facility_audit::refusals::Refusals;
use facility_files::ports::Blobs;
use facility_infra::db::{Database, DatabaseLoad, Usage};
use facility_infra::storage::audit::access_log::AccessLogStore;
use facility_infra::storage::users::session_store::SessionStore;
use facility_web::observe::load::{ConnectionLoad, Load};
use facility_web::observe::readiness::Readiness;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time limit for the readiness check of the database and the object store.
const READY_WITHIN: Duration = Duration::from_secs(4);

/// Adapters with buffered writes to flush before the process ends, and the audit anchors.
pub struct ShutdownTasks {
    /// Counts refusals.
    pub refusals: Refusals,
    /// Buffers the last activity of sessions.
    pub sessions: SessionStore,
    /// Buffers the access log.
    pub access: AccessLogStore,
    /// Anchors the audit log.
    pub anchoring: Arc<Anchoring>,
}

impl ShutdownTasks {
    /// Flushes buffered writes and writes the last anchor. MUST be called after all jobs have stopped.
    pub async fn write(&self) {
        if let Err(error) = self.refusals.write_all().await {
            tracing::error!(%error, "cannot record counted refusals");
        }
        self.sessions.shutdown().await;
        self.access.shutdown().await;
        self.anchoring.finish().await;
    }
}

/// The stores that the server needs to be ready.
pub struct Stores {
    /// The database.
    pub db: Database,
    /// The object store.
    pub blobs: Arc<dyn Blobs>,
    /// The cause of the last failed check, so that a lasting cause is logged only once.
    pub last_cause: Mutex<Option<String>>,
}

impl Stores {
    async fn check(&self) -> Result<(), String> {
        let both = async {
            self.db.is_ready().await.map_err(|error| causes(&error))?;
            self.blobs.ping().await.map_err(|error| error.to_string())
        };
        let too_slow = |_| format!("a store did not answer within {} seconds", READY_WITHIN.as_secs());
        tokio::time::timeout(READY_WITHIN, both).await.map_err(too_slow)?
    }
}

/// Returns an error's message with those of its causes.
fn causes(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |all, source| format!("{all}: {source}"))
}

#[async_trait]
impl Readiness for Stores {
    async fn is_ready(&self) -> bool {
        let cause = self.check().await.err();
        let mut last = self.last_cause.lock().unwrap_or_else(PoisonError::into_inner);
        if *last != cause {
            if let Some(cause) = &cause {
                tracing::error!(cause, "not ready");
            } else {
                tracing::info!("ready again");
            }
            last.clone_from(&cause);
        }
        cause.is_none()
    }
}

/// Samples the load of this process for its metrics.
pub fn load(db: &Database, refusals: &Refusals) -> Load {
    let DatabaseLoad { reading, writing, queued_writes } = db.load();
    let used = |purpose, Usage { in_use, size }| ConnectionLoad { purpose, in_use, size };
    let writing = writing.map(|usage| used("writing", usage));
    let connections = std::iter::once(used("reading", reading)).chain(writing).collect();
    Load { connections, queued_writes, coalesced_refusals: refusals.coalesced(), sockets: 0 }
}
