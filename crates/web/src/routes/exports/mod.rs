//! Downloads of archives: the whole installation, and a user's own records.

pub mod installation;
pub mod own;

use crate::connection::Connection;
use crate::cookie::SessionCookie;
use crate::error::ApiError;
use crate::session_watch::SessionWatch;
use crate::watched::watched;
use actix_web::body::SizedStream;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ContentEncoding};
use actix_web::{HttpRequest, HttpResponse};
use kernel::Timestamp;
use transfer::Staged;

/// Returns a finished archive as a download, which ends when its reader loses access.
fn download(
    request: &HttpRequest,
    cookie: SessionCookie,
    watch: &SessionWatch,
    (name, now): (&str, Timestamp),
    archive: Staged,
) -> Result<HttpResponse, ApiError> {
    let connection = request.conn_data::<Connection>().cloned();
    let token = cookie.read(request).ok_or_else(ApiError::internal)?;
    let bytes = watched(SessionWatch::clone(watch), token, connection, archive.bytes);
    let day: String = now.to_string().chars().take(10).collect();
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zstd"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{name}-{day}.tar.zst\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        // It is compressed already, and its length shows how far a download has come.
        .insert_header(ContentEncoding::Identity)
        .body(SizedStream::new(archive.size, bytes)))
}
