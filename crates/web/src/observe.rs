//! Around every request: its id and span, where it came from, the headers of its answer, and what becomes of a panic.
//! The refusals of signed-in callers are recorded here, in one place.

use crate::client_address::client_address;
use crate::error::ApiError;
use crate::guard::Caller;
use crate::headers;
use crate::state::App;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, HeaderName, HeaderValue, USER_AGENT};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{HttpMessage as _, HttpResponse, ResponseError, web};
use audit::{Action, Details, EntityType, Entry};
use futures_util::FutureExt as _;
use kernel::RequestContext;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tracing::Instrument as _;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How much of a user agent is kept, in characters.
const MAX_AGENT: usize = 512;

/// The middleware.
pub async fn observe(
    app: web::Data<App>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    // The encoder remembers that it was HEAD and leaves the body out: what GET answers, HEAD answers.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let context = context(&app, &request);
    let id = context.request_id.clone();
    let span = tracing::info_span!("request", id, method = %request.method(), path = shown(request.path()));
    request.extensions_mut().insert(context);

    let started = std::time::Instant::now();
    let answered = AssertUnwindSafe(next.call(request)).catch_unwind().instrument(span.clone()).await;
    let https = app.origin.is_https();
    match answered {
        Ok(Ok(response)) => {
            let mut response = response.map_into_boxed_body();
            record_refusal(&app, &response).instrument(span.clone()).await;
            span.in_scope(|| log(&response, started.elapsed()));
            finish(response.headers_mut(), &id, https);
            Ok(response)
        }
        Ok(Err(error)) => Err(Escaped { error, id, https }.into()),
        Err(_panic) => {
            span.in_scope(|| tracing::error!("a handler panicked; the worker goes on"));
            Err(Escaped { error: ApiError::internal().into(), id, https }.into())
        }
    }
}

fn context(app: &App, request: &ServiceRequest) -> RequestContext {
    let agent = request.headers().get(USER_AGENT).map(|value| {
        let text = String::from_utf8_lossy(value.as_bytes());
        text.chars().filter(|c| !c.is_control()).take(MAX_AGENT).collect::<String>()
    });
    let peer = request.peer_addr().map(|address| address.ip());
    let address = client_address(peer, request.headers(), &app.trusted_proxies);
    RequestContext {
        request_id: app.ids.next().to_string(),
        ip_address: address.map(|address| address.to_string()),
        user_agent: agent,
        now: app.clock.now(),
    }
}

fn finish(headers: &mut actix_web::http::header::HeaderMap, id: &str, https: bool) {
    headers::secure(headers, https);
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, value);
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

fn failure(response: &ServiceResponse) -> Option<&ApiError> {
    response.response().error()?.as_error::<ApiError>()
}

fn log(response: &ServiceResponse, took: std::time::Duration) {
    if let Some(error) = failure(response) {
        error.log_fault();
    }
    let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    tracing::debug!(status = response.status().as_u16(), millis, "answered");
}

/// Writes a refusal of a signed-in caller into the audit log. The answer is a refusal either way: when the entry
/// cannot be written, that is logged.
async fn record_refusal(app: &App, response: &ServiceResponse) {
    if !matches!(response.status(), StatusCode::FORBIDDEN | StatusCode::LOCKED) {
        return;
    }
    let request = response.request();
    let (caller, context) = {
        let extensions = request.extensions();
        let caller = extensions.get::<Arc<Caller>>().cloned();
        (caller, extensions.get::<RequestContext>().cloned())
    };
    let (Some(caller), Some(context)) = (caller, context) else { return };
    let details = Details::new()
        .with("method", request.method().as_str())
        .with("path", clipped(shown(request.path())))
        .with("code", failure(response).map_or("forbidden", ApiError::code));
    let kind = entity_of(request.path());
    let mut entry =
        Entry::new(&*app.ids, &context, &caller.actor, Action::AccessDenied, kind).details(details);
    if let Some(id) = request.match_info().get("id") {
        entry = entry.on(&clipped(id));
    }
    if let Err(error) = app.trail.record(entry).await {
        tracing::error!(%error, "a refusal could not be recorded");
    }
}

/// A path as logs keep it: without the ticket of an upload, which is a secret for as long as it can be used.
fn shown(path: &str) -> &str {
    const UPLOAD: &str = "/api/objects/upload/";
    if path.starts_with(UPLOAD) { UPLOAD } else { path }
}

fn clipped(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn entity_of(path: &str) -> EntityType {
    let is = |part: &str| path.split('/').any(|segment| segment == part);
    if is("submissions") {
        EntityType::Submission
    } else if is("documents") {
        EntityType::Document
    } else if is("objects") || is("submission-files") {
        EntityType::Upload
    } else if is("users") || is("user") {
        EntityType::User
    } else {
        EntityType::Site
    }
}

/// A failure that no handler turned into an answer. It carries what every answer has to carry.
#[derive(Debug)]
struct Escaped {
    error: actix_web::Error,
    id: String,
    https: bool,
}

impl std::fmt::Display for Escaped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl ResponseError for Escaped {
    fn status_code(&self) -> StatusCode {
        self.error.as_response_error().status_code()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = self.error.as_response_error().error_response();
        finish(response.headers_mut(), &self.id, self.https);
        response
    }
}
