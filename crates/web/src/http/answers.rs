//! What operations answer: the types that handlers return, and the errors that groups of operations share, for the OpenAPI document.

use crate::http::error::{ApiError, ApiErrorBody};
use actix_web::{HttpResponse, web};
use std::collections::BTreeMap;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

/// A response, or an error.
pub type Answer = Result<HttpResponse, ApiError>;

/// A body in JSON with the status 200, or an error.
pub type Body<T> = Result<web::Json<T>, ApiError>;

type Responses = BTreeMap<String, RefOr<Response>>;

fn failures(listed: &[(&str, &str)]) -> Responses {
    listed.iter().map(|(status, description)| ((*status).to_owned(), failure(description))).collect()
}

fn failure(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(ApiErrorBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}

/// Declares groups of errors: each has these statuses with their descriptions.
macro_rules! groups {
    ($($(#[$about:meta])* $name:ident { $($status:literal: $description:literal,)+ })+) => {
        $(
            $(#[$about])*
            pub struct $name;

            impl IntoResponses for $name {
                fn responses() -> Responses {
                    failures(&[$(($status, $description)),+])
                }
            }
        )+
    };
}

groups! {
    /// Errors of every operation.
    Common {
        "429": "Too many requests (`rate_limited`)",
        "500": "Internal server error (`internal_error`)",
        "503": "The database or the object store is unavailable (`unavailable`: nothing was changed; `in_doubt`: the change may have been saved; `search_too_slow`)",
    }
    /// Errors of operations with a JSON body.
    TakesBody {
        "400": "The body is invalid (`validation_failed`, `unknown_field`, `invalid_json`, `body_timeout`)",
        "413": "The body is larger than 1 MiB (`too_large`)",
        "415": "The body is not JSON (`unsupported_type`)",
    }
    /// A parameter of the query is invalid.
    InvalidParameter { "400": "A parameter is invalid (`validation_failed`)", }
    /// The id in the path or a parameter of the query is invalid.
    InvalidIdOrParameter { "400": "The id or a parameter is invalid (`validation_failed`)", }
    /// The id in the path is invalid.
    InvalidId { "400": "Invalid id (`validation_failed`)", }
    /// The caller's level is below that of the record.
    LevelTooLow { "403": "The caller's level is too low (`insufficient_clearance`, with `requiredClearance`)", }
    /// The emergency-access account writes.
    CannotOwn { "403": "The emergency-access account cannot own records (`protected_account`)", }
    /// The page of another site sent the request.
    OtherSite { "403": "Sent by another site (`cross_site`)", }
    /// The account in the path does not exist.
    NoAccount { "404": "No such account (`not_found`)", }
    /// The document in the path does not exist.
    NoDocument { "404": "No such document (`not_found`)", }
    /// The document in the path is none that readers can open.
    NoReadableDocument { "404": "No such document, or not released yet (`not_found`)", }
    /// The idempotency key was used for something else.
    KeyMismatch { "422": "The key was used with another body (`idempotency_mismatch`)", }
}

/// Errors of operations that require a session.
pub struct NeedsSession;

impl IntoResponses for NeedsSession {
    fn responses() -> Responses {
        let mut listed = Common::responses();
        listed.extend(failures(&[
            ("401", "Not signed in (`not_signed_in`), or the session has ended (`session_ended`)"),
            ("403", "The request is forbidden (`cross_site`, or a code of this operation)"),
            ("423", "The site is in lockdown (`lockdown`)"),
        ]));
        listed
    }
}

/// Errors of operations for administrators.
pub struct NeedsAdmin;

impl IntoResponses for NeedsAdmin {
    fn responses() -> Responses {
        let mut listed = NeedsSession::responses();
        let text = "The caller is not an administrator (`admin_only`), or the request is forbidden (`cross_site`, or a code of this operation)";
        listed.insert("403".to_owned(), failure(text));
        listed
    }
}
