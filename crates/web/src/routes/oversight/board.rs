//! The home board.

use crate::gate::guard::{Guarded, SignedIn};
use crate::http::answers::{Answer, Fails, NeedsSession};
use crate::http::etag;
use crate::http::input::Nothing;
use crate::routes::oversight::news::BoardDto;
use actix_web::get;
use actix_web::web::Data;
use facility_oversight::services::board::HomeBoard;

/// The caller's home board: pending work, notifications, and the latest records
///
/// Only administrators see the queues of administrators.
#[utoipa::path(operation_id = "getBoard", tag = "User",
    responses(
        (status = 200, description = "The board", body = BoardDto, headers(
            ("ETag" = Option<String>, description = "Version of the board"))),
        (status = 304, description = "The board still matches `If-None-Match`"),
        Fails<NeedsSession>))]
#[get("/user/board")]
pub async fn board(boards: Data<HomeBoard>, call: Guarded<SignedIn, Nothing>) -> Answer {
    let shown = boards.show(&call.context, &call.caller.actor, &call.caller.user).await?;
    etag::tagged(&call.request, &BoardDto::from(shown), Vec::new())
}
