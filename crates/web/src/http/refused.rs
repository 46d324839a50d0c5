//! Errors of requests that are refused before a service is called.

use std::time::Duration;

/// The `Retry-After` of a repeated request whose first one is still in progress.
const IN_PROGRESS_RETRY: Duration = Duration::from_secs(1);

facility_kernel::errors! {
    /// Why a request is refused before a service is called.
    pub enum Refused {
        /// The caller is not signed in.
        #[error("Not signed in")]
        NotSignedIn => Unauthenticated, "not_signed_in";
        /// The session has ended.
        #[error("Your session has ended. Sign in again")]
        SessionEnded => Unauthenticated, "session_ended";
        /// The caller is not an administrator.
        #[error("Administrator access required")]
        AdminOnly => Forbidden, "admin_only";
        /// Only administrators read as another level (`as`).
        #[error("Administrator access required")]
        ReadsAs => Forbidden, "admin_only";
        /// A page of another site sent the request.
        #[error("{0}")]
        CrossSite(message: String) => Forbidden, "cross_site";
        /// The site is in lockdown.
        #[error("The facility is in lockdown")]
        Lockdown => Locked, "lockdown";
        /// Too many requests.
        #[error("{message}")]
        RateLimited {
            /// Names the exceeded limit.
            message: String,
            /// Time until a retry can succeed.
            retry_after: Duration,
        } => RateLimited, "rate_limited", after *retry_after;
        /// The body took too long to arrive.
        #[error("The request body took too long to arrive")]
        TooSlow => Invalid, "body_timeout";
        /// The body is not JSON.
        #[error("The request body must be JSON: send Content-Type: application/json")]
        NotJson => Unsupported, "unsupported_type";
        /// The body is larger than 1 MiB.
        #[error("The request body is larger than 1 MiB")]
        TooLarge => TooLarge, "too_large";
        /// The body is not valid JSON.
        #[error("The request body is not valid JSON")]
        InvalidJson => Invalid, "invalid_json";
        /// The body has a member that the operation does not know.
        #[error("Unknown field: {0}")]
        UnknownField(name: String) => Invalid, "unknown_field";
        /// The body is not an object.
        #[error("The request body must be a JSON object of the documented form")]
        NoObject => Invalid, "validation_failed";
        /// The same request is still in progress.
        #[error("The same request is still in progress. Try again in a moment")]
        InProgress => Conflict, "in_progress", after IN_PROGRESS_RETRY;
        /// The key was used with another body.
        #[error("This Idempotency-Key was used with another request body")]
        Mismatch => Mismatch, "idempotency_mismatch";
        /// The item or path does not exist.
        #[error("{0}")]
        NotFound(message: String) => NotFound, "not_found";
        /// The request does not open a WebSocket.
        #[error("This path accepts only WebSocket connections")]
        NoSocket => Invalid, "websocket_expected";
        /// The database or the object store is unavailable.
        #[error("The database or the object store is unavailable")]
        NotReady => Unavailable, "unavailable";
    }
}
