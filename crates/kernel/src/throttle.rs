//! Rate limits.

use crate::{StoreError, Timestamp};
use async_trait::async_trait;
use std::time::Duration;

/// Rate-limit counters, shared by all nodes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Counts a call under this key in a fixed window. Returns the time to wait if `limit` calls were already counted.
    async fn count_call(
        &self,
        key: &str,
        limit: u32,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError>;

    /// Undoes one counted call under each of these keys.
    async fn give_back(&self, keys: &[String]) -> Result<(), StoreError>;
}
