//! Strong entity tags, so that an unchanged response is not sent again (RFC 9110, 8.8.3).

use crate::http::error::ApiError;
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CONTENT_ENCODING, ETAG, ETag, EntityTag, HeaderName, HeaderValue, IfNoneMatch, TryIntoHeaderValue as _,
};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, HttpResponseBuilder};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Returns whether the request names this tag in `If-None-Match`, compared weakly (RFC 9110, 13.1.2).
pub fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(tag)),
        None => false,
    }
}

/// The content codings with which responses are compressed.
const CODINGS: [&str; 4] = ["br", "gzip", "zstd", "deflate"];

/// Returns whether the request names this tag in `If-None-Match`, with or without the suffix of a coding.
pub fn is_known_in_any_coding(request: &HttpRequest, tag: &EntityTag) -> bool {
    is_known(request, tag) || CODINGS.iter().any(|coding| is_known(request, &coded(tag, coding)))
}

/// Adds a coding to a tag. A strong tag identifies bytes, so each coding of a response has its own (RFC 9110,
/// 8.8.3.3).
fn coded(tag: &EntityTag, coding: &str) -> EntityTag {
    EntityTag::new_strong(format!("{}-{coding}", tag.tag()))
}

/// Adds the coding of a compressed response to its tag. A 304 gets the tag that the client sent.
pub fn name_coding(response: &mut ServiceResponse) {
    let header = |name| response.headers().get(name)?.to_str().ok();
    let tag = header(ETAG).and_then(|tag| tag.parse::<EntityTag>().ok());
    let Some(tag) = tag.filter(|tag| !tag.weak) else { return };
    let named = if response.status() == StatusCode::NOT_MODIFIED {
        let known = |coding: &&str| is_known(response.request(), &coded(&tag, coding));
        CODINGS.iter().find(|coding| known(coding)).filter(|_| !is_known(response.request(), &tag))
    } else {
        let coding = header(CONTENT_ENCODING);
        CODINGS.iter().find(|name| coding == Some(**name) && !tag.tag().ends_with(&format!("-{name}")))
    };
    if let Some(Ok(value)) = named.map(|coding| coded(&tag, coding).try_into_value()) {
        response.headers_mut().insert(ETAG, value);
    }
}

/// Derives a tag from everything that a response depends on. For responses too long to hash before they are sent.
pub fn of(parts: &[&str]) -> EntityTag {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    strong(&hash.finalize())
}

fn strong(hash: &[u8]) -> EntityTag {
    EntityTag::new_strong(hex::encode(hash.get(..16).unwrap_or(hash)))
}

/// Returns a JSON response with these headers and an ETag of its bytes, or 304 if the client already has it.
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
    let tag = strong(&hash.finalize());
    let is_known = is_known_in_any_coding(request, &tag);
    let mut response: HttpResponseBuilder = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header(ETag(tag));
    for header in headers {
        response.insert_header(header);
    }
    if is_known { Ok(response.finish()) } else { Ok(response.content_type("application/json").body(body)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::IF_NONE_MATCH;
    use actix_web::test::TestRequest;

    #[test]
    fn known_response_is_not_sent_again() {
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

    #[test]
    fn each_coding_has_its_own_tag_and_all_are_recognized() {
        let tagged = |status: HttpResponseBuilder, coding: Option<&'static str>, known: &str| {
            let request = TestRequest::default().insert_header((IF_NONE_MATCH, known)).to_http_request();
            let mut status = status;
            status.insert_header((ETAG, "\"abc\""));
            if let Some(coding) = coding {
                status.insert_header((CONTENT_ENCODING, coding));
            }
            let mut response = ServiceResponse::new(request, status.finish());
            name_coding(&mut response);
            response.headers().get(ETAG).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(tagged(HttpResponse::Ok(), None, "\"x\""), "\"abc\"");
        assert_eq!(tagged(HttpResponse::Ok(), Some("br"), "\"x\""), "\"abc-br\"");
        assert_eq!(tagged(HttpResponse::NotModified(), None, "\"abc-br\""), "\"abc-br\"");
        assert_eq!(tagged(HttpResponse::NotModified(), None, "\"abc\""), "\"abc\"");
        for (known, is) in [
            ("\"abc\"", true),
            ("\"x\", W/\"abc-gzip\"", true),
            ("*", true),
            ("\"abd-gzip\"", false),
            ("\"abc-x\"", false),
            ("abc", false),
        ] {
            let request = TestRequest::default().insert_header((IF_NONE_MATCH, known)).to_http_request();
            assert_eq!(is_known_in_any_coding(&request, &EntityTag::new_strong("abc".to_owned())), is, "{known}");
        }
    }
}
