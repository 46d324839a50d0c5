//! The contract as an OpenAPI 3.1 document, made from the same declarations that route the calls.

use crate::error::{ApiErrorBody, ApiFieldError};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_actix_web::AppExt as _;

/// The fixed parts of the document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Facility Terminal",
        description = "Documents by clearance: accounts, submissions and their review, the repository.\n\n\
            Every call and answer is JSON with camelCase members. A failure is an `ApiError`: `message` can be \
            shown as it is, `code` is what programs test. Besides the answers listed with a call: 404 for an \
            unknown path, 405 with `Allow` for a wrong method, 403 `cross_site` for a state-changing call that \
            another site's page sent, 423 `lockdown` while the site is locked, 429 with `Retry-After` for too many \
            calls, 415 and 413 for a body that is not JSON or over 1 MiB, 503 with `Retry-After` while the database \
            or the object store does not answer.",
        license(name = "MIT", identifier = "MIT")
    ),
    components(schemas(ApiErrorBody, ApiFieldError)),
    modifiers(&SessionCookieScheme),
    security(("session" = [])),
    tags(
        (name = "User", description = "Accounts: signing in and out, settings, and their administration"),
        (name = "Document", description = "The repository: what a clearance reaches"),
        (name = "Submission", description = "Submitting text and files, and reviewing what was submitted"),
        (name = "SiteLock", description = "Whether the facility is in lockdown"),
        (name = "AuditLog", description = "What happened: reading, checking and exporting the log"),
        (name = "System", description = "Health, and this contract")
    )
)]
struct Contract;

struct SessionCookieScheme;

impl Modify for SessionCookieScheme {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let cookie = ApiKeyValue::with_description(
            "facility_session",
            "The session that signing in opens. Called `__Host-facility_session` where the server is reached over TLS.",
        );
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// The whole contract. Needs no server.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let app = actix_web::App::new().into_utoipa_app().openapi(Contract::openapi());
    let (_, mut document) = app.configure(crate::routes::configure).split_for_parts();
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::collections::BTreeSet;

    fn references<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }

    #[test]
    fn every_shape_that_is_named_is_there() {
        let document = serde_json::to_value(openapi()).unwrap();
        let mut found = BTreeSet::new();
        references(&document, &mut found);
        assert!(found.len() > 20);
        for reference in found {
            let pointer = reference.trim_start_matches('#');
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
    }

    #[test]
    fn every_call_has_a_name_and_one_tag() {
        let document = serde_json::to_value(openapi()).unwrap();
        let tags: BTreeSet<&str> =
            document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
        let mut names = BTreeSet::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, call) in item.as_object().unwrap() {
                assert!(names.insert(call["operationId"].as_str().unwrap()), "{method} {path}");
                let tagged = call["tags"].as_array().unwrap();
                assert!(tagged.len() == 1 && tags.contains(tagged[0].as_str().unwrap()), "{method} {path}");
                assert!(call["summary"].is_string(), "{method} {path}");
            }
        }
        assert_eq!(document["openapi"], "3.1.0");
    }
}
