//! How often something may be called.

use crate::{StoreError, Timestamp};
use async_trait::async_trait;
use std::time::Duration;

/// How strictly calls are limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RateLimits {
    /// As the figures say.
    #[default]
    Strict,
    /// Only lockout: for load tests and suites on a closed network.
    Open,
}

/// Counts that limit how often something may be called, shared by all nodes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Throttle: Send + Sync {
    /// Counts one more call under this key in a fixed window; answers how long to wait when there were `limit`
    /// already.
    async fn count_call(
        &self,
        key: &str,
        limit: u32,
        window: Duration,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError>;
}
