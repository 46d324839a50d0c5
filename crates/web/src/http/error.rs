//! Converts errors to a status and a body. No other module does.
//!
//! Every domain error has an [`ErrorKind`] and a stable code; [`ApiError`] adds only their JSON form. Internal errors
//! keep their cause for the log and show the caller one fixed sentence.

use crate::http::refused::Refused;
use crate::routes::submissions::draft::DraftDto;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CACHE_CONTROL, HeaderValue, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use facility_kernel::{Clearance, DomainError, ErrorKind, FieldError, ParseError, StoreError, TextPosition};
use facility_submissions::draft::Draft;
use facility_submissions::error::SubmissionError;
use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

/// `Retry-After` when the database or the object store is unavailable.
const UNAVAILABLE_RETRY: Duration = Duration::from_secs(5);

/// An error as the caller sees it, with the cause for the log. Boxed to keep results small.
#[derive(Debug)]
pub struct ApiError(Box<ErrorParts>);

#[derive(Debug)]
struct ErrorParts {
    status: StatusCode,
    code: &'static str,
    message: String,
    fields: Vec<ApiFieldError>,
    required_clearance: Option<Clearance>,
    retry_after: Option<Duration>,
    allow: Option<String>,
    stored: Option<Box<DraftDto>>,
    success: Option<bool>,
    tries_left: Option<u32>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

/// The body of every error response.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = ApiError)]
#[serde(rename_all = "camelCase")]
pub struct ApiErrorBody {
    /// One sentence that can be shown to a person.
    pub message: String,
    /// A stable code in `snake_case` for programs.
    pub code: &'static str,
    /// The required clearance level, with `insufficient_clearance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1, maximum = 5)]
    pub required_clearance: Option<u8>,
    /// Seconds until a retry makes sense, as in the `Retry-After` header: with `rate_limited`, `account_locked`,
    /// `in_progress` and the status 503.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1)]
    pub retry_after: Option<u64>,
    /// The invalid fields of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub fields: Vec<ApiFieldError>,
    /// The stored draft, if the request is based on an older state of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub draft: Option<Box<DraftDto>>,
    /// Always false. Only in errors of operations for the second factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub success: Option<bool>,
    /// Number of codes that can still be tried in this sign-in. Only in the error for a wrong code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub tries_left: Option<u32>,
}

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct ApiFieldError {
    /// The field of the request.
    pub field: String,
    /// One sentence that can be shown to a person.
    pub message: String,
    /// Line of the invalid part of the content, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1)]
    pub line: Option<usize>,
    /// Column of the invalid part in that line, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1)]
    pub column: Option<usize>,
}

/// Returns the status of errors of this kind.
pub fn status_of(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Invalid => StatusCode::BAD_REQUEST,
        ErrorKind::Unauthenticated => StatusCode::UNAUTHORIZED,
        ErrorKind::Forbidden => StatusCode::FORBIDDEN,
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::Conflict => StatusCode::CONFLICT,
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorKind::Mismatch => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::Locked => StatusCode::LOCKED,
        ErrorKind::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl ApiError {
    fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(ErrorParts {
            status: status_of(kind),
            code,
            message: message.into(),
            fields: Vec::new(),
            required_clearance: None,
            retry_after: (kind == ErrorKind::Unavailable).then_some(UNAVAILABLE_RETRY),
            allow: None,
            stored: None,
            success: None,
            tries_left: None,
            cause: None,
        }))
    }

    /// Creates an internal error without a cause to log.
    pub fn internal() -> Self {
        Self::new(ErrorKind::Internal, "internal_error", "Internal server error")
    }

    /// Creates an error for an invalid request, 400 `validation_failed`. The first invalid field provides the
    /// message.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, "validation_failed", message).about(field)
    }

    /// Creates an error for an invalid parameter.
    pub fn from_parse(error: &ParseError) -> Self {
        Self::invalid(error.field, error.message.as_str()).at(error.position)
    }

    /// Creates an error for a known path with an unsupported method, 405 with `Allow`.
    pub fn method_not_allowed(allow: String) -> Self {
        let mut error = Self::with_status(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", "Method not allowed");
        error.0.allow = Some(allow);
        error
    }

    /// Converts a store error that no service has given a more specific meaning.
    pub fn from_store(error: StoreError) -> Self {
        SubmissionError::from(error).into()
    }

    /// Creates the error for a request that accepts none of the available content codings, 406 `not_acceptable`.
    pub fn not_acceptable() -> Self {
        let message = "None of the content codings that Accept-Encoding names can be sent";
        Self::with_status(StatusCode::NOT_ACCEPTABLE, "not_acceptable", message)
    }

    /// Creates an error for a range that a file does not have, 416 `range_not_satisfiable`.
    pub fn range_not_satisfiable() -> Self {
        let message = "The file does not have the range that was asked for";
        Self::with_status(StatusCode::RANGE_NOT_SATISFIABLE, "range_not_satisfiable", message)
    }

    /// Creates the error for a request head of more than 32 KiB, 431 `headers_too_large`.
    pub fn head_too_large() -> Self {
        let message = "The request's address and headers are larger than 32 KiB";
        Self::with_status(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "headers_too_large", message)
    }

    /// Creates a protocol error with a status that no [`ErrorKind`] has.
    fn with_status(status: StatusCode, code: &'static str, message: &str) -> Self {
        let mut error = Self::new(ErrorKind::Invalid, code, message);
        error.0.status = status;
        error
    }

    /// Creates an error for a missing entity, 404 `not_found`.
    pub fn not_found(what: &str) -> Self {
        Refused::NotFound(format!("{what} not found")).into()
    }

    /// Names the field that the error is about.
    #[must_use]
    pub fn about(mut self, field: &str) -> Self {
        let (field, message) = (field.to_owned(), self.0.message.clone());
        self.0.fields = vec![ApiFieldError { field, message, line: None, column: None }];
        self
    }

    /// Adds the position in the field's text that the error is about.
    #[must_use]
    pub(crate) fn at(mut self, place: Option<TextPosition>) -> Self {
        let (line, column) = place.map(|TextPosition { line, column }| (line, column)).unzip();
        for field in &mut self.0.fields {
            (field.line, field.column) = (line, column);
        }
        self
    }

    /// Adds the stored draft, for a caller whose request is based on an older state of it.
    #[must_use]
    pub fn with_draft(mut self, draft: Draft) -> Self {
        self.0.stored = Some(Box::new(draft.into()));
        self
    }

    /// Adds `success: false`, for operations whose responses have the member `success`.
    #[must_use]
    pub fn unsuccessful(mut self) -> Self {
        self.0.success = Some(false);
        self
    }

    /// Adds the number of codes that can still be tried in a sign-in.
    #[must_use]
    pub fn with_tries_left(mut self, tries_left: Option<u32>) -> Self {
        self.0.tries_left = tries_left;
        self
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// Logs an internal error with its causes. Errors of the caller are not logged.
    pub fn log_fault(&self) {
        if !self.0.status.is_server_error() {
            return;
        }
        let mut chain = String::new();
        let mut next = self.source();
        while let Some(cause) = next {
            if !chain.is_empty() {
                chain.push_str(": ");
            }
            chain.push_str(&cause.to_string());
            next = cause.source();
        }
        tracing::error!(code = self.0.code, status = self.0.status.as_u16(), causes = chain, "request failed");
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl StdError for ApiError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.cause.as_deref().map(|cause| cause as &(dyn StdError + 'static))
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.0.status
    }

    fn error_response(&self) -> HttpResponse {
        // Rounded up to whole seconds, so that a retry after that time succeeds.
        let retry_after = self.0.retry_after.map(|wait| {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            seconds.max(1)
        });
        let mut response = HttpResponse::build(self.0.status);
        response.insert_header((CACHE_CONTROL, HeaderValue::from_static("no-store")));
        if let Some(seconds) = retry_after {
            response.insert_header((RETRY_AFTER, seconds));
        }
        if let Some(allow) = &self.0.allow {
            response.insert_header((ALLOW, allow.as_str()));
        }
        response.json(ApiErrorBody {
            message: self.0.message.clone(),
            code: self.0.code,
            required_clearance: self.0.required_clearance.map(Clearance::level),
            retry_after,
            fields: self.0.fields.clone(),
            draft: self.0.stored.clone(),
            success: self.0.success,
            tries_left: self.0.tries_left,
        })
    }
}

/// Converts the error of a domain service. Its message can be shown to users; the cause of an internal error is kept
/// for the log.
impl<E: DomainError> From<E> for ApiError {
    fn from(error: E) -> Self {
        let facts = error.facts();
        let mut shown = Self::new(facts.kind, facts.code, error.to_string());
        shown.0.fields = facts.fields.iter().map(ApiFieldError::from).collect();
        shown.0.required_clearance = facts.required_clearance;
        shown.0.retry_after = facts.retry_after.or(shown.0.retry_after);
        if shown.0.status.is_server_error() {
            shown.0.cause = Some(Box::new(error));
        }
        shown
    }
}

impl From<&FieldError> for ApiFieldError {
    fn from(error: &FieldError) -> Self {
        Self { field: error.field.to_owned(), message: error.message.clone(), line: error.line, column: error.column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use facility_kernel::StoreError;
    use serde_json::{Value, json};

    async fn shown(error: ApiError) -> (u16, Option<String>, Value) {
        let response = error.error_response();
        let retry = response.headers().get(RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body()).await.unwrap();
        (status, retry, serde_json::from_slice(&body).unwrap())
    }

    #[actix_web::test]
    async fn internal_error_hides_its_cause() {
        let store = StoreError::internal("relation \"users\" has no column password_hash");
        let (status, _, body) = shown(facility_users::error::UserError::from(store).into()).await;
        assert_eq!(status, 500);
        assert_eq!(body, json!({ "message": "The request could not be completed", "code": "internal_error" }));
    }

    #[actix_web::test]
    async fn retry_after_is_rounded_up_to_whole_seconds() {
        let limited =
            Refused::RateLimited { message: "Slow down".to_owned(), retry_after: Duration::from_millis(1200) };
        let (status, retry, body) = shown(limited.into()).await;
        assert_eq!((status, retry.as_deref()), (429, Some("2")));
        assert_eq!(body, json!({ "message": "Slow down", "code": "rate_limited", "retryAfter": 2 }));
        let down = facility_users::error::UserError::from(StoreError::Unavailable("down".into()));
        let (status, retry, _) = shown(down.into()).await;
        assert_eq!((status, retry.as_deref()), (503, Some("5")));
    }

    #[actix_web::test]
    async fn a_validation_error_names_its_field() {
        let error = Clearance::parse(9).unwrap_err();
        let (status, _, body) = shown(ApiError::from_parse(&error)).await;
        assert_eq!(status, 400);
        assert_eq!(body["code"], "validation_failed");
        assert_eq!(body["fields"][0]["field"], "clearanceLevel");
        assert_eq!(body["message"], body["fields"][0]["message"]);
    }
}
