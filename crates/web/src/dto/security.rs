//! Security monitoring and alerts in the API.

use facility_audit::alerts::{AlertCause, SecurityAlert, Severity};
use facility_audit::attempts::RecordedAttempt;
use facility_kernel::SessionId;
use facility_submissions::reminders::{Priority, Reminder, WaitKind};
use facility_submissions::services::alerts::Marked;
use facility_users::services::monitoring::WatchSummary;
use facility_users::session::{ActiveSession, LockedName};
use serde::Serialize;
use utoipa::ToSchema;

/// A sign-in attempt, or several equal ones that were recorded together.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LoginAttempt)]
#[serde(rename_all = "camelCase")]
pub struct LoginAttemptDto {
    /// A UUID.
    pub id: String,
    /// The entered name. Of one that belongs to no account, a fingerprint: `unknown name` and 8 digits.
    pub username: String,
    /// The caller's address.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The caller's user agent.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it opened a session.
    pub success: bool,
    /// Why it failed, in `snake_case`.
    #[schema(required = true)]
    pub failure_reason: Option<String>,
    /// Whether it is suspicious.
    pub is_suspicious: bool,
    /// When it happened; of several attempts, the last.
    #[schema(format = DateTime)]
    pub attempted_at: String,
    /// Number of attempts that it stands for.
    #[schema(minimum = 1)]
    pub count: u32,
}

impl From<RecordedAttempt> for LoginAttemptDto {
    fn from(attempt: RecordedAttempt) -> Self {
        Self {
            id: attempt.id.to_string(),
            username: attempt.username,
            ip_address: attempt.ip_address,
            user_agent: attempt.user_agent,
            success: attempt.success,
            failure_reason: attempt.failure_reason,
            is_suspicious: attempt.is_suspicious,
            attempted_at: attempt.attempted_at.to_string(),
            count: attempt.count,
        }
    }
}

/// A valid session of any user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ActiveSession)]
#[serde(rename_all = "camelCase")]
pub struct ActiveSessionDto {
    /// A UUID, which is not the session's token.
    pub id: String,
    /// The user's name.
    pub username: String,
    /// The user's level.
    #[schema(minimum = 1, maximum = 5)]
    pub clearance_level: u8,
    /// Whether the user is an administrator.
    pub is_admin: bool,
    /// The last request that was not in the background, up to a minute old.
    #[schema(format = DateTime)]
    pub last_activity: String,
    /// When it was opened.
    #[schema(format = DateTime)]
    pub created_at: String,
    /// The address at sign-in.
    #[schema(required = true)]
    pub ip_address: Option<String>,
    /// The user agent at sign-in.
    #[schema(required = true)]
    pub user_agent: Option<String>,
    /// Whether it is the caller's current session.
    pub current: bool,
}

impl ActiveSessionDto {
    /// Presents a session to the caller whose current session is `own`.
    pub fn new(active: ActiveSession, own: Option<SessionId>) -> Self {
        let ActiveSession { session, username, clearance, is_admin, timeout_minutes: _ } = active;
        Self {
            id: session.id.to_string(),
            username,
            clearance_level: clearance.level(),
            is_admin,
            last_activity: session.last_active_at.to_string(),
            created_at: session.created_at.to_string(),
            ip_address: session.ip_address,
            user_agent: session.user_agent,
            current: own == Some(session.id),
        }
    }
}

/// The numbers of the last 24 hours.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SecuritySummary)]
#[serde(rename_all = "camelCase")]
pub struct SecuritySummaryDto {
    /// Suspicious sign-in attempts.
    pub suspicious_attempts: u64,
    /// The severity of the alert that they raise. Null without one.
    #[schema(required = true)]
    pub severity: Option<AlertSeverityDto>,
    /// Failed sign-in attempts.
    pub failed_attempts: u64,
    /// All sign-in attempts.
    pub total_attempts: u64,
    /// Valid sessions.
    pub active_sessions: u64,
    /// Those of administrators.
    pub admin_sessions: u64,
    /// Names that are locked now, each once.
    pub locked_out: u64,
    /// When the last of their locks ends. Null without any.
    #[schema(required = true, format = DateTime)]
    pub locked_until: Option<String>,
}

impl From<WatchSummary> for SecuritySummaryDto {
    fn from(summary: WatchSummary) -> Self {
        let alert = SecurityAlert::of(&summary.attempts);
        Self {
            suspicious_attempts: summary.attempts.suspicious,
            severity: alert.map(|alert| alert.severity.into()),
            failed_attempts: summary.attempts.failed,
            total_attempts: summary.attempts.attempts,
            active_sessions: summary.sessions,
            admin_sessions: summary.admin_sessions,
            locked_out: summary.locked,
            locked_until: summary.locked_until.map(|at| at.to_string()),
        }
    }
}

/// A name for which nothing is checked now, from some network or browser or from all.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LockedName)]
#[serde(rename_all = "camelCase")]
pub struct LockedNameDto {
    /// The account's name, or what was typed as one.
    pub username: String,
    /// The account, which can be unlocked. Null if nobody has the name.
    #[schema(required = true)]
    pub user_id: Option<String>,
    /// When the last of its locks ends.
    #[schema(format = DateTime)]
    pub locked_until: String,
    /// Whether wrong passwords locked it.
    pub by_passwords: bool,
    /// Whether wrong codes of the second factor locked it.
    pub by_codes: bool,
}

impl From<LockedName> for LockedNameDto {
    fn from(locked: LockedName) -> Self {
        Self {
            username: locked.username,
            user_id: locked.user_id.map(|id| id.to_string()),
            locked_until: locked.until.to_string(),
            by_passwords: locked.by_passwords,
            by_codes: locked.by_codes,
        }
    }
}

/// How urgent a security alert is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = AlertSeverity)]
#[serde(rename_all = "lowercase")]
pub enum AlertSeverityDto {
    /// More than 5 suspicious attempts, a static code that was used, or a locked second factor.
    High,
    /// More than 10, or a use of the emergency or the master key.
    Critical,
}

impl From<Severity> for AlertSeverityDto {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::High => Self::High,
            Severity::Critical => Self::Critical,
        }
    }
}

/// The type of a security alert.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SecurityAlertType)]
#[serde(rename_all = "lowercase")]
pub enum SecurityAlertTypeDto {
    /// A security alert.
    Security,
}

/// A security alert.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SecurityAlert)]
#[serde(rename_all = "camelCase")]
pub struct SecurityAlertDto {
    /// An opaque text, the same until the severity or the day of the last attempt changes, or until it happens again.
    pub id: String,
    /// The type.
    pub r#type: SecurityAlertTypeDto,
    /// How urgent it is.
    pub severity: AlertSeverityDto,
    /// The message.
    pub message: String,
    /// What raised it: `suspicious_sign_ins`, or the action in the audit log, such as `static_code_used`.
    pub cause: String,
    /// Suspicious sign-in attempts in the last 24 hours. 0 if it was raised by an action.
    pub suspicious_attempts: u64,
    /// The newest of them.
    #[schema(format = DateTime)]
    pub last_attempt: String,
    /// The same time.
    #[schema(format = DateTime)]
    pub timestamp: String,
    /// What the alert is about.
    pub entity_type: SecurityEntityDto,
    /// When the caller read it.
    #[schema(required = true, format = DateTime)]
    pub read_at: Option<String>,
}

/// What security alerts are about.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = SecurityEntityType)]
#[serde(rename_all = "snake_case")]
pub enum SecurityEntityDto {
    /// Sign-in attempts.
    LoginAttempt,
    /// An account.
    User,
    /// The site.
    Site,
}

impl From<AlertCause> for SecurityEntityDto {
    fn from(cause: AlertCause) -> Self {
        match cause {
            AlertCause::SuspiciousSignIns => Self::LoginAttempt,
            AlertCause::StaticCodeUsed
            | AlertCause::SecondFactorLocked
            | AlertCause::EmergencyCodesSynchronized => Self::User,
            AlertCause::EmergencyAccessOpened | AlertCause::MasterKeyUsed => Self::Site,
        }
    }
}

impl From<Marked<SecurityAlert>> for SecurityAlertDto {
    fn from(Marked { alert, read_at }: Marked<SecurityAlert>) -> Self {
        Self {
            message: alert.message(),
            id: alert.id,
            r#type: SecurityAlertTypeDto::Security,
            severity: alert.severity.into(),
            cause: alert.cause.as_str().to_owned(),
            suspicious_attempts: alert.suspicious_attempts,
            last_attempt: alert.last_at.to_string(),
            timestamp: alert.last_at.to_string(),
            entity_type: alert.cause.into(),
            read_at: read_at.map(|at| at.to_string()),
        }
    }
}

/// How urgent a reminder is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = ReminderPriority)]
#[serde(rename_all = "lowercase")]
pub enum ReminderPriorityDto {
    /// It times out within a day.
    High,
    /// Everything else.
    Medium,
}

/// The type of a reminder.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = ReminderType)]
#[serde(rename_all = "lowercase")]
pub enum ReminderTypeDto {
    /// A deadline.
    Deadline,
}

/// The record that waits for a decision.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = ReminderEntityType)]
#[serde(rename_all = "snake_case")]
pub enum ReminderEntityTypeDto {
    /// A submission.
    Submission,
    /// A proposed edit of a document.
    DocumentEdit,
    /// A document that is to be archived.
    Document,
}

/// A reminder of a deadline.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = DeadlineReminder)]
#[serde(rename_all = "camelCase")]
pub struct DeadlineReminderDto {
    /// An opaque text, the same for as long as the same wait lasts.
    pub id: String,
    /// The type.
    pub r#type: ReminderTypeDto,
    /// How urgent it is.
    pub priority: ReminderPriorityDto,
    /// The message.
    pub message: String,
    /// When the decision is due; possibly past.
    #[schema(format = DateTime)]
    pub due_date: String,
    /// What waits.
    pub entity_type: ReminderEntityTypeDto,
    /// Id of the submission, the edit or the document.
    pub entity_id: String,
    /// When the caller read it.
    #[schema(required = true, format = DateTime)]
    pub read_at: Option<String>,
}

impl From<Marked<Reminder>> for DeadlineReminderDto {
    fn from(Marked { alert, read_at }: Marked<Reminder>) -> Self {
        Self {
            id: alert.id,
            r#type: ReminderTypeDto::Deadline,
            priority: match alert.priority {
                Priority::High => ReminderPriorityDto::High,
                Priority::Medium => ReminderPriorityDto::Medium,
            },
            message: alert.message,
            due_date: alert.due_at.to_string(),
            entity_type: match alert.kind {
                WaitKind::Submission => ReminderEntityTypeDto::Submission,
                WaitKind::Edit => ReminderEntityTypeDto::DocumentEdit,
                WaitKind::ArchiveRequest => ReminderEntityTypeDto::Document,
            },
            entity_id: alert.entity_id,
            read_at: read_at.map(|at| at.to_string()),
        }
    }
}
