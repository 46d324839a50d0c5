//! The header that says when the caller's session ends.

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use kernel::Timestamp;

const SESSION_ENDS: HeaderName = HeaderName::from_static("session-ends");

/// When the session of a request ends if nothing more is done after it. The guard leaves it with the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionEnds(pub(crate) Timestamp);

/// The header with this time, for a call that opens a session or changes when it ends.
pub(crate) fn session_ends(at: Timestamp) -> (HeaderName, String) {
    (SESSION_ENDS, at.to_string())
}

/// Tells when the session ends on an answer for which it was looked at and that does not say so itself. The answers to
/// signing out and to too many calls do not carry it.
pub(crate) fn tell(response: &mut ServiceResponse) {
    let Some(SessionEnds(at)) = response.request().extensions().get::<SessionEnds>().copied() else { return };
    let signs_out = response.request().path() == "/api/logout";
    if signs_out || response.status() == StatusCode::TOO_MANY_REQUESTS {
        return;
    }
    let headers = response.headers_mut();
    if !headers.contains_key(SESSION_ENDS)
        && let Ok(value) = HeaderValue::from_str(&at.to_string())
    {
        headers.insert(SESSION_ENDS, value);
    }
}
