//! The client's files, embedded at build time.

/// A file of the client, with its compressed forms.
pub struct Asset {
    /// Path without a leading slash.
    pub path: &'static str,
    /// Media type.
    pub kind: &'static str,
    /// Hash of the content.
    pub tag: &'static str,
    /// Whether the file name changes with the content.
    pub immutable: bool,
    /// Content.
    pub raw: &'static [u8],
    /// Content in brotli, if that is shorter.
    pub br: Option<&'static [u8]>,
    /// Content in gzip, if that is shorter.
    pub gz: Option<&'static [u8]>,
}

/// The client's files, sorted by path.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));
/// The single HTML page.
pub static PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));
/// Returns whether the client has a file at this path.
pub fn is_file(path: &str) -> bool {
    find(path).is_some()
}

/// Returns the client's file at this path.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = path.trim_start_matches('/');
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_path() {
        assert!(ASSETS.is_sorted_by(|a, b| a.path < b.path));
        assert!(ASSETS.iter().all(|asset| is_file(&format!("/{}", asset.path))));
        assert!(!is_file("/") && !is_file("/documents") && !is_file("/assets/none.js"));
        assert!(PAGE.contains("<title>"));
    }
}
