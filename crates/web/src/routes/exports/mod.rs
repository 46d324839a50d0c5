//! Downloads of archives: the whole installation, and a user's own records.

pub mod installation;
pub mod own;

use crate::gate::limits::counted::Slot;
use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ContentEncoding};
use facility_kernel::{Timestamp, UserId};
use facility_transfer::staged::Staged;
use futures_util::StreamExt as _;

/// Returns a finished archive as a download. Its slot is freed when it has been sent or its reader is gone.
fn download((name, now): (&str, Timestamp), archive: Staged, slot: Option<Slot<UserId>>) -> HttpResponse {
    let day: String = now.to_string().chars().take(10).collect();
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zstd"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{day}.tar.zst\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        // It is compressed already, and its length shows how far a download has come.
        .insert_header(ContentEncoding::Identity)
        .body(SizedStream::new(
            archive.size,
            archive.bytes.inspect(move |_piece| {
                let _held = &slot;
            }),
        ))
}
