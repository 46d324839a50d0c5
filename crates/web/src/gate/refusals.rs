//! Records refusals of signed-in callers, for all operations.

use crate::gate::caller::Caller;
use crate::gate::state::GateState;
use crate::http::error::ApiError;
use actix_web::HttpMessage as _;
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Details, Entry};
use facility_audit::refusals::RefusalKind;
use facility_kernel::RequestContext;
use std::sync::Arc;

/// Records a 403 or 423 of a signed-in caller in the audit log. If the entry cannot be written, logs an error; the
/// response stays the same.
pub async fn record(gate: &GateState, response: &ServiceResponse) {
    if !matches!(response.status(), StatusCode::FORBIDDEN | StatusCode::LOCKED) {
        return;
    }
    let request = response.request();
    let (caller, context) = {
        let extensions = request.extensions();
        let caller = extensions.get::<Arc<Caller>>().cloned();
        (caller, extensions.get::<RequestContext>().cloned())
    };
    let (Some(caller), Some(context)) = (caller, context) else { return };
    let code = response.response().error().and_then(|error| error.as_error::<ApiError>());
    let code = code.map_or("forbidden", ApiError::code);
    let method = request.method().as_str();
    let kind = RefusalKind {
        caller: caller.actor.session_id.map_or_else(|| context.network(), |session| session.to_string()),
        call: format!("{method} {}", request.match_pattern().unwrap_or_default()),
        reason: code.to_owned(),
    };
    let details =
        Details::new().with("method", method).with("path", clipped(shown_path(request.path()))).with("code", code);
    let entity = entity_of(request.path());
    let mut entry = Entry::new(&*gate.ids, &context, &caller.actor, Action::AccessDenied, entity).details(details);
    if let Some(id) = request.match_info().get("id") {
        entry = entry.on(&clipped(id));
    }
    if let Err(error) = gate.refusals.record(kind, entry).await {
        tracing::error!(%error, "cannot record a refusal");
    }
}

/// Returns a path as it appears in logs: without the ticket of an upload, which is a secret while it is valid.
fn shown_path(path: &str) -> &str {
    const UPLOAD: &str = "/api/objects/upload/";
    if path.starts_with(UPLOAD) { UPLOAD } else { path }
}

fn clipped(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(200).collect()
}

fn entity_of(path: &str) -> EntityType {
    let is = |part: &str| path.split('/').any(|segment| segment == part);
    if is("submissions") {
        EntityType::Submission
    } else if is("documents") {
        EntityType::Document
    } else if is("objects") || is("submission-files") {
        EntityType::Upload
    } else if is("users") || is("user") {
        EntityType::User
    } else {
        EntityType::Site
    }
}
