//! The inputs of operations: JSON bodies and queries. They are read only after the guard has admitted the caller.

use crate::http::characters;
use crate::http::cursor_seal::{CursorSeal, list_of};
use crate::http::error::ApiError;
use crate::http::refused::Refused;
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use facility_kernel::Timestamp;
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Maximum size of a JSON body, in bytes.
pub const MAX_BODY: usize = 1024 * 1024;
/// Time limit for a JSON body to arrive.
pub const BODY_TIME: Duration = Duration::from_secs(10);

/// An input that is read from the request after the guard's checks.
pub trait Input: Sized {
    /// Reads the input. Errors: it is invalid, too large or too slow.
    fn read(request: &HttpRequest, payload: &mut Payload) -> impl Future<Output = Result<Self, ApiError>>;
}

/// A JSON body. An empty one counts as `{}`. `T` has to refuse unknown members itself.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// No body, or the body `{}`.
#[derive(Debug)]
pub struct NoBody;

/// No input, for operations without a body. Any body is ignored.
#[derive(Debug)]
pub struct Nothing;

/// The query of the URL. Unknown parameters are ignored.
#[derive(Debug)]
pub struct Query<T>(pub T);

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct NoMembers {}

impl Input for Nothing {
    async fn read(_: &HttpRequest, _: &mut Payload) -> Result<Self, ApiError> {
        Ok(Self)
    }
}

impl Input for NoBody {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        Json::<NoMembers>::read(request, payload).await.map(|_| Self)
    }
}

impl<T: DeserializeOwned> Input for Query<T> {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, ApiError> {
        let query = request.query_string();
        // Most queries have no cursor to open. Its name can be percent-encoded.
        if query.contains("after=") || query.contains('%') {
            return parse_query(&CursorSeal::of(request)?.opened(&list_of(request.path(), query), query)).map(Self);
        }
        parse_query(query).map(Self)
    }
}

impl<T: DeserializeOwned> Input for Json<T> {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        parse_json(&read_body(request, payload).await?).map(Self)
    }
}

/// Reads the bytes of a JSON body without parsing them.
pub(crate) async fn read_body(request: &HttpRequest, payload: &mut Payload) -> Result<Bytes, ApiError> {
    check_type(request)?;
    let body =
        tokio::time::timeout(BODY_TIME, collect(request, payload)).await.map_err(|_elapsed| Refused::TooSlow)??;
    if !body.is_empty() && !request.headers().contains_key(CONTENT_TYPE) {
        return Err(Refused::NotJson.into());
    }
    Ok(body)
}

/// Two inputs of one operation, read in this order.
impl<A: Input, B: Input> Input for (A, B) {
    async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<Self, ApiError> {
        Ok((A::read(request, payload).await?, B::read(request, payload).await?))
    }
}

/// Refuses a content type other than JSON, and any content coding: a small compressed body could expand beyond the
/// limit.
fn check_type(request: &HttpRequest) -> Result<(), ApiError> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        return Err(Refused::NotJson.into());
    }
    let Some(value) = request.headers().get(CONTENT_TYPE) else { return Ok(()) };
    let essence = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") { Ok(()) } else { Err(Refused::NotJson.into()) }
}

async fn collect(request: &HttpRequest, payload: &mut Payload) -> Result<Bytes, ApiError> {
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(Refused::TooLarge.into());
    }
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_source| Refused::InvalidJson)?;
        if body.len() + chunk.len() > MAX_BODY {
            return Err(Refused::TooLarge.into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Parses a body. serde's messages never reach the caller, only the name of the invalid member.
pub(crate) fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    let body = if body.iter().all(u8::is_ascii_whitespace) { b"{}" } else { body };
    characters::check(body)?;
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        if error.inner().classify() == serde_json::error::Category::Data {
            broken_member(&error.path().to_string(), &error.inner().to_string())
        } else {
            Refused::InvalidJson.into()
        }
    })?;
    json.end().map_err(|_trailing| Refused::InvalidJson)?;
    Ok(value)
}

fn parse_query<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    serde_urlencoded::from_str(query).map_err(|error| broken_member("", &error.to_string()))
}

/// Builds the error for an invalid member from its path and serde's description of the error.
fn broken_member(path: &str, described: &str) -> ApiError {
    let named = |prefix: &str| {
        let (name, _) = described.strip_prefix(prefix)?.split_once('`')?;
        Some(name.chars().filter(|c| !c.is_control()).take(60).collect::<String>())
    };
    if let Some(name) = named("unknown field `") {
        return ApiError::from(Refused::UnknownField(name.clone())).about(&name);
    }
    if let Some(name) = named("missing field `") {
        return ApiError::invalid(&name, format!("Missing field: {name}"));
    }
    if let Some(name) = named("duplicate field `") {
        return ApiError::invalid(&name, format!("Duplicate field: {name}"));
    }
    match path {
        // The body itself is not an object.
        "" | "." => Refused::NoObject.into(),
        path => ApiError::invalid(path, format!("Field {path} has the wrong type or an unknown value")),
    }
}

/// Parses the timestamp in this member of a request. Errors: `validation_failed`.
pub fn time(field: &'static str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    text.map(str::parse)
        .transpose()
        .map_err(|_source| ApiError::invalid(field, "Timestamps must follow RFC 3339, such as 2026-11-21T07:32:00Z"))
}

/// A member of a patch: absent (`None`), null (`Some(None)`), or a value.
pub type Member<T> = Option<Option<T>>;

/// Reads a [`Member`]: null becomes `Some(None)`.
pub fn nullable<'de, T, D>(deserializer: D) -> Result<Member<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    serde::Deserialize::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::ResponseError as _;
    use actix_web::body::to_bytes;
    use actix_web::test::TestRequest;
    use serde_json::Value;

    #[derive(Debug, serde::Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Sample {
        title: String,
        #[serde(default, deserialize_with = "nullable")]
        release_at: Member<i64>,
    }

    async fn refusal(body: &str) -> Value {
        let error = parse_json::<Sample>(body.as_bytes()).unwrap_err();
        let bytes = to_bytes(error.error_response().into_body()).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    #[actix_web::test]
    async fn invalid_member_is_named() {
        let body = refusal(r#"{"title": 5}"#).await;
        assert_eq!(
            (body["code"].as_str(), body["fields"][0]["field"].as_str()),
            (Some("validation_failed"), Some("title"))
        );
        let body = refusal(r#"{"title": "a", "isAdmin": true}"#).await;
        assert_eq!(
            (body["code"].as_str(), body["fields"][0]["field"].as_str()),
            (Some("unknown_field"), Some("isAdmin"))
        );
        let body = refusal(r#"{"title": "a", "title": "b"}"#).await;
        assert_eq!(
            (body["code"].as_str(), body["fields"][0]["field"].as_str()),
            (Some("validation_failed"), Some("title"))
        );
        let body = refusal("").await;
        assert_eq!(
            (body["code"].as_str(), body["fields"][0]["field"].as_str()),
            (Some("validation_failed"), Some("title"))
        );
        for text in ["{", "{\"title\": \"a\"} x", "nonsense"] {
            assert_eq!(refusal(text).await["code"], "invalid_json", "{text}");
        }
        assert_eq!(refusal("[]").await["code"], "validation_failed");
    }

    #[test]
    fn null_and_absent_differ() {
        let parse = |text: &str| parse_json::<Sample>(text.as_bytes()).unwrap().release_at;
        assert_eq!(parse(r#"{"title": "a"}"#), None);
        assert_eq!(parse(r#"{"title": "a", "releaseAt": null}"#), Some(None));
        assert_eq!(parse(r#"{"title": "a", "releaseAt": 3}"#), Some(Some(3)));
    }

    #[actix_web::test]
    async fn only_json_is_accepted() {
        for (kind, ok) in [("application/json", true), ("Application/JSON; charset=utf-8", true), ("text/plain", false)]
        {
            let (request, mut payload) = TestRequest::post().insert_header((CONTENT_TYPE, kind)).to_http_parts();
            assert_eq!(NoBody::read(&request, &mut payload).await.is_ok(), ok, "{kind}");
        }
        let (request, mut payload) = TestRequest::post().set_payload("{}").to_http_parts();
        assert_eq!(NoBody::read(&request, &mut payload).await.unwrap_err().code(), "unsupported_type");
    }

    #[actix_web::test]
    async fn a_body_over_the_limit_is_refused() {
        let padded = |bytes: usize| format!("{{}}{}", " ".repeat(bytes - 2));
        for (bytes, ok) in [(MAX_BODY, true), (MAX_BODY + 1, false)] {
            let (request, mut payload) = TestRequest::post()
                .insert_header((CONTENT_TYPE, "application/json"))
                .set_payload(padded(bytes))
                .to_http_parts();
            assert_eq!(NoBody::read(&request, &mut payload).await.is_ok(), ok, "{bytes}");
        }
    }
}
