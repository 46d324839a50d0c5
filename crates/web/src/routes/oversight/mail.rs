//! Mail that is sent to users.

use crate::gate::guard::{Admin, Guarded};
use crate::http::answers::{Answer, Fails, NeedsAdmin, TakesBody};
use crate::http::error::ApiError;
use crate::http::input::{NoBody, Nothing};
use crate::http::listing::{self, PageQuery, Paged, Total};
use crate::http::wire::Wire;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpResponse, get, post};
use facility_audit::mail::MailKind;
use facility_users::mail::outgoing::message_id;
use facility_users::mail::row as message;
use facility_users::mail::{MailRecord, MailState};
use facility_users::services::delivery::Delivery;
use serde::Serialize;
use utoipa::ToSchema;

/// The state of a message.
pub type MailStateDto = Wire<MailState>;

/// A kind of message.
pub type MailKindDto = Wire<MailKind>;

/// A message to a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
#[serde(rename_all = "camelCase")]
pub struct MailDto {
    /// A UUID.
    pub id: String,
    /// Id of the recipient's account.
    pub recipient_id: String,
    /// Name of the recipient.
    pub recipient_username: String,
    /// The subject line. It names records by their labels only.
    pub subject: String,
    /// Its kind.
    #[schema(value_type = MailKindDto)]
    pub notification_type: &'static str,
    /// Type of the record: `user`, `document`, `submission` or `site`.
    pub entity_type: String,
    /// Id of the record. Null for the site.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// Whether the mail server accepted it.
    pub sent: bool,
    /// When the mail server accepted it.
    #[schema(required = true, format = DateTime)]
    pub sent_at: Option<String>,
    /// When it was written.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The state of the message.
    pub state: MailStateDto,
    /// Number of attempts to send it.
    pub tries: u32,
    /// When the next attempt is due. Null unless the message is waiting.
    #[schema(required = true, format = DateTime)]
    pub next_try_at: Option<String>,
    /// Why the last attempt failed, or why the message was not sent.
    #[schema(required = true)]
    pub last_error: Option<String>,
}

impl From<MailRecord> for MailDto {
    fn from(record: MailRecord) -> Self {
        let (entity_type, entity_id) = record.mail.about.parts();
        Self {
            id: record.mail.id.to_string(),
            recipient_id: record.mail.recipient.to_string(),
            recipient_username: record.recipient_username,
            subject: record.mail.subject,
            notification_type: record.mail.kind.as_str(),
            entity_type: entity_type.to_owned(),
            entity_id,
            sent: record.sent_at.is_some(),
            sent_at: record.sent_at.map(|at| at.to_string()),
            created_at: record.mail.created_at.to_string(),
            state: record.state.into(),
            tries: record.tries,
            next_try_at: record.next_try_at.map(|at| at.to_string()),
            last_error: record.last_error,
        }
    }
}

/// A message with its text and its address.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = MailDetail)]
#[serde(rename_all = "camelCase")]
pub struct MailDetailDto {
    /// The message as it is listed.
    #[serde(flatten)]
    pub mail: MailDto,
    /// The address that the message was sent to, or if it was not sent, the recipient's address when it was written.
    pub recipient_email: String,
    /// The whole text. It names records by their labels only.
    pub body: String,
    /// The `Message-ID`, by which receivers recognize a copy.
    pub message_id: String,
}

impl MailDetailDto {
    /// Converts a message of the site at this address.
    pub fn of(record: MailRecord, public_url: &str) -> Self {
        let (body, message_id) = (record.text(public_url), message_id(record.mail.id, public_url));
        let recipient_email = record.recipient_email.clone();
        Self { mail: record.into(), recipient_email, body, message_id }
    }
}

/// Header that says whether a mail server is configured.
const MAIL: HeaderName = HeaderName::from_static("x-mail");

/// The mail to users, newest first
///
/// Messages name records by their labels only. They are kept for 30 days. While no mail server is configured (see the
/// header `X-Mail`), they stay unsent. When one is configured, those of the last 24 hours are sent, and the others
/// fail.
#[utoipa::path(operation_id = "listMail", tag = "Security", params(PageQuery),
    responses(
        (status = 200, description = "The messages", body = Vec<MailDto>, headers(
            ("X-Mail" = String, description = "Whether a mail server is configured: `on` or `off`"),
            ("X-Total-Count" = u64, description = "Number of all messages"),
            ("Link" = Option<String>, description = "The next page, if any"))),
        Fails<NeedsAdmin>))]
#[get("/admin/mail")]
pub async fn mail(delivery: Data<Delivery>, call: Guarded<Admin, Paged>) -> Answer {
    let is_on = delivery.is_on();
    let mut answer = listing::answer(&call.request, call.input.0, async move |requested| {
        let (page, total) = delivery.list(&call.caller.actor, requested).await.map_err(ApiError::from_store)?;
        Ok((page.map(MailDto::from), Total::of(total)))
    })
    .await?;
    answer.headers_mut().insert(MAIL, HeaderValue::from_static(if is_on { "on" } else { "off" }));
    Ok(answer)
}

/// A message to a user, with its text
#[utoipa::path(operation_id = "getMail", tag = "Security",
    params(("id" = String, Path, description = "The message")),
    responses(
        (status = 200, description = "The message", body = MailDetailDto),
        Fails<(message::NotFound, NeedsAdmin)>))]
#[get("/admin/mail/{id}")]
pub async fn one_mail(delivery: Data<Delivery>, call: Guarded<Admin, Nothing>) -> Answer {
    let record = delivery.find(&call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::Ok().json(MailDetailDto::of(record, &delivery.public_url)))
}

/// Send a message again
///
/// The server tries to send it for another 24 hours. While no mail server is configured, it stays unsent.
#[utoipa::path(operation_id = "retryMail", tag = "Security",
    params(("id" = String, Path, description = "The message")),
    responses(
        (status = 202, description = "The message is waiting to be sent", body = MailDto),
        Fails<(message::NotFound, message::NotFailed, NeedsAdmin, TakesBody)>))]
#[post("/admin/mail/{id}/retry")]
pub async fn retry_mail(delivery: Data<Delivery>, call: Guarded<Admin, NoBody>) -> Answer {
    let queued = delivery.retry(&call.context, &call.caller.actor, call.request.id()?).await?;
    Ok(HttpResponse::Accepted().json(MailDto::from(queued)))
}
