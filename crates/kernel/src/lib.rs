//! The shared vocabulary: typed ids, time, clearance, actors, pages, secrets, limits and error kinds. No code here does
//! I/O. Tests control time and randomness through [`Clock`], [`IdGenerator`] and [`Randomness`].

mod actor;
mod clearance;
pub mod error;
pub mod errors;
mod field_error;
pub mod idempotency;
mod ids;
mod limits;
pub mod named;
mod page;
mod secret;
mod text;
pub mod throttle;
mod time;

pub use actor::{Actor, AdminActor, RequestContext};
pub use clearance::{AccessKey, Clearance};
pub use error::{DomainError, ErrorKind, Repeat, StoreError};
pub use field_error::{FieldError, ParseError, TextPosition};
pub use ids::{
    ApprovalStepId, AttemptId, AuditEntryId, CommentId, DocumentId, DraftId, EditId, IdGenerator, SectionId, SessionId,
    SubmissionId, TemplateId, UploadId, UserId, VersionId,
};
pub use limits::RateLimits;
pub use page::{Cursor, Limit, Page, PageRequest};
pub use secret::{Randomness, Secret, Token};
pub use text::{
    ShortText, check_line, check_search, control_character, has_visible_character, is_format, line_feeds, nfc,
    optional_comment, prose, refusal_of, visible_line,
};
pub use time::{Clock, Timestamp};

#[cfg(any(test, feature = "testing"))]
pub use secret::MockRandomness;

#[cfg(any(test, feature = "testing"))]
pub mod testing;
