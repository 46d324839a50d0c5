//! GET /api/admin/audit-logs/actions

use crate::gate::guard::{Admin, Guarded};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Nothing;
use actix_web::{get, web};
use facility_audit::action::Action;

/// The actions that the audit log can record
///
/// Their names in alphabetical order, for a choice of the parameter `action` of the list. An older release may have
/// recorded others.
#[utoipa::path(operation_id = "listAuditActions", tag = "AuditLog",
    responses((status = 200, description = "The names, in `snake_case`", body = Vec<String>), NeedsAdmin))]
#[get("/admin/audit-logs/actions")]
pub async fn actions(_call: Guarded<Admin, Nothing>) -> web::Json<Vec<&'static str>> {
    let mut names: Vec<&'static str> = Action::ALL.iter().map(|action| action.as_str()).collect();
    names.sort_unstable();
    web::Json(names)
}
