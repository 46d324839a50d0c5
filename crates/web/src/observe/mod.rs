//! What operators see: the log of requests, metrics, and whether the server is ready.

pub mod jobs;
pub mod load;
pub mod mail;
pub mod metrics;
pub(crate) mod middleware;
pub mod port;
pub mod readiness;
