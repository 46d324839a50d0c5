//! GET /api/documents/{id}/export

use super::document_id;
use crate::gate::guard::{Guarded, Reader};
use crate::gate::read_as::AsQuery;
use crate::http::error::{ApiError, ApiErrorBody};
use crate::http::failures::NeedsSession;
use crate::http::headers::attachment;
use crate::http::input::Nothing;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpResponse, get, web};
use facility_documents::document::Document;
use facility_documents::label::short_label;
use facility_documents::services::documents::Documents;

/// Characters of a title in the name of a file, which no file system refuses in any script.
const TITLE_CHARS: usize = 60;

/// Download a document as Markdown
///
/// The fields of the document as YAML front matter, without those that it does not have, and its text as the caller may read
/// it: a passage above their level is a bar. Recorded in the document's access log as a download.
#[utoipa::path(operation_id = "exportDocument", tag = "Document",
    params(("id" = String, Path, description = "The document"), AsQuery),
    responses(
        (status = 200, description = "The document", body = inline(String), content_type = "text/markdown",
            headers(("Content-Disposition" = String, description = "`attachment`, with the file name"))),
        (status = 400, description = "Invalid id (`validation_failed`)", body = ApiErrorBody),
        NeedsSession,
        (status = 403, description = "The caller's level is too low (`insufficient_clearance`, with \
            `requiredClearance`)", body = ApiErrorBody),
        (status = 404, description = "No such document, or not released yet (`not_found`)", body = ApiErrorBody)))]
#[get("/documents/{id}/export")]
pub async fn export(
    reading: web::Data<Documents>,
    id: web::Path<String>,
    call: Guarded<Reader, Nothing>,
) -> Result<HttpResponse, ApiError> {
    let seen = reading.download(&call.context, &call.caller.actor, document_id(&id)?).await?;
    let name = file_name(seen.document());
    let file = facility_transfer::record::markdown(seen).ok_or_else(ApiError::internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/markdown; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, attachment(&name)))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(file))
}

/// Returns the name of a document's file: its title, without what file systems refuse, and its short label.
fn file_name(document: &Document) -> String {
    let is_refused = |c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c);
    let title = document.text.title.trim_start_matches('.').chars().take(TITLE_CHARS);
    let title: String = title.map(|c| if is_refused(c) { '_' } else { c }).collect();
    format!("{} {}.md", title.trim(), short_label(document.id)).trim_start().to_owned()
}
