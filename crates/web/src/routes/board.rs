//! GET /api/user/board

use crate::dto::news::BoardDto;
use crate::gate::guard::{Guarded, SignedIn};
use crate::http::error::ApiError;
use crate::http::etag;
use crate::http::failures::NeedsSession;
use crate::http::input::Nothing;
use actix_web::{HttpRequest, HttpResponse, get, web};
use facility_submissions::services::board::HomeBoard;

/// The caller's home board: what waits for them, and the latest records
///
/// Only administrators see what waits for administrators.
#[utoipa::path(operation_id = "getBoard", tag = "User",
    responses(
        (status = 200, description = "The board", body = BoardDto, headers(
            ("ETag" = Option<String>, description = "Version of the board"))),
        (status = 304, description = "The board still matches `If-None-Match`"),
        NeedsSession))]
#[get("/user/board")]
pub async fn board(
    boards: web::Data<HomeBoard>,
    call: Guarded<SignedIn, Nothing>,
    request: HttpRequest,
) -> Result<HttpResponse, ApiError> {
    let shown = boards.show(&call.context, &call.caller.actor, &call.caller.user).await?;
    etag::tagged(&request, &BoardDto::from(shown), Vec::new())
}
