//! Mail in the API.

use serde::Serialize;
use users::mail::{MailRecord, MailState};
use utoipa::ToSchema;

/// What became of a message.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = MailState)]
#[serde(rename_all = "lowercase")]
pub enum MailStateDto {
    /// It waits to be sent.
    Queued,
    /// The mail server took it.
    Sent,
    /// It was given up.
    Failed,
}

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
    /// The address when the message was written, or, if it was sent, the address that it was sent to.
    pub recipient_email: String,
    /// The subject line.
    pub subject: String,
    /// The text, without the link and the closing lines. It names records by their labels only.
    pub body: String,
    /// What it is about: `account_approved`, a kind of notification, `security_alert` or `deadline`.
    pub notification_type: String,
    /// Type of the record: `user`, `document`, `submission` or `site`.
    pub entity_type: String,
    /// Id of the record. Null for the site.
    #[schema(required = true)]
    pub entity_id: Option<String>,
    /// Whether the mail server took it.
    pub sent: bool,
    /// When the mail server took it.
    #[schema(required = true, format = DateTime)]
    pub sent_at: Option<String>,
    /// When it was written.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// What became of it.
    pub state: MailStateDto,
    /// Number of tries to send it, at most 8.
    #[schema(maximum = 8)]
    pub tries: u32,
    /// When it is tried next. Null if it was sent or given up.
    #[schema(required = true, format = DateTime)]
    pub next_try_at: Option<String>,
    /// Why the last try failed, or why it was not sent.
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
            recipient_email: record.recipient_email,
            subject: record.mail.subject,
            body: record.mail.body,
            notification_type: record.mail.kind.as_str().to_owned(),
            entity_type: entity_type.to_owned(),
            entity_id,
            sent: record.sent_at.is_some(),
            sent_at: record.sent_at.map(|at| at.to_string()),
            created_at: record.mail.created_at.to_string(),
            state: match record.state {
                MailState::Queued => MailStateDto::Queued,
                MailState::Sent => MailStateDto::Sent,
                MailState::Failed => MailStateDto::Failed,
            },
            tries: record.tries,
            next_try_at: record.next_try_at.map(|at| at.to_string()),
            last_error: record.last_error,
        }
    }
}
