//! GET /api/admin/mail

use crate::dto::MailDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::NeedsAdmin;
use crate::guard::{Admin, Guarded};
use crate::input::Query;
use crate::list_limit::ListLimit;
use crate::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};
use users::services::Delivery;

/// Says whether a mail server is configured.
const MAIL: HeaderName = HeaderName::from_static("x-mail");

/// The mail to users, newest first
///
/// Messages name records by their labels only. They are kept for 30 days. Without a mail server they stay queued, which the
/// header `X-Mail` says: `on` or `off`.
#[utoipa::path(operation_id = "listMail", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The messages", body = Vec<MailDto>, headers(
            ("X-Mail" = String, description = "Whether a mail server is configured: `on` or `off`"),
            ("X-Total-Count" = u64, description = "Number of all messages"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        (status = 400, description = "A parameter is invalid (`validation_failed`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/mail")]
pub async fn mail(
    delivery: web::Data<Delivery>,
    lists: web::Data<ListLimit>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller) = (call.input.0.parse()?, call.caller);
    let place = lists.begin(&caller.actor, wanted.as_ref())?;
    let is_on = delivery.is_on();
    let fetch = move |wanted| {
        let (delivery, caller) = (delivery.clone(), caller.clone());
        async move {
            let (page, total) = delivery.list(&caller.actor, wanted).await?;
            Ok::<_, ApiError>((page.map(MailDto::from), Total::of(total)))
        }
    };
    let mut answer = listing::answer(&request, place, wanted, fetch).await?;
    answer.headers_mut().insert(MAIL, HeaderValue::from_static(if is_on { "on" } else { "off" }));
    Ok(answer)
}
