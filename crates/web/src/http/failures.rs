//! The error responses that groups of operations share, for the OpenAPI document.

use crate::http::error::ApiErrorBody;
use std::collections::BTreeMap;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

type Responses = BTreeMap<String, RefOr<Response>>;

fn failures(listed: &[(&str, &str)]) -> Responses {
    listed.iter().map(|(status, description)| ((*status).to_owned(), failure(description))).collect()
}

fn failure(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(ApiErrorBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}

/// Errors of every operation.
pub struct Common;
/// Errors of operations that require a session.
pub struct NeedsSession;
/// Errors of operations for administrators.
pub struct NeedsAdmin;
/// Errors of operations with a JSON body.
pub struct TakesBody;

impl IntoResponses for Common {
    fn responses() -> Responses {
        failures(&[
            ("429", "Too many requests (`rate_limited`)"),
            ("500", "Internal server error (`internal_error`)"),
            (
                "503",
                "The database or the object store is unavailable (`unavailable`: nothing was changed; `in_doubt`: the change may have been saved; `search_too_slow`)",
            ),
        ])
    }
}

impl IntoResponses for NeedsSession {
    fn responses() -> Responses {
        failures(&[
            ("401", "Not signed in (`not_signed_in`), or the session has ended (`session_ended`)"),
            ("403", "The request is forbidden (`cross_site`, or a code of this operation)"),
            ("423", "The site is in lockdown (`lockdown`)"),
            ("429", "Too many requests (`rate_limited`)"),
            ("500", "Internal server error (`internal_error`)"),
            (
                "503",
                "The database or the object store is unavailable (`unavailable`: nothing was changed; `in_doubt`: the change may have been saved; `search_too_slow`)",
            ),
        ])
    }
}

impl IntoResponses for NeedsAdmin {
    fn responses() -> Responses {
        let mut listed = NeedsSession::responses();
        let text = "The caller is not an administrator (`admin_only`), or the request is forbidden (`cross_site`, or a code of this operation)";
        listed.insert("403".to_owned(), failure(text));
        listed
    }
}

impl IntoResponses for TakesBody {
    fn responses() -> Responses {
        failures(&[
            (
                "400",
                "The body is invalid (`validation_failed`, `unknown_field`, `invalid_json`, `body_timeout`)",
            ),
            ("413", "The body is larger than 1 MiB (`too_large`)"),
            ("415", "The body is not JSON (`unsupported_type`)"),
        ])
    }
}
