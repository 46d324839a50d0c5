//! Tables that belong to no area of the domain: the secret key, jobs, throttles and stored replies.

pub mod jobs;
pub mod key_check;
pub(crate) mod replies;
pub(crate) mod throttle;
