//! The texts of files.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Body, Fails, NeedsSession};
use crate::http::error::ApiError;
use crate::http::input::Nothing;
use crate::http::wire::Wire;
use actix_web::get;
use actix_web::web::{Data, Json, Path};
use facility_files::text::{FileText, TextState};
use facility_kernel::UploadId;
use facility_submissions::error::row as submission;
use facility_submissions::services::attachments::Attachments;

/// Whether the text of a file can be shown.
pub type TextStateDto = Wire<TextState>;

/// The text of an attached file.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
#[schema(as = FileText)]
pub struct FileTextDto {
    /// `waiting` until the file was read, usually within seconds of its upload. `none` if it has no text that can be
    /// read, for example because it is damaged, protected by a password, or consists of scanned pages.
    state: TextStateDto,
    /// The text: at most 200,000 characters, without control characters other than line feeds and tabs. Null unless the
    /// state is `ready`.
    #[schema(required = true)]
    text: Option<String>,
}

/// Read the text of a file
///
/// The text of an attached .docx, .pdf, .txt or .md file, for those who may download the file. It is read in the
/// background after the upload. Requests are recorded in the document's access log like downloads.
#[utoipa::path(operation_id = "getFileText", tag = "Submission",
    params(("id" = String, Path, description = "The id from `filePath`")),
    responses(
        (status = 200, description = "The text, or why there is none", body = FileTextDto),
        Fails<(submission::NotFound, NeedsSession)>))]
#[get("/objects/{id}/text")]
pub async fn text(
    attachments: Data<Attachments>,
    id: Path<String>,
    call: Guarded<SignedIn, Nothing>,
) -> Body<FileTextDto> {
    let id: UploadId = id.parse().map_err(|_source| ApiError::not_found("File"))?;
    let FileText { state, text } = attachments.text(&call.context, &call.caller.actor, id).await?;
    Ok(Json(FileTextDto { state: state.into(), text }))
}
