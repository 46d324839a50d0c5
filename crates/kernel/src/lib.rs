//! The shared vocabulary: typed ids, time, clearance, actors, pages and error kinds.
//!
//! Nothing here does I/O. Ambient time and randomness come in through [`Clock`] and [`IdGenerator`], so that a test
//! can hold them still.

mod actor;
mod clearance;
mod error;
mod ids;
mod page;
mod text;
mod time;

pub use actor::{Actor, AdminActor, RequestContext};
pub use clearance::{AccessKey, Clearance};
pub use error::{DomainError, ErrorKind, FieldError, ParseError, Repeat, StoreError};
pub use ids::{
    ApprovalStepId, AttemptId, AuditEntryId, DocumentId, IdGenerator, SectionId, SessionId, SubmissionId,
    UploadId, UserId,
};
pub use page::{Cursor, Limit, Page, PageRequest};
pub use text::{LongText, ShortText, check_line, check_prose, check_search, visible_line};
pub use time::{Clock, Timestamp};

#[cfg(feature = "testing")]
pub mod testing;
