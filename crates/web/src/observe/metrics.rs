//! Request metrics.
//!
//! The labels have a bounded number of values: the label `path` is the pattern of a route, never the requested path,
//! which may contain ids and tickets.

use crate::client::assets;
use crate::gate::known_paths::KnownPaths;
use crate::gate::limits::calls::Limited;
use crate::observe::jobs::JobMetrics;
use crate::observe::load::{LoadMetrics, Sample};
use crate::observe::mail::MailMetrics;
use actix_web::HttpRequest;
use actix_web::http::{Method, StatusCode};
use facility_kernel::Timestamp;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Labels of the requested operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: &'static str,
    path: Cow<'static, str>,
}

/// Labels of the requested operation and its response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteStatus {
    #[prometheus(flatten)]
    route: Route,
    status: u16,
}

/// The server's metrics, shared by its workers.
pub struct Metrics {
    registry: Registry,
    requests: Family<RouteStatus, Counter>,
    durations: Family<Route, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    jobs: JobMetrics,
    mail: MailMetrics,
    limited: Family<OverLimit, Counter>,
    refused: Family<Refusal, Counter>,
    load: LoadMetrics,
}

/// Label of the reason for a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refusal {
    code: &'static str,
}

/// Label of the rate limit that a request exceeded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OverLimit {
    of: &'static str,
}

impl Metrics {
    /// Returns the metrics of background jobs.
    pub const fn jobs(&self) -> &JobMetrics {
        &self.jobs
    }

    /// Returns the metrics of mail.
    pub const fn mail(&self) -> &MailMetrics {
        &self.mail
    }

    /// Creates empty metrics for a server of this version that started at this time.
    pub fn new(version: &'static str, started: Timestamp) -> Self {
        let mut registry = Registry::default();
        let requests = Family::default();
        let durations = Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> Histogram);
        let in_flight = Gauge::default();
        let limited = Family::default();
        registry.register(
            "facility_http_calls_limited",
            "Calls refused because their session, browser or network made too many",
            limited.clone(),
        );
        let refused = Family::default();
        registry.register(
            "facility_http_refusals",
            "Requests refused with 403, 423 or 429, by the code of the reason; lockouts are account_locked",
            refused.clone(),
        );
        registry.register("facility_http_requests", "Requests answered", requests.clone());
        registry.register(
            "facility_http_request_duration_seconds",
            "Time from the request's head to the response's head",
            durations.clone(),
        );
        registry.register("facility_http_requests_in_flight", "Requests without a response yet", in_flight.clone());
        registry.register("facility_build", "Running version", Info::new([("version", version)]));
        let since_epoch = Duration::from_micros(u64::try_from(started.as_micros()).unwrap_or_default());
        registry.register(
            "process_start_time_seconds",
            "Start time in seconds since the Unix epoch",
            ConstGauge::new(since_epoch.as_secs_f64()),
        );
        let jobs = JobMetrics::default();
        jobs.register(&mut registry);
        let mail = MailMetrics::default();
        mail.register(&mut registry);
        let load = LoadMetrics::default();
        load.register(&mut registry);
        Self { registry, requests, durations, in_flight, jobs, mail, limited, refused, load }
    }

    /// Starts measuring a request with this method, given by its [`name`]. The request is in flight until the returned
    /// value is finished or dropped.
    pub fn begin(&self, method: &'static str) -> Measured<'_> {
        self.in_flight.inc();
        Measured { metrics: self, method, started: Instant::now() }
    }

    /// Sets the source for sampling the load on each scrape. Only the first call has an effect.
    pub fn sampled_by(&self, sample: Sample) {
        self.load.sampled_by(sample);
    }

    /// Encodes all metrics in the OpenMetrics text format.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        self.load.refresh();
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

/// A request in flight.
pub struct Measured<'a> {
    metrics: &'a Metrics,
    method: &'static str,
    started: Instant,
}

/// The route of a request, for logs and metrics. Its name never contains anything that the caller chooses, such as an
/// id or a ticket.
#[derive(Clone, Debug, Default)]
pub struct MatchedRoute {
    pattern: Option<String>,
    is_file: bool,
}

impl MatchedRoute {
    /// Returns the route of a request that the framework has routed. Before routing, this would search all routes once
    /// more.
    pub fn routed(request: &HttpRequest) -> Self {
        Self { pattern: request.match_pattern(), is_file: assets::is_file(request.path()) }
    }

    /// Returns the route of a request to this path that was refused before routing, or whose handler returned no
    /// response.
    pub fn unrouted(path: &str, known: &KnownPaths) -> Self {
        let pattern = known.pattern(path).map(str::to_owned);
        Self { pattern, is_file: assets::is_file(path) }
    }

    /// Returns the route's name, given the status of the response: its pattern, or `page`, `asset` or `unknown`.
    pub fn named(self, status: StatusCode) -> Cow<'static, str> {
        match self.pattern {
            Some(pattern) => Cow::Owned(pattern),
            None if status.is_client_error() => Cow::Borrowed("unknown"),
            None if self.is_file => Cow::Borrowed("asset"),
            None => Cow::Borrowed("page"),
        }
    }
}

impl Measured<'_> {
    /// Counts the request as refused for this reason.
    pub fn refused(&self, code: &'static str) {
        self.metrics.refused.get_or_create(&Refusal { code }).inc();
    }

    /// Counts the request as refused by this rate limit.
    pub fn limited(&self, limited: Limited) {
        self.metrics.limited.get_or_create(&OverLimit { of: limited.as_str() }).inc();
    }

    /// Counts the request as answered with this status by the route with this name. If the caller disconnects, the
    /// value is dropped instead and the request is not counted.
    pub fn finish(self, path: Cow<'static, str>, status: StatusCode) {
        let route = Route { method: self.method, path };
        self.metrics.durations.get_or_create(&route).observe(self.started.elapsed().as_secs_f64());
        self.metrics.requests.get_or_create(&RouteStatus { route, status: status.as_u16() }).inc();
    }
}

impl Drop for Measured<'_> {
    fn drop(&mut self) {
        self.metrics.in_flight.dec();
    }
}

/// Returns the method's name, or `other` for all unsupported methods, because callers can send any word.
pub fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::dev::Service as _;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{HttpResponse, web};
    use std::sync::Arc;

    fn metrics() -> Metrics {
        Metrics::new("1.2.3", Timestamp::from_micros(1_700_000_000_500_000))
    }

    /// Returns the metrics after these requests, each a method, a path and the response status.
    async fn metrics_after(requests: &[(Method, &str, u16)]) -> String {
        let metrics = Arc::new(metrics());
        for (method, path, status) in requests {
            let (counting, status) = (Arc::clone(&metrics), StatusCode::from_u16(*status).unwrap());
            let service = init_service(
                actix_web::App::new()
                    .service(web::scope("/api").route("/things/{id}", web::get().to(HttpResponse::Ok)))
                    .wrap_fn(move |request, next| {
                        let (counting, begun) = (Arc::clone(&counting), name(request.method()));
                        let answered = next.call(request);
                        async move {
                            let response = answered.await?;
                            let matched = MatchedRoute::routed(response.request());
                            counting.begin(begun).finish(matched.named(status), status);
                            Ok(response)
                        }
                    }),
            )
            .await;
            let request = TestRequest::with_uri(path).method(method.clone()).to_request();
            call_service(&service, request).await;
        }
        metrics.text().unwrap()
    }

    fn counted(method: &str, path: &str, status: u16) -> String {
        format!("facility_http_requests_total{{method=\"{method}\",path=\"{path}\",status=\"{status}\"}} 1\n")
    }

    #[actix_web::test]
    async fn a_request_is_counted_under_its_pattern() {
        let text = metrics_after(&[(Method::GET, "/api/things/s3cret?ticket=hidden", 403)]).await;
        assert!(text.contains(&counted("GET", "/api/things/{id}", 403)), "{text}");
        let labels = "method=\"GET\",path=\"/api/things/{id}\"";
        for bound in ["0.001", "10.0", "+Inf"] {
            let bucket = format!("facility_http_request_duration_seconds_bucket{{le=\"{bound}\",{labels}}} ");
            assert!(text.contains(&bucket), "{bucket} not in\n{text}");
        }
        assert!(text.contains(&format!("facility_http_request_duration_seconds_count{{{labels}}} 1\n")));
        assert!(!text.contains("s3cret") && !text.contains("hidden"), "{text}");
    }

    #[actix_web::test]
    async fn unrouted_requests_are_counted_under_page_or_unknown() {
        let text = metrics_after(&[
            (Method::GET, "/documents/s3cret", 200),
            (Method::GET, "/api/s3cret", 404),
            (Method::POST, "/s3cret", 405),
            (Method::from_bytes(b"S3CRET").unwrap(), "/s3cret", 405),
        ])
        .await;
        for line in [
            counted("GET", "page", 200),
            counted("GET", "unknown", 404),
            counted("POST", "unknown", 405),
            counted("other", "unknown", 405),
        ] {
            assert!(text.contains(&line), "{line} not in\n{text}");
        }
        assert!(!text.to_lowercase().contains("s3cret"), "{text}");
    }

    #[test]
    fn a_request_is_in_flight_until_it_is_answered_or_dropped() {
        let metrics = metrics();
        let known = KnownPaths::of(&crate::openapi::openapi());
        let page = || MatchedRoute::unrouted("/", &known);
        let (first, second) = (metrics.begin("GET"), metrics.begin("GET"));
        assert_eq!(metrics.in_flight.get(), 2);
        first.finish(page().named(StatusCode::OK), StatusCode::OK);
        assert_eq!(metrics.in_flight.get(), 1);
        drop(second);
        assert_eq!(metrics.in_flight.get(), 0);
        let text = metrics.text().unwrap();
        assert_eq!(text.matches("facility_http_requests_total{").count(), 1, "{text}");
        assert!(text.contains(&counted("GET", "page", 200)), "{text}");
        // The available files depend on how the client was built, so the flag is set by hand.
        let file = MatchedRoute { is_file: true, ..page() };
        metrics.begin("GET").finish(file.named(StatusCode::NOT_MODIFIED), StatusCode::NOT_MODIFIED);
        let text = metrics.text().unwrap();
        assert!(text.contains(&counted("GET", "asset", 304)), "{text}");
    }
}
