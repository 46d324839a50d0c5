//! The port that serves metrics to Prometheus.

use crate::http::error::ApiError;
use crate::observe::metrics::Metrics;
use crate::server::Running;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpResponse, HttpServer, web};
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

const CONTENT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Time limit for the head of a scrape request to arrive.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// Maximum number of connections, more than any set of scrapers needs.
const MAX_CONNECTIONS: usize = 64;

/// Serves metrics on this listener: `GET /metrics`, and 404 for everything else. The caller MUST await the returned
/// `server`.
pub fn serve_metrics(metrics: Arc<Metrics>, listener: TcpListener) -> io::Result<Running> {
    let metrics = web::Data::from(metrics);
    let server = HttpServer::new(move || actix_web::App::new().app_data(metrics.clone()).configure(configure))
        .workers(1)
        .client_request_timeout(HEAD_TIME)
        .max_connections(MAX_CONNECTIONS)
        .disable_signals()
        .listen(listener)?;
    let addresses = server.addrs();
    let server = server.run();
    Ok(Running { addresses, handle: server.handle(), server })
}

fn configure(config: &mut web::ServiceConfig) {
    config.route("/metrics", web::get().to(scrape));
}

async fn scrape(metrics: web::Data<Metrics>) -> Result<HttpResponse, ApiError> {
    let text = metrics.text().map_err(|error| {
        tracing::error!(%error, "cannot encode the metrics");
        ApiError::internal()
    })?;
    let headers = [(CONTENT_TYPE, CONTENT), (CACHE_CONTROL, "no-store")];
    let mut response = HttpResponse::Ok();
    for header in headers {
        response.insert_header(header);
    }
    Ok(response.body(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::dev::Service as _;
    use actix_web::test::{TestRequest, call_and_read_body, init_service};
    use facility_kernel::Timestamp;

    fn metrics() -> Metrics {
        Metrics::new("1.2.3", Timestamp::from_micros(1_700_000_000_500_000))
    }

    #[actix_web::test]
    async fn the_port_serves_only_the_metrics() {
        let service =
            init_service(actix_web::App::new().app_data(web::Data::new(metrics())).configure(configure)).await;
        let text = call_and_read_body(&service, TestRequest::get().uri("/metrics").to_request()).await;
        let text = String::from_utf8(text.to_vec()).unwrap();
        for line in [
            "# TYPE facility_http_requests_in_flight gauge\n",
            "facility_build_info{version=\"1.2.3\"} 1\n",
            "process_start_time_seconds 1700000000.5\n",
            "facility_http_requests_in_flight 0\n",
        ] {
            assert!(text.contains(line), "{line} not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
        for request in [
            TestRequest::get().uri("/"),
            TestRequest::get().uri("/metrics/more"),
            TestRequest::get().uri("/api/health"),
            TestRequest::post().uri("/metrics"),
        ] {
            let answer = service.call(request.to_request()).await.unwrap();
            assert_eq!(answer.status(), 404, "{}", answer.request().path());
        }
    }
}
