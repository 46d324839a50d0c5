//! Limits on how often something may be called.

use crate::{StoreError, Timestamp};
use async_trait::async_trait;
use std::time::Duration;

/// Counters that limit how often something may be called, shared by all nodes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Counts one more call under this key in a fixed window. If there were `limit` calls already, returns the time
    /// to wait.
    async fn count_call(
        &self,
        key: &str,
        limit: u32,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError>;

    /// Takes back a call that was counted under each of these keys.
    async fn give_back(&self, keys: &[String]) -> Result<(), StoreError>;
}
