//! The files of the client, embedded when the server is built.

/// A file of the client, in the forms it is sent in.
pub struct Asset {
    /// Where it is, without a slash before it.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// A hash of its bytes.
    pub tag: &'static str,
    /// Whether its name changes with its bytes.
    pub immutable: bool,
    /// Its bytes.
    pub raw: &'static [u8],
    /// Its bytes, in brotli, where that is shorter.
    pub br: Option<&'static [u8]>,
    /// Its bytes, in gzip, where that is shorter.
    pub gz: Option<&'static [u8]>,
}

/// The files of the client, sorted by path.
static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));
/// The one page.
pub static PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/page.html"));
/// Whether there is a file of the client at this path.
pub fn is_file(path: &str) -> bool {
    find(path).is_some()
}

/// The file of the client at this path.
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
