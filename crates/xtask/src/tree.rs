//! The source tree: every text file that is not ignored.

use std::path::Path;

use ignore::WalkBuilder;

/// A text file of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the root, with slashes.
    pub path: String,
    /// The content.
    pub text: String,
}

impl SourceFile {
    #[cfg(test)]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// The file extension. Empty if there is none.
    pub fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }
}

/// Reads every text file below `root` that `.gitignore` does not exclude, ordered by path. It reads the ignore files
/// instead of using git, so it works in an unpacked archive and includes uncommitted files.
pub fn read(root: &Path) -> Result<Vec<SourceFile>, String> {
    let walk = WalkBuilder::new(root)
        .hidden(false)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .sort_by_file_name(Ord::cmp)
        .build();
    let mut files = Vec::new();
    for entry in walk {
        let entry = entry.map_err(|error| error.to_string())?;
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let bytes = match std::fs::read(entry.path()) {
            Ok(bytes) => bytes,
            // An editor or a build has removed it in the meantime.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("{}: {error}", entry.path().display())),
        };
        let path = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let path = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        // Pictures and fonts are not text.
        if let Ok(text) = String::from_utf8(bytes)
            && !text.contains('\0')
        {
            files.push(SourceFile { path, text });
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_and_binary_files_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let put = |path: &str, bytes: &[u8]| {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        put(".gitignore", b"/target/\n");
        put(".git/config", b"no");
        put("target/out.rs", b"no");
        put("picture.png", b"\x89PNG\0");
        put("crates/kernel/src/lib.rs", b"//! Yes.");
        put(".ci/run", b"yes");
        let paths: Vec<String> = read(folder.path()).unwrap().into_iter().map(|file| file.path).collect();
        assert_eq!(paths, [".ci/run", ".gitignore", "crates/kernel/src/lib.rs"]);
    }
}
