//! API representations: every member is present, and absent values are null.

mod analytics;
mod archive;
mod audit;
mod comment;
mod comparison;
mod document;
mod draft;
mod edit;
mod first_steps;
mod link;
mod mail;
mod news;
mod opened;
mod past;
mod security;
mod session;
mod submission;
mod template;
mod trash;
mod two_factor;
mod user;
mod version;
mod views;

pub use analytics::{ActivityAnalyticsDto, SecurityAnalyticsDto, SeriesDto, SystemAnalyticsDto};
pub use archive::{ArchiveRequestDto, SectionDto, SectionMetadataDto, SectionTypeDto};
pub use audit::{AuditCheckpointDto, AuditExportDto, AuditLogItemDto, AuditVerificationDto};
pub use comment::CommentDto;
pub use comparison::{DiffDto, ThreeWayDto};
pub use document::{
    AdminDocumentDto, AttachmentDto, CategoryDto, DocumentAccessDto, DocumentDto, DocumentListItemDto,
};
pub use draft::{DraftDto, DraftListItemDto, SavedEditDraftDto};
pub use edit::{AdminEditDto, EditCaseDto, EditDto, PendingEditDto};
pub use first_steps::BoardFirstStepDto;
pub use link::{LinkedRecordDto, OpenedDocumentDto};
pub use mail::{MailDetailDto, MailDto, MailSettingsDto};
pub use news::{BoardDto, NotificationDto};
pub use security::{
    ActiveSessionDto, DeadlineReminderDto, LockedNameDto, LoginAttemptDto, SecurityAlertDto,
    SecuritySummaryDto,
};
pub use session::OwnSessionDto;
pub use submission::{AdminSubmissionDto, ApprovalStepDto, SubmissionDto, TimedOutItemDto};
pub use template::TemplateDto;
pub use trash::TrashedDocumentDto;
pub use two_factor::TwoFactorMethod;
pub use user::{AccessKeyDto, ThemeDto, TickedStepDto, UserDto};
pub use version::VersionDto;
pub use views::DocumentViewsDto;

use serde::de::IgnoredAny;

/// A member that is accepted without effect.
#[derive(Debug, Default)]
pub struct Ignored;

impl<'de> serde::Deserialize<'de> for Ignored {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}
