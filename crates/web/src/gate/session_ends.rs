//! The header with the time at which the caller's session ends.

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use facility_kernel::Timestamp;

const SESSION_ENDS: HeaderName = HeaderName::from_static("session-ends");

/// Time at which the session ends without further activity. The guard stores it in the request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionEnds(pub(crate) Timestamp);

/// Returns the header with this time, for operations that open a session or change when it ends.
pub(crate) fn session_ends(at: Timestamp) -> (HeaderName, String) {
    (SESSION_ENDS, at.to_string())
}

/// Adds the header to a response if the session was checked and the handler has not set it. Responses to sign-out and
/// responses with 429 do not get it.
pub(crate) fn add_header(response: &mut ServiceResponse) {
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
