//! Paths as they appear in logs.

/// Returns a path as it appears in logs: without the ticket of an upload, which is a secret while it is valid.
pub fn shown_path(path: &str) -> &str {
    const UPLOAD: &str = "/api/objects/upload/";
    if path.starts_with(UPLOAD) { UPLOAD } else { path }
}
