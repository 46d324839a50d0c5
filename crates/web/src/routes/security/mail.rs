//! GET /api/admin/mail, GET /api/admin/mail/{id}, POST /api/admin/mail/{id}/retry

use crate::dto::mail::{MailDetailDto, MailDto};
use crate::gate::guard::{Admin, Guarded};
use crate::gate::limits::Limits;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsAdmin, TakesBody};
use crate::http::input::{NoBody, Nothing, Query};
use crate::http::listing::{self, PageQuery, Total};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use facility_audit::mail::MailId;
use facility_users::services::delivery::Delivery;

/// Says whether a mail server is configured.
const MAIL: HeaderName = HeaderName::from_static("x-mail");

fn parse_id(text: &str) -> Result<MailId, ApiError> {
    text.parse().map_err(|_source| ApiError::invalid("id", "Invalid message id"))
}

/// The mail to users, newest first
///
/// Messages name records by their labels only. They are kept for 30 days. Without a mail server, which the header `X-Mail`
/// says, they are unsent. Once there is one, those of the last 24 hours are sent, and the others fail.
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
    limits: web::Data<Limits>,
    call: Guarded<Admin, Query<PageQuery>>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let (wanted, caller) = (call.input.0.parse()?, call.caller);
    let slot = limits.list(&caller.actor, wanted.as_ref())?;
    let is_on = delivery.is_on();
    let fetch = move |wanted| {
        let (delivery, caller) = (delivery.clone(), caller.clone());
        async move {
            let (page, total) = delivery.list(&caller.actor, wanted).await.map_err(ApiError::from_store)?;
            Ok::<_, ApiError>((page.map(MailDto::from), Total::of(total)))
        }
    };
    let mut answer = listing::answer(&request, slot, wanted, fetch).await?;
    answer.headers_mut().insert(MAIL, HeaderValue::from_static(if is_on { "on" } else { "off" }));
    Ok(answer)
}

/// A message to a user, with its text
#[utoipa::path(operation_id = "getMail", tag = "Security",
    params(("id" = String, Path, description = "The message")),
    responses(
        (status = 200, description = "The message", body = MailDetailDto),
        (status = 400, description = "The id is malformed (`validation_failed`)", body = ApiErrorBody),
        (status = 404, description = "No such message (`not_found`)", body = ApiErrorBody),
        NeedsAdmin))]
#[get("/admin/mail/{id}")]
pub async fn one_mail(
    delivery: web::Data<Delivery>,
    id: web::Path<String>,
    call: Guarded<Admin, Nothing>,
) -> Result<HttpResponse, ApiError> {
    let record = delivery.find(&call.caller.actor, parse_id(&id)?).await?;
    Ok(HttpResponse::Ok().json(MailDetailDto::of(record, &delivery.public_url)))
}

/// Send a message again
///
/// It is tried for another 24 hours. Without a mail server it stays unsent.
#[utoipa::path(operation_id = "retryMail", tag = "Security",
    params(("id" = String, Path, description = "The message")),
    responses(
        (status = 202, description = "It waits to be sent", body = MailDto),
        (status = 404, description = "No such message (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It was sent, or it waits to be sent (`not_failed`)", body = ApiErrorBody),
        NeedsAdmin, TakesBody))]
#[post("/admin/mail/{id}/retry")]
pub async fn retry_mail(
    delivery: web::Data<Delivery>,
    id: web::Path<String>,
    call: Guarded<Admin, NoBody>,
) -> Result<HttpResponse, ApiError> {
    let queued = delivery.retry(&call.context, &call.caller.actor, parse_id(&id)?).await?;
    Ok(HttpResponse::Accepted().json(MailDto::from(queued)))
}
