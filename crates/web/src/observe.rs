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
/// What a page asks by itself carries `1` under this name.
const BACKGROUND: &str = "x-background";
/// How much of a user agent is kept, in characters.
const MAX_AGENT: usize = 512;

/// The middleware.
pub async fn observe(
    app: web::Data<App>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let measured = app.metrics.as_ref().map(|metrics| metrics.begin(&request));
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
    let status = status_of(&answered);
    let outcome = match answered {
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
    };
    if let Some(measured) = measured {
        measured.finish(status);
    }
    outcome
}

/// What is answered, whether by a handler, by its failure, or for its panic.
fn status_of<B, P>(answered: &Result<Result<ServiceResponse<B>, actix_web::Error>, P>) -> StatusCode {
    match answered {
        Ok(Ok(response)) => response.status(),
        Ok(Err(error)) => error.as_response_error().status_code(),
        Err(_panic) => ApiError::internal().status_code(),
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
        is_background: request.headers().get(BACKGROUND).is_some_and(|value| value == "1"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::{Admin, AnySession, Guarded};
    use crate::input::{NoBody, Nothing};
    use crate::metrics::Metrics;
    use actix_web::body::to_bytes;
    use actix_web::dev::{Service, ServiceResponse};
    use actix_web::test::{TestRequest, init_service};
    use actix_web::{App as Actix, Error, middleware};
    use audit::MockAuditLog;
    use serde_json::Value;
    use users::ports::MockSessionRepository;

    async fn panicking(_call: Guarded<AnySession, Nothing>) -> HttpResponse {
        panic!("as a test")
    }

    async fn panicking_at_once() -> HttpResponse {
        panic!("as a test")
    }

    async fn for_admins(_call: Guarded<Admin, NoBody>) -> HttpResponse {
        HttpResponse::Ok().finish()
    }

    async fn service(
        refusals: usize,
    ) -> impl Service<actix_http::Request, Response = ServiceResponse<BoxBody>, Error = Error> {
        let mut log = MockAuditLog::new();
        log.expect_record()
            .times(refusals)
            .withf(|refusal| {
                let entry = refusal.entry();
                let details = entry.details.to_json().unwrap();
                entry.action == Action::AccessDenied
                    && details == r#"{"code":"admin_only","method":"POST","path":"/admins"}"#
            })
            .returning(|_| Ok(()));
        let app = web::Data::new(crate::testing::app(crate::testing::sessions(), log));
        init_service(
            Actix::new()
                .app_data(app)
                .route("/panics", web::get().to(panicking))
                .route("/admins", web::post().to(for_admins))
                .wrap(middleware::from_fn(observe)),
        )
        .await
    }

    fn request(method: Method, path: &str, signed_in: bool) -> actix_http::Request {
        let request = TestRequest::with_uri(path).method(method);
        if signed_in { request.insert_header(("cookie", crate::testing::cookie())) } else { request }
            .to_request()
    }

    #[actix_web::test]
    async fn a_panic_is_an_answer_like_any_other() {
        let service = service(0).await;
        let error = service.call(request(Method::GET, "/panics", true)).await.unwrap_err();
        let response = error.error_response();
        assert_eq!(response.status(), 500);
        assert!(response.headers().contains_key("x-request-id"));
        assert!(response.headers().contains_key("content-security-policy"));
        let body: Value = serde_json::from_slice(&to_bytes(response.into_body()).await.unwrap()).unwrap();
        assert_eq!(body["code"], "internal_error");
        // The same worker goes on.
        let response = service.call(request(Method::GET, "/panics", false)).await.unwrap();
        assert_eq!(response.status(), 401);
    }

    #[actix_web::test]
    async fn what_no_handler_answered_is_counted_too() {
        let metrics = Arc::new(Metrics::new("1.2.3", kernel::testing::TEST_NOW));
        let mut app = crate::testing::app(MockSessionRepository::new(), MockAuditLog::new());
        app.metrics = Some(Arc::clone(&metrics));
        let service = init_service(
            Actix::new()
                .app_data(web::Data::new(app))
                .route("/panics/{id}", web::get().to(panicking_at_once))
                .wrap(middleware::from_fn(observe)),
        )
        .await;
        assert!(service.call(request(Method::GET, "/panics/1", false)).await.is_err());
        service.call(request(Method::HEAD, "/nowhere", false)).await.unwrap();
        let text = metrics.text().unwrap();
        for labels in [
            "method=\"GET\",path=\"/panics/{id}\",status=\"500\"",
            "method=\"HEAD\",path=\"unknown\",status=\"404\"",
        ] {
            let line = format!("facility_http_requests_total{{{labels}}} 1\n");
            assert!(text.contains(&line), "{line} not in\n{text}");
        }
        assert!(text.contains("facility_http_requests_in_flight 0\n"), "{text}");
    }

    #[actix_web::test]
    async fn refusals_of_signed_in_callers_are_recorded() {
        let service = service(1).await;
        let response = service.call(request(Method::POST, "/admins", true)).await.unwrap();
        assert_eq!(response.status(), 403);
        let response = service.call(request(Method::POST, "/admins", false)).await.unwrap();
        assert_eq!(response.status(), 401);
    }
}
