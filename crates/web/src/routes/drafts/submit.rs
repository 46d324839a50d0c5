//! POST /api/user/drafts/{id}/submit

use super::{expected, parse_id, shown};
use crate::dto::SubmissionDto;
use crate::error::{ApiError, ApiErrorBody};
use crate::failures::{NeedsSession, TakesBody};
use crate::guard::{Guarded, SignedIn};
use crate::idempotency::{Idempotent, Replies};
use crate::routes::submissions::{rendered, time};
use actix_web::{HttpResponse, post, web};
use submissions::services::{Drafting, SubmitDraft};
use submissions::{Submission, SubmissionError};

/// Which state of the draft to submit, and how.
#[derive(Debug, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubmitDraftRequest {
    /// The draft's last revision that the caller knows.
    #[schema(value_type = String)]
    revision: Option<String>,
    /// Release date: until then, only administrators see the published document. Without it, the draft's own applies.
    #[schema(format = DateTime)]
    scheduled_release_at: Option<String>,
}

impl SubmitDraftRequest {
    fn parse(self) -> Result<SubmitDraft, ApiError> {
        Ok(SubmitDraft {
            expected: expected(self.revision)?,
            scheduled_release_at: time("scheduledReleaseAt", self.scheduled_release_at.as_deref())?,
        })
    }
}

/// Submit a draft for review
///
/// The submission takes the draft's place. With the header `Idempotency-Key` (1 to 64 visible ASCII characters),
/// repeated requests act once: for 24 hours, the same key with the same body gets the first response again.
#[utoipa::path(operation_id = "submitDraft", tag = "Draft", request_body = SubmitDraftRequest,
    params(("id" = String, Path, description = "The draft"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The submission, waiting for review", body = SubmissionDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such draft of the caller's (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It has another revision (`stale`, with the stored `draft`), or the same request \
            is still in progress (`in_progress`, with `Retry-After`)", body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/user/drafts/{id}/submit")]
pub async fn submit(
    drafting: web::Data<Drafting>,
    replies: web::Data<Replies>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Idempotent<SubmitDraftRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let (id, author) = (parse_id(&id)?, actor.clone());
    let render = move |submission: &Submission| rendered(now, submission, &author);
    let make = async |body: SubmitDraftRequest, remember| match drafting
        .submit(&call.context, actor, id, body.parse()?, remember)
        .await
    {
        Err(stale @ SubmissionError::StaleDraft(_)) => Err(shown(stale)),
        made => Ok(made),
    };
    call.input.answer(&replies, actor.user_id, now, render, make).await
}
