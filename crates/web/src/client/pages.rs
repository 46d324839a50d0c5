//! Serves the embedded client: its files, and the single page for all its routes.

use crate::client::assets::{Asset, PAGE, find};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::headers::page_policy;
use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETag, EntityTag,
    VARY,
};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use facility_kernel::Randomness;
use std::sync::Arc;

/// The placeholder in a page for the nonce of its content security policy.
const NONCE_MARK: &str = "__CSP_NONCE__";

/// First path segments without a dot that scanners probe and that are not pages of the client.
const PROBED: [&str; 12] = [
    "metrics",
    "actuator",
    "cgi-bin",
    "console",
    "debug",
    "graphql",
    "phpmyadmin",
    "server-status",
    "swagger",
    "vendor",
    "wp-admin",
    "wp-content",
];

/// Returns whether this is a path of the client's files, or one that scanners probe.
fn is_no_page(path: &str) -> bool {
    let first = path.split('/').find(|segment| !segment.is_empty());
    first.is_some_and(|first| PROBED.contains(&first) || first == "assets")
}

/// Returns whether this looks like the path of a file.
fn looks_like_a_file(path: &str) -> bool {
    path.split('/').any(|segment| segment.starts_with('.'))
        || path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

/// Returns whether a browser opens the path as a page.
fn wants_a_page(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Returns whether the request names what it accepts, and a page is not part of it.
fn refuses_a_page(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| !["text/html", "text/*", "*/*"].iter().any(|kind| accepted.contains(kind)))
}

/// Returns the file at this path, or else the page.
///
/// Returns 404 for a missing path that looks like a file, unless a browser opens it as a page: an old page must not
/// load the new page's HTML as a script, and scanners for `/.env` must not get a 200. Also returns 404 to callers that
/// do not accept pages, such as clients of the API.
pub fn serve(pages: &Pages, request: &HttpRequest) -> Result<HttpResponse, ApiError> {
    let path = request.path();
    if let Some(asset) = find(path) {
        return Ok(file(asset, request));
    }
    if is_no_page(path) || (looks_like_a_file(path) && !wants_a_page(request)) {
        return Err(ApiError::not_found("File"));
    }
    if refuses_a_page(request) {
        return Err(ApiError::not_found("Page"));
    }
    pages.page(PAGE, "no-cache")
}

/// Renders pages, each with its own nonce.
pub struct Pages {
    random: Arc<dyn Randomness>,
}

impl Pages {
    /// Creates a renderer with nonces from this source.
    pub const fn new(random: Arc<dyn Randomness>) -> Self {
        Self { random }
    }

    /// Returns a page with a new nonce, and a content security policy that allows inline styles with that nonce.
    pub fn page(&self, template: &str, caching: &'static str) -> Result<HttpResponse, ApiError> {
        let bits = self.random.bits().map_err(facility_users::error::UserError::from)?;
        let nonce = URL_SAFE_NO_PAD.encode(bits.get(..16).unwrap_or(&bits));
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
            .insert_header((CACHE_CONTROL, caching))
            .insert_header((CONTENT_SECURITY_POLICY, page_policy(Some(&nonce))))
            .body(template.replace(NONCE_MARK, &nonce)))
    }
}

fn file(asset: &Asset, request: &HttpRequest) -> HttpResponse {
    let accepted = request.headers().get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let (body, coding) = match (asset.br, asset.gz) {
        (Some(br), _) if accepts(accepted, "br") => (br, Some("br")),
        (_, Some(gz)) if accepts(accepted, "gzip") => (gz, Some("gzip")),
        _ => (asset.raw, None),
    };
    let coded = coding.map(|coding| format!("-{coding}")).unwrap_or_default();
    let tag = EntityTag::new_strong(format!("{}{coded}", asset.tag));
    let known = etag::is_known(request, &tag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    let caching = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.insert_header(ETag(tag)).insert_header((CACHE_CONTROL, caching));
    if asset.br.is_some() || asset.gz.is_some() {
        response.insert_header((VARY, "Accept-Encoding"));
    }
    if known {
        return response.finish();
    }
    if let Some(coding) = coding {
        response.insert_header((CONTENT_ENCODING, coding));
    }
    response.insert_header((CONTENT_TYPE, asset.kind)).body(Bytes::from_static(body))
}

/// Returns whether an `Accept-Encoding` accepts this coding: it is named without `q=0`.
fn accepts(header: &str, coding: &str) -> bool {
    header.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding))
            && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::ResponseError as _;
    use actix_web::http::StatusCode;
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;

    const SAMPLE: Asset = Asset {
        path: "assets/a.js",
        kind: "text/javascript",
        tag: "abc",
        immutable: true,
        raw: b"raw",
        br: Some(b"b"),
        gz: Some(b"g"),
    };

    #[test]
    fn the_best_accepted_coding_is_sent() {
        for (accepted, coding) in
            [("gzip, br", Some("br")), ("br;q=0, gzip", Some("gzip")), ("deflate", None), ("", None)]
        {
            let request = TestRequest::default().insert_header((ACCEPT_ENCODING, accepted)).to_http_request();
            let response = file(&SAMPLE, &request);
            let sent = response.headers().get(CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(sent, coding, "{accepted}");
            assert_eq!(response.headers().get(VARY).unwrap(), "Accept-Encoding");
        }
    }

    #[test]
    fn a_missing_path_that_looks_like_a_file_is_a_page_only_for_browsers() {
        let status = |path: &str, accepted: &'static str| {
            let request = TestRequest::with_uri(path).insert_header((ACCEPT, accepted)).to_http_request();
            let mut random = facility_kernel::MockRandomness::new();
            random.expect_bits().returning(|| Ok([7; 32]));
            let pages = Pages::new(Arc::new(random));
            serve(&pages, &request).map_or_else(|error| error.status_code(), |found| found.status())
        };
        let page = "text/html,application/xhtml+xml,*/*;q=0.8";
        for path in ["/metrics", "/assets/x.js", "/wp-admin/a"] {
            assert_eq!([status(path, "*/*"), status(path, page)], [StatusCode::NOT_FOUND; 2], "{path}");
        }
        for path in ["/.env", "/wp-login.php", "/.git/config", "/backup.zip", "/a/b.sql", "/documents/a.b"] {
            let expected = [StatusCode::NOT_FOUND, StatusCode::OK];
            assert_eq!([status(path, "*/*"), status(path, page)], expected, "{path}");
        }
        for path in ["/", "/documents", "/documents/0198-abc", "/no/such/page", "/documents/metrics"] {
            assert_eq!([status(path, "*/*"), status(path, page)], [StatusCode::OK; 2], "{path}");
            assert_eq!(status(path, "application/json"), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn each_coding_has_its_own_tag() {
        let request = TestRequest::default()
            .insert_header((ACCEPT_ENCODING, "br"))
            .insert_header((IF_NONE_MATCH, "\"abc-br\""))
            .to_http_request();
        assert_eq!(file(&SAMPLE, &request).status(), StatusCode::NOT_MODIFIED);
        let request = TestRequest::default().insert_header((IF_NONE_MATCH, "\"abc-br\"")).to_http_request();
        assert_eq!(file(&SAMPLE, &request).status(), StatusCode::OK);
    }
}
