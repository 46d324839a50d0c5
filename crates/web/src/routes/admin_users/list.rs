//! GET /api/admin/users

use crate::dto::UserDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::listing::{self, PageQuery, Total};
use crate::state::App;
use actix_web::{HttpRequest, HttpResponse, get, web};
use kernel::PageRequest;

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
    app: web::Data<App>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let caller = call.caller;
    if let Some(wanted) = call.input.0.parse()? {
        let (page, total) = app.administration.list(&caller.actor, wanted).await?;
        return listing::tagged_page(&request, &page.map(UserDto::from), Total::of(total));
    }
    let place = app.lists.begin(&caller, None)?;
    let (first, total) = app.administration.list(&caller.actor, PageRequest::FIRST).await?;
    Ok(listing::whole(place, first.map(UserDto::from), Total::of(total), move |wanted| {
        let (app, caller) = (app.clone(), caller.clone());
        async move {
            app.administration.list(&caller.actor, wanted).await.map(|(page, _)| page.map(UserDto::from))
        }
    }))
}
