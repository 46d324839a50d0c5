//! POST /api/user/drafts/{id}/submit

use super::{expected, parse_id, shown};
use crate::dto::submission::SubmissionDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::gate::idempotency::{Idempotent, Replies, made};
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::{NeedsSession, TakesBody};
use crate::routes::submissions::time;
use actix_web::{HttpResponse, post, web};
use facility_submissions::error::SubmissionError;
use facility_submissions::services::drafts::{Drafts, SubmitDraft};
use facility_submissions::view::SubmissionView;

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
/// repeated requests act once: for 24 hours, the same key with the same body gets the submission again, as the caller may
/// read it by then.
#[utoipa::path(operation_id = "submitDraft", tag = "Draft", request_body = SubmitDraftRequest,
    params(("id" = String, Path, description = "The draft"),
        ("Idempotency-Key" = Option<String>, Header, description = "1 to 64 visible ASCII characters")),
    responses(
        (status = 201, description = "The submission, waiting for review", body = SubmissionDto, headers(
            ("Idempotent-Replay" = Option<String>, description = "`true` if this is the response to an earlier request"))),
        NeedsSession, TakesBody,
        (status = 403, description = "The emergency-access account cannot own records (`protected_account`)",
            body = ApiErrorBody),
        (status = 404, description = "No such draft of the caller's, or a repeated request's submission has been withdrawn (`not_found`)", body = ApiErrorBody),
        (status = 409, description = "It has another revision (`stale`, with the stored `draft`), the caller's submissions and \
            edits that wait for a review are 200, or 32 MiB of text (`too_much_waiting`), or the same request is still in \
            progress (`in_progress`, with `Retry-After`)", body = ApiErrorBody),
        (status = 422, description = "The key was used with another body (`idempotency_mismatch`)",
            body = ApiErrorBody)))]
#[post("/user/drafts/{id}/submit")]
pub async fn submit(
    drafts: web::Data<Drafts>,
    replies: web::Data<Replies>,
    id: web::Path<String>,
    call: Guarded<SignedIn, Idempotent<SubmitDraftRequest>>,
) -> Result<HttpResponse, ApiError> {
    let (now, actor) = (call.context.now, &call.caller.actor);
    let id = parse_id(&id)?;
    let submissions = &drafts.submissions;
    let recall = async |item: String| {
        let view = submissions.own_submission(actor, made(&item)?).await?;
        Ok(SubmissionDto::at(now, view))
    };
    let make = async |body: SubmitDraftRequest, remember| match drafts
        .submit(&call.context, actor, id, body.parse()?, remember)
        .await
    {
        Err(stale @ SubmissionError::StaleDraft(_)) => Err(shown(stale)),
        made => Ok(made.map(|new| SubmissionDto::at(now, SubmissionView::of_new(new, actor)))),
    };
    call.input.answer(&replies, actor.user_id, now, recall, make).await
}
