//! GET /api/admin/users

use crate::dto::user::UserDto;
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsAdmin;
use crate::http::input::Query;
use crate::http::listing::{self, PageQuery, Total};
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_users::services::administration::Administration;

/// The accounts, oldest first
///
/// Does not include deleted accounts. Includes `emergency-access`.
#[utoipa::path(operation_id = "listUsers", tag = "User", params(PageQuery),
    responses(
        (status = 200, description = "The accounts", body = Vec<UserDto>, headers(
            ("X-Total-Count" = u64, description = "Total number of items"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/users")]
pub async fn list(
    administration: web::Data<Administration>,
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller) = (call.input.0.parse()?, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let fetch = move |wanted| {
        let (administration, caller) = (administration.clone(), caller.clone());
        async move {
            let (page, total) = administration.list(&caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(UserDto::from), Total::of(total)))
        }
    };
    listing::answer(&request, slot, wanted, fetch).await
}
