//! Rate limit modes.

/// Whether rate limits apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RateLimits {
    /// All limits apply.
    #[default]
    Strict,
    /// Only the lockout of names applies. For load tests on a closed network.
    Open,
}
