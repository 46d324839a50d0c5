//! Observability: the request log, metrics, and readiness.

pub mod jobs;
pub mod load;
pub mod mail;
pub mod metrics;
pub(crate) mod middleware;
pub mod port;
pub mod readiness;
