//! Wraps every request: request id and span, rate limits, record of refusals, response headers, and panics. Requests
//! beyond the rate limits are refused before any other work.

use crate::gate::client_address::client_address;
use crate::gate::state::GateState;
use crate::gate::watched::watched;
use crate::gate::{refusals, session_ends};
use crate::http::error::ApiError;
use crate::http::{etag, headers};
use crate::observe::metrics::{self, MatchedRoute, Measured};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CACHE_CONTROL, HeaderName, HeaderValue, USER_AGENT, VARY};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{HttpMessage as _, HttpResponse, ResponseError, web};
use facility_kernel::RequestContext;
use futures_util::FutureExt as _;
use std::panic::AssertUnwindSafe;
use tracing::Instrument as _;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The header with which a page marks its automatic requests, by the value `1`.
const BACKGROUND: &str = "x-background";
/// Maximum size of a request's head: path, query and headers, in bytes.
const MAX_HEAD: usize = 32 * 1024;
/// Maximum number of characters of a user agent that are kept.
const MAX_AGENT: usize = 512;

/// The middleware.
pub async fn observe(
    gate: web::Data<GateState>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let method = metrics::name(request.method());
    let measured = gate.metrics.as_ref().map(|metrics| metrics.begin(method));
    let path = request.path().to_owned();
    let unrouted = || MatchedRoute::unrouted(&path, &gate.known_paths);
    // The encoder remembers that the method was HEAD and omits the body, so HEAD is answered like GET.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let context = context(&gate, &request);
    let id = context.request_id.clone();
    let span = tracing::info_span!("request", id, user = tracing::field::Empty);
    if let Err(refusal) = admit(&gate, &request, &context, measured.as_ref()) {
        let mut response = request.into_response(refusal.error_response());
        finish(response.headers_mut(), &id, gate.origin.is_https());
        if let Some(measured) = measured {
            measured.finish(unrouted().named(response.status()), response.status());
        }
        return Ok(response);
    }
    request.extensions_mut().insert(context);

    let started = std::time::Instant::now();
    let answered = AssertUnwindSafe(next.call(request)).catch_unwind().instrument(span.clone()).await;
    let https = gate.origin.is_https();
    let status = status_of(&answered);
    let matched = match &answered {
        Ok(Ok(response)) => MatchedRoute::routed(response.request()),
        Ok(Err(_)) | Err(_) => unrouted(),
    };
    let outcome = match answered {
        Ok(Ok(response)) => {
            let mut response = with_error_body(response.map_into_boxed_body());
            if let (Some(measured), Some(code)) = (&measured, refusal(&response)) {
                measured.refused(code);
            }
            refusals::record(&gate, &response).instrument(span.clone()).await;
            etag::name_coding(&mut response);
            if let Some(error) = failure(&response) {
                span.in_scope(|| error.log_fault());
            }
            session_ends::add_header(&mut response);
            finish(response.headers_mut(), &id, https);
            Ok(watched(&gate, response))
        }
        Ok(Err(error)) => Err(UnhandledError { error, id, https }.into()),
        Err(_panic) => {
            span.in_scope(|| tracing::error!("a handler panicked; the worker continues"));
            Err(UnhandledError { error: ApiError::internal().into(), id, https }.into())
        }
    };
    // One entry for each request, with the route's pattern, because a path can contain tickets and names.
    let (millis, status_code) = (started.elapsed().as_secs_f64() * 1000.0, status.as_u16());
    let path = matched.named(status);
    span.in_scope(|| tracing::info!(method, %path, status = status_code, millis, "request"));
    if let Some(measured) = measured {
        measured.finish(path, status);
    }
    outcome
}

/// Refuses requests with too large a head or beyond the rate limit, before any lookup.
fn admit(
    gate: &GateState,
    request: &ServiceRequest,
    context: &RequestContext,
    measured: Option<&Measured<'_>>,
) -> Result<(), ApiError> {
    let uri = request.uri().path_and_query().map_or(0, |text| text.as_str().len());
    let headers = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len());
    if headers.sum::<usize>() + uri > MAX_HEAD {
        return Err(ApiError::head_too_large());
    }
    if gate.limits.is_open() || !is_rate_limited(request.path()) {
        return Ok(());
    }
    let presented = gate.cookie.presented(request.request());
    gate.limits.call(&context.network(), &presented).map_err(|(limited, error)| {
        if let Some(measured) = measured {
            measured.limited(limited);
        }
        error
    })
}

/// Returns whether requests to this path count against the rate limit. The client's files do not: they are in memory.
fn is_rate_limited(path: &str) -> bool {
    let is_below =
        |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    is_below("/api") || is_below("/objects") || path == "/auto-refresh-ws"
}

/// Replaces the body of 406, the only refusal that a third-party middleware creates, by the common error body.
fn with_error_body(response: ServiceResponse) -> ServiceResponse {
    if response.status() == StatusCode::NOT_ACCEPTABLE {
        let mut refusal = ApiError::not_acceptable().error_response();
        refusal.headers_mut().insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        return response.into_response(refusal);
    }
    response
}

/// Returns the status of the response that a handler, an error or a panic results in.
fn status_of<B, P>(answered: &Result<Result<ServiceResponse<B>, actix_web::Error>, P>) -> StatusCode {
    match answered {
        Ok(Ok(response)) => response.status(),
        Ok(Err(error)) => error.as_response_error().status_code(),
        Err(_panic) => ApiError::internal().status_code(),
    }
}

fn context(gate: &GateState, request: &ServiceRequest) -> RequestContext {
    let agent = request.headers().get(USER_AGENT).map(|value| {
        let text = String::from_utf8_lossy(value.as_bytes());
        facility_kernel::visible_line(&text, MAX_AGENT)
    });
    let peer = request.peer_addr().map(|address| address.ip());
    let address = client_address(peer, request.headers(), &gate.trusted_proxies);
    RequestContext {
        request_id: gate.ids.next().to_string(),
        ip_address: address.map(|address| address.to_string()),
        user_agent: agent,
        now: gate.clock.now(),
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

/// Returns the error code of a response with 403, 423 or 429.
fn refusal(response: &ServiceResponse) -> Option<&'static str> {
    let refused = [StatusCode::FORBIDDEN, StatusCode::LOCKED, StatusCode::TOO_MANY_REQUESTS];
    refused.contains(&response.status()).then(|| failure(response).map_or("forbidden", ApiError::code))
}

/// An error that no handler turned into a response, with what its common headers need.
#[derive(Debug)]
struct UnhandledError {
    error: actix_web::Error,
    id: String,
    https: bool,
}

impl std::fmt::Display for UnhandledError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.error.fmt(f)
    }
}

impl ResponseError for UnhandledError {
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
    use crate::gate::guard::{Admin, AnySession, Guarded};
    use crate::http::input::{NoBody, Nothing};
    use crate::observe::load::{ConnectionLoad, Load};
    use crate::observe::metrics::Metrics;
    use crate::state::Shared;
    use actix_web::body::to_bytes;
    use actix_web::dev::{Service, ServiceResponse};
    use actix_web::test::{TestRequest, init_service};
    use actix_web::{App as Actix, Error, middleware};
    use facility_audit::action::Action;
    use facility_audit::trail::MockAuditLog;
    use facility_users::ports::MockSessionRepository;
    use serde_json::Value;
    use std::sync::Arc;

    async fn panicking(_call: Guarded<AnySession, Nothing>) -> HttpResponse {
        panic!("simulated")
    }

    async fn panicking_at_once() -> HttpResponse {
        panic!("simulated")
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
        let app = Shared::of(crate::testing::app(crate::testing::sessions(), log));
        init_service(
            Actix::new()
                .configure(|config| app.register(config))
                .route("/panics", web::get().to(panicking))
                .route("/admins", web::post().to(for_admins))
                .wrap(middleware::from_fn(observe)),
        )
        .await
    }

    fn request(method: Method, path: &str, signed_in: bool) -> actix_http::Request {
        let request = TestRequest::with_uri(path).method(method);
        if signed_in { request.insert_header(("cookie", crate::testing::cookie())) } else { request }.to_request()
    }

    #[actix_web::test]
    async fn a_panic_becomes_a_response_with_the_common_headers_and_body() {
        let service = service(0).await;
        let error = service.call(request(Method::GET, "/panics", true)).await.unwrap_err();
        let response = error.error_response();
        assert_eq!(response.status(), 500);
        assert!(response.headers().contains_key("x-request-id"));
        assert!(response.headers().contains_key("content-security-policy"));
        let body: Value = serde_json::from_slice(&to_bytes(response.into_body()).await.unwrap()).unwrap();
        assert_eq!(body["code"], "internal_error");
        // The same worker continues.
        let response = service.call(request(Method::GET, "/panics", false)).await.unwrap();
        assert_eq!(response.status(), 401);
    }

    #[actix_web::test]
    async fn requests_without_a_response_from_a_handler_are_counted() {
        let metrics = Arc::new(Metrics::new("1.2.3", facility_kernel::testing::TEST_NOW));
        let mut app = crate::testing::app(MockSessionRepository::new(), MockAuditLog::new());
        app.gate.metrics = Some(Arc::clone(&metrics));
        let service = init_service(
            Actix::new()
                .configure(|config| Shared::of(app).register(config))
                .route("/api/documents/{id}", web::get().to(panicking_at_once))
                .wrap(middleware::from_fn(observe)),
        )
        .await;
        assert!(service.call(request(Method::GET, "/api/documents/1", false)).await.is_err());
        service.call(request(Method::HEAD, "/nowhere", false)).await.unwrap();
        let text = metrics.text().unwrap();
        for labels in [
            "method=\"GET\",path=\"/api/documents/{id}\",status=\"500\"",
            "method=\"HEAD\",path=\"unknown\",status=\"404\"",
        ] {
            let line = format!("facility_http_requests_total{{{labels}}} 1\n");
            assert!(text.contains(&line), "{line} not in\n{text}");
        }
        assert!(text.contains("facility_http_requests_in_flight 0\n"), "{text}");
    }

    #[actix_web::test]
    async fn a_scrape_contains_refusals_by_code_and_the_current_load() {
        let metrics = Arc::new(Metrics::new("1.2.3", facility_kernel::testing::TEST_NOW));
        metrics.sampled_by(Box::new(|| Load {
            connections: vec![ConnectionLoad { purpose: "reading", in_use: 3, size: 8 }],
            queued_writes: 5,
            sockets: 7,
            coalesced_refusals: 7,
        }));
        let mut log = MockAuditLog::new();
        log.expect_record().returning(|_| Ok(()));
        let mut app = crate::testing::app(crate::testing::sessions(), log);
        app.gate.metrics = Some(Arc::clone(&metrics));
        let service = init_service(
            Actix::new()
                .configure(|config| Shared::of(app).register(config))
                .route("/admins", web::post().to(for_admins))
                .wrap(middleware::from_fn(observe)),
        )
        .await;
        service.call(request(Method::POST, "/admins", true)).await.unwrap();
        for _ in 0..2 {
            let text = metrics.text().unwrap();
            for line in [
                "facility_http_refusals_total{code=\"admin_only\"} 1\n",
                "facility_database_connections_in_use{purpose=\"reading\"} 3\n",
                "facility_database_connections_max{purpose=\"reading\"} 8\n",
                "facility_database_queued_writes 5\n",
                "facility_refusals_coalesced_total 7\n",
            ] {
                assert!(text.contains(line), "{line} not in\n{text}");
            }
        }
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
