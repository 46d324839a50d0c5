//! What is in a folder and the folders in it.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(crate) struct Walked {
    /// Files with their paths below the folder, in the order of these.
    pub(crate) files: Vec<(String, PathBuf)>,
    /// Links of the file system, which are not followed, and the like, in order.
    pub(crate) links: Vec<String>,
    /// Number of files and folders that were ignored.
    pub(crate) ignored: usize,
}

/// Walks through a folder. `is_ignored` receives the names of files and folders.
pub(crate) fn walk(root: &Path, is_ignored: impl Fn(&str) -> bool) -> io::Result<Walked> {
    let mut walked = Walked::default();
    let mut folders = vec![(String::new(), root.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            if is_ignored(&name) {
                walked.ignored += 1;
            } else if kind.is_dir() {
                folders.push((format!("{path}/"), entry.path()));
            } else if kind.is_file() {
                walked.files.push((path, entry.path()));
            } else {
                walked.links.push(path);
            }
        }
    }
    walked.files.sort_unstable();
    walked.links.sort_unstable();
    Ok(walked)
}
