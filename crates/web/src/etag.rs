//! Strong entity tags: an answer that did not change is not sent again (RFC 9110, 8.8.3).

use crate::error::ApiError;
use actix_web::http::header::{ETAG, HeaderName, HeaderValue, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Whether the request names this tag among those it already has.
pub fn is_known(request: &HttpRequest, tag: &str) -> bool {
    request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok()).any(|line| {
        line.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
    })
}

/// A tag made of everything an answer depends on, for one that is too long to be read before it is sent.
pub fn of(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    quoted(&hash.finalize())
}

fn quoted(hash: &[u8]) -> String {
    format!("\"{}\"", hex::encode(hash.get(..16).unwrap_or(hash)))
}

/// A JSON answer with these headers and a tag made of its bytes; 304 without a body to whoever has it already.
pub fn tagged<T: Serialize>(
    request: &HttpRequest,
    value: &T,
    headers: Vec<(HeaderName, HeaderValue)>,
) -> Result<HttpResponse, ApiError> {
    let body = serde_json::to_vec(value).map_err(|_source| ApiError::internal())?;
    let mut hash = Sha256::new();
    hash.update(&body);
    for (_, value) in &headers {
        hash.update(b"\n");
        hash.update(value.as_bytes());
    }
    let tag = quoted(&hash.finalize());
    let mut response: HttpResponseBuilder =
        if is_known(request, &tag) { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, tag.as_str()));
    for header in headers {
        response.insert_header(header);
    }
    if is_known(request, &tag) {
        Ok(response.finish())
    } else {
        Ok(response.content_type("application/json").body(body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn what_is_known_is_not_sent_again() {
        let request = TestRequest::default().to_http_request();
        let first = tagged(&request, &[1, 2], Vec::new()).unwrap();
        let tag = first.headers().get(ETAG).unwrap().clone();
        assert_eq!(first.status(), 200);
        let again = TestRequest::default().insert_header((IF_NONE_MATCH, tag.clone())).to_http_request();
        assert_eq!(tagged(&again, &[1, 2], Vec::new()).unwrap().status(), 304);
        let changed = tagged(&again, &[1, 3], Vec::new()).unwrap();
        assert_eq!(changed.status(), 200);
        assert_ne!(changed.headers().get(ETAG).unwrap(), tag);
    }
}
