//! The types that handlers return, and the errors of operations for the OpenAPI document.

use crate::http::error::{ApiError, ApiErrorBody, status_of};
use crate::http::refused::row;
use actix_web::{HttpResponse, web};
use facility_documents::error::row as document;
use facility_kernel::error::row as store;
use facility_kernel::errors::{Invalid, Row, Rows};
use facility_users::error::row as user;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

/// A response, or an error.
pub type Answer = Result<HttpResponse, ApiError>;

/// A body in JSON with the status 200, or an error.
pub type Body<T> = Result<web::Json<T>, ApiError>;

/// Errors of every operation.
pub type Common = (row::RateLimited, store::Internal, store::Unavailable, store::InDoubt, store::TooSlow);

/// Errors of operations that require a session and are available during a lockdown.
pub type HasSession = (Common, Invalid, row::NotSignedIn, row::SessionEnded);

/// Errors of operations that require a session.
pub type NeedsSession = (HasSession, row::Lockdown);

/// Errors of operations that administrators can read as another level.
pub type Reads = (NeedsSession, row::ReadsAs);

/// Errors of operations for administrators.
pub type NeedsAdmin = (NeedsSession, row::AdminOnly);

/// Errors of operations with a JSON body, all of which change something.
pub type TakesBody =
    (Invalid, row::UnknownField, row::InvalidJson, row::TooSlow, row::TooLarge, row::NotJson, row::CrossSite);

/// Errors of operations that take an `Idempotency-Key`.
pub type TakesKey = (row::InProgress, row::Mismatch);

/// Errors of operations on a document that may be hidden from the caller.
pub type Readable = (document::NotFound, document::InsufficientClearance);

/// Errors of operations by which administrators change an account.
pub type ChangesAccount =
    (user::NotFound, user::ProtectedAccount, user::InsufficientClearance, user::Stale, NeedsAdmin, TakesBody);

/// The errors of an operation, for the OpenAPI document: one response for each status, describing all errors with it.
pub struct Fails<T>(PhantomData<T>);

impl<T: Rows> IntoResponses for Fails<T> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut by_status = BTreeMap::<u16, Vec<String>>::new();
        for Row { kind, code, text } in T::rows() {
            let lines = by_status.entry(status_of(kind).as_u16()).or_default();
            let line = format!("`{code}`: {text}");
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        by_status.into_iter().map(|(status, lines)| (status.to_string(), failure(&lines.join(" ")))).collect()
    }
}

fn failure(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(ApiErrorBody::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(description).content("application/json", content).build().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_with_the_same_status_share_a_description_without_repetitions() {
        let by_status =
            serde_json::to_value(Fails::<(row::CrossSite, row::AdminOnly, row::CrossSite)>::responses()).unwrap();
        let text =
            "`cross_site`: A page of another site sent the request. `admin_only`: The caller is not an administrator.";
        assert_eq!((by_status["403"]["description"].as_str(), by_status.as_object().unwrap().len()), (Some(text), 1));
    }
}
