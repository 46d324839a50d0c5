//! Mail in the API.

use facility_audit::mail::MailKind;
use facility_users::mail::letter::message_id;
use facility_users::mail::{MailRecord, MailState};
use facility_users::mail_choice::MailChoice;
use serde::Serialize;
use utoipa::ToSchema;

/// What became of a message.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = MailState)]
#[serde(rename_all = "lowercase")]
pub enum MailStateDto {
    /// It waits to be sent.
    Waiting,
    /// The mail server took it.
    Sent,
    /// It was given up: it was refused for good, or could not be sent for 24 hours.
    Failed,
    /// It would be sent if there were a mail server.
    Unsent,
}

/// A kind of message.
#[derive(Clone, Copy, Debug, ToSchema)]
#[schema(as = MailKind, rename_all = "snake_case")]
pub enum MailKindDto {
    /// The recipient's account was approved.
    AccountApproved,
    /// An item of the recipient was decided.
    ItemReviewed,
    /// An item of the recipient timed out, or is about to.
    TimedOut,
    /// For administrators: a security alert.
    SecurityAlert,
    /// For administrators: items are due.
    Deadline,
    /// A code for a new password was issued.
    ResetRequested,
    /// Somebody named the recipient in a comment, or answered one of theirs.
    Talk,
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
    /// Number of tries to send it.
    pub tries: u32,
    /// When it is tried next. Null unless it waits.
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
            subject: record.mail.subject,
            notification_type: record.mail.kind.as_str(),
            entity_type: entity_type.to_owned(),
            entity_id,
            sent: record.sent_at.is_some(),
            sent_at: record.sent_at.map(|at| at.to_string()),
            created_at: record.mail.created_at.to_string(),
            state: match record.state {
                MailState::Waiting => MailStateDto::Waiting,
                MailState::Sent => MailStateDto::Sent,
                MailState::Failed => MailStateDto::Failed,
                MailState::Unsent => MailStateDto::Unsent,
            },
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
    /// The address when the message was written, or, if it was sent, the address that it was sent to.
    pub recipient_email: String,
    /// The whole text. It names records by their labels only.
    pub body: String,
    /// The `Message-ID`, by which receivers recognize a copy.
    pub message_id: String,
}

impl MailDetailDto {
    /// Shows a message of the site at this address.
    pub fn of(record: MailRecord, public_url: &str) -> Self {
        let (body, message_id) = (record.text(public_url), message_id(record.mail.id, public_url));
        let recipient_email = record.recipient_email.clone();
        Self { mail: record.into(), recipient_email, body, message_id }
    }
}

/// Which kinds of mail a user gets.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = MailSettings)]
#[serde(rename_all = "camelCase")]
pub struct MailSettingsDto {
    /// The user's account was approved.
    pub account_approved: bool,
    /// An item of the user was decided.
    pub item_reviewed: bool,
    /// An item of the user timed out, or is about to.
    pub timed_out: bool,
    /// For administrators: a security alert.
    pub security_alert: bool,
    /// For administrators: items are due.
    pub deadline: bool,
    /// Somebody named the user in a comment, or answered one of theirs.
    pub talk: bool,
    /// A code for a new password was issued.
    pub reset_requested: bool,
}

impl From<MailChoice> for MailSettingsDto {
    fn from(choice: MailChoice) -> Self {
        Self {
            account_approved: choice.wants(MailKind::AccountApproved),
            item_reviewed: choice.wants(MailKind::ItemReviewed),
            timed_out: choice.wants(MailKind::TimedOut),
            security_alert: choice.wants(MailKind::SecurityAlert),
            deadline: choice.wants(MailKind::Deadline),
            talk: choice.wants(MailKind::Talk),
            reset_requested: choice.wants(MailKind::ResetRequested),
        }
    }
}
