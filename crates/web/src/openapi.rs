//! The OpenAPI 3.1 document, generated from the annotations of the route handlers.

use crate::http::error::{ApiErrorBody, ApiFieldError};
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{RefOr, Required};
use utoipa::{Modify, OpenApi};

/// The fixed parts of the document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Facility Terminal",
        description = "Documents by clearance: accounts, submissions and their review, the repository.\n\n\
            Requests and responses are JSON with camelCase fields. Every error is an `ApiError` with a `message` \
            for people and a stable `code` for programs. In addition to its own responses, every operation can \
            return 405 with `Allow` for a wrong method, 406 if `Accept-Encoding` allows no coding that can be sent, and \
            431 for an address and headers larger than 32 KiB.",
        license(name = "MIT", identifier = "MIT")
    ),
    components(schemas(ApiErrorBody, ApiFieldError)),
    modifiers(&SessionCookieScheme),
    security(("session" = [])),
    tags(
        (name = "User", description = "Accounts: signing in and out, settings, and their administration"),
        (name = "Document", description = "The repository: documents within the caller's clearance"),
        (name = "DocumentEdit", description = "Edits of documents that their owners propose, and their review"),
        (name = "DocumentVersion", description = "Versions of documents: listing, comparing, and reverting to them"),
        (name = "DocumentComment", description = "Comments on documents"),
        (name = "Trash", description = "Deleted documents: restoring them, and deleting them for good"),
        (name = "Submission", description = "Submitting text and files, and reviewing submissions"),
        (name = "Draft", description = "The caller's drafts: texts that are not submitted yet"),
        (name = "Archive", description = "Sections of the archive, and the documents in them"),
        (name = "Template", description = "Templates that submissions can start from"),
        (name = "SiteLock", description = "Whether the facility is in lockdown"),
        (name = "AuditLog", description = "The audit log: reading, verifying and exporting"),
        (name = "Security", description = "Monitoring of sign-ins and sessions, and alerts for administrators"),
        (name = "Analytics", description = "Statistics about the whole site"),
        (name = "System", description = "Health, and this API description")
    )
)]
struct Contract;

struct SessionCookieScheme;

impl Modify for SessionCookieScheme {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let cookie = ApiKeyValue::with_description(
            "facility_session",
            "The session cookie. Its name is `__Host-facility_session` over TLS.",
        );
        openapi
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// Returns the complete OpenAPI document. Works without a running server.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = Contract::openapi();
    let described = crate::routes::describe();
    document.paths.merge(described.paths);
    document.components.get_or_insert_default().schemas.extend(described.schemas);
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    allow_empty_bodies(&mut document);
    document
}

/// Marks request bodies without required members as optional: an empty body counts as `{}`.
fn allow_empty_bodies(document: &mut utoipa::openapi::OpenApi) {
    let schemas = document.components.as_ref().map(|components| &components.schemas);
    let is_free = |content: &RefOr<utoipa::openapi::Content>| {
        let RefOr::T(content) = content else { return false };
        let Some(RefOr::Ref(named)) = &content.schema else { return false };
        let name = named.ref_location.rsplit('/').next().unwrap_or_default();
        let schema = schemas.and_then(|schemas| schemas.get(name));
        matches!(schema, Some(RefOr::T(Schema::Object(body))) if body.required.is_empty())
    };
    let may_be_empty = |body: &RequestBody| body.content.values().all(is_free);
    for item in document.paths.paths.values_mut() {
        for call in [&mut item.post, &mut item.put, &mut item.patch].into_iter().flatten() {
            if let Some(RefOr::T(body)) = &mut call.request_body
                && may_be_empty(body)
            {
                body.required = Some(Required::False);
            }
        }
    }
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
    fn every_referenced_schema_is_defined() {
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
    fn body_without_required_members_is_optional() {
        let document = serde_json::to_value(openapi()).unwrap();
        let required =
            |path: &str, method: &str| document["paths"][path][method]["requestBody"]["required"].as_bool().unwrap();
        assert!(!required("/api/user/settings", "patch") && !required("/api/templates/{id}", "patch"));
        assert!(required("/api/login", "post") && required("/api/objects/upload/{ticket}", "put"));
    }

    #[test]
    fn every_operation_has_a_unique_id_one_tag_and_a_summary() {
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
