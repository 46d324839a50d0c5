//! Paths as logs keep them.

/// A path as logs keep it: without the ticket of an upload, which is a secret for as long as it can be used.
pub fn shown_path(path: &str) -> &str {
    const UPLOAD: &str = "/api/objects/upload/";
    if path.starts_with(UPLOAD) { UPLOAD } else { path }
}
