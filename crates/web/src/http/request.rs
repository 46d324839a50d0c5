//! The HTTP request behind a guarded call, and the ids in its path.

use crate::http::error::ApiError;
use actix_web::HttpRequest;
use facility_audit::mail::MailId;
use facility_kernel::{
    CommentId, DocumentId, DraftId, EditId, SectionId, SessionId, SubmissionId, TemplateId, UserId, VersionId,
};
use std::ops::Deref;
use std::str::FromStr;

/// An id that a request can name.
pub trait Id: FromStr {
    /// What the id identifies, in one word.
    const OF: &'static str;
}

macro_rules! ids {
    ($($id:ty: $of:literal,)+) => {
        $(impl Id for $id {
            const OF: &'static str = $of;
        })+
    };
}

ids! {
    CommentId: "comment",
    DocumentId: "document",
    DraftId: "draft",
    EditId: "edit",
    MailId: "message",
    SectionId: "section",
    SessionId: "session",
    SubmissionId: "submission",
    TemplateId: "template",
    UserId: "user",
    VersionId: "version",
}

/// Parses the id in this field. Errors: `validation_failed` for the field.
pub fn parse_id<I: Id>(field: &str, text: &str) -> Result<I, ApiError> {
    text.parse().map_err(|_invalid| ApiError::invalid(field, format!("Invalid {} id", I::OF)))
}

/// The HTTP request, for data that the input does not contain.
#[derive(Debug)]
pub struct Request(pub HttpRequest);

impl Request {
    /// Parses the first id in the path. Errors: `validation_failed` for `id`.
    pub fn id<I: Id>(&self) -> Result<I, ApiError> {
        parse_id("id", self.0.match_info().iter().next().map_or("", |(_name, text)| text))
    }

    /// Parses the id in the path with this name. Errors: `validation_failed` for it.
    pub fn id_in<I: Id>(&self, name: &str) -> Result<I, ApiError> {
        parse_id(name, self.0.match_info().query(name))
    }
}

impl Deref for Request {
    type Target = HttpRequest;

    fn deref(&self) -> &HttpRequest {
        &self.0
    }
}
