//! The failures that whole groups of calls share, for the contract.

use crate::error::ApiErrorBody;
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

/// Of every call.
pub struct Common;
/// Of calls that need a session.
pub struct NeedsSession;
/// Of calls for administrators.
pub struct NeedsAdmin;
/// Of calls that take a JSON body.
pub struct TakesBody;

impl IntoResponses for Common {
    fn responses() -> Responses {
        failures(&[
            ("500", "A fault of ours (`internal_error`)"),
            ("503", "The database or the object store does not answer (`unavailable`), nothing was changed"),
        ])
    }
}

impl IntoResponses for NeedsSession {
    fn responses() -> Responses {
        failures(&[
            ("401", "Nobody is signed in (`not_signed_in`)"),
            ("403", "The caller may not (`cross_site`, or a code of this call)"),
            ("423", "The site is in lockdown (`lockdown`)"),
            ("429", "Too many calls (`rate_limited`)"),
            ("500", "A fault of ours (`internal_error`)"),
            ("503", "The database or the object store does not answer (`unavailable`), nothing was changed"),
        ])
    }
}

impl IntoResponses for NeedsAdmin {
    fn responses() -> Responses {
        let mut listed = NeedsSession::responses();
        let text = "The caller is no administrator (`admin_only`), or may not (`cross_site`, or a code of this call)";
        listed.insert("403".to_owned(), failure(text));
        listed
    }
}

impl IntoResponses for TakesBody {
    fn responses() -> Responses {
        failures(&[
            (
                "400",
                "The body breaks a rule (`validation_failed`, `unknown_field`, `invalid_json`, `body_timeout`)",
            ),
            ("413", "The body is larger than 1 MiB (`too_large`)"),
            ("415", "The body is not JSON (`unsupported_type`)"),
        ])
    }
}
