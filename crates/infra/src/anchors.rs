//! Audit log anchors, in an append-only file, and the tree of the last checkpoint beside it.

use async_trait::async_trait;
use facility_audit::anchors::{Anchor, Anchors};
use facility_audit::log_tree::StoredTree;
use facility_kernel::StoreError;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// Anchors as JSON lines in a file with mode 0600. The first append creates the file.
#[derive(Clone, Debug)]
pub struct AnchorFile(PathBuf);

impl AnchorFile {
    /// Creates the adapter for the file at `path`. Its folder has to exist.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Moves the anchors and the tree to a new folder `before-import-N` beside them. Returns the folder, `None` if
    /// there are no anchors.
    pub async fn move_aside(&self) -> Result<Option<PathBuf>, StoreError> {
        self.blocking(move_aside).await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let path = self.0.clone();
        let done = tokio::task::spawn_blocking(move || {
            work(&path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
        });
        done.await.map_err(io::Error::other).flatten().map_err(|error| StoreError::Unavailable(Box::new(error)))
    }
}

#[async_trait]
impl Anchors for AnchorFile {
    async fn read(&self) -> Result<Vec<Anchor>, StoreError> {
        self.blocking(|path| {
            let file = match File::open(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
                file => file?,
            };
            // Split as bytes: a truncated line need not be valid UTF-8.
            let lines = BufReader::new(file).split(b'\n');
            let anchors = lines.map(|line| Ok(std::str::from_utf8(&line?).ok().and_then(Anchor::parse)));
            anchors.filter_map(Result::transpose).collect()
        })
        .await
    }

    async fn append(&self, anchor: &Anchor) -> Result<(), StoreError> {
        let line = anchor.to_line();
        self.blocking(move |path| {
            let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(path)?;
            let mut text = String::new();
            if is_torn(&mut file)? {
                text.push('\n');
            }
            text.push_str(&line);
            text.push('\n');
            file.write_all(text.as_bytes())?;
            file.sync_data()
        })
        .await
    }

    async fn tree(&self) -> Result<Option<StoredTree>, StoreError> {
        self.blocking(|path| match std::fs::read(path.with_file_name(TREE_FILE)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            read => Ok(serde_json::from_slice(&read?).ok()),
        })
        .await
    }

    async fn store_tree(&self, tree: &StoredTree) -> Result<(), StoreError> {
        let text = serde_json::to_string(tree).map_err(|error| StoreError::Unavailable(Box::new(error)))?;
        self.blocking(move |path| replace(&path.with_file_name(TREE_FILE), &text)).await
    }
}

/// Name of the file beside the anchors with the tree of the last checkpoint.
const TREE_FILE: &str = "audit-tree.json";

/// Replaces the file as a whole. It is not synced: a lost or incomplete tree is rebuilt from the log.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("draft");
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
    file.write_all(text.as_bytes())?;
    std::fs::rename(draft, path)
}

fn move_aside(path: &Path) -> io::Result<Option<PathBuf>> {
    if !path.try_exists()? {
        return Ok(None);
    }
    let mut number: u32 = 1;
    let folder = loop {
        let folder = path.with_file_name(format!("before-import-{number}"));
        match DirBuilder::new().mode(0o700).create(&folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number = number.saturating_add(1),
            made => break made.map(|()| folder)?,
        }
    };
    // Moves the anchors last: until then, the tree can be rebuilt.
    for from in [path.with_file_name(TREE_FILE), path.to_owned()] {
        let Some(name) = from.file_name() else { continue };
        match std::fs::rename(&from, folder.join(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            moved => moved?,
        }
    }
    for changed in [Some(folder.as_path()), path.parent()].into_iter().flatten() {
        File::open(changed)?.sync_all()?;
    }
    Ok(Some(folder))
}

/// Returns whether the last line lacks its line break, because the machine stopped during the write.
fn is_torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn anchor(number: i64) -> Anchor {
        Anchor { number, id: format!("entry-{number}"), hash: [3; 32], mac: [4; 32], checkpoint: None }
    }

    #[tokio::test]
    async fn anchors_keep_their_order_despite_a_truncated_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("anchors");
        let file = AnchorFile::new(path.clone());
        assert_eq!(file.read().await.unwrap(), []);
        file.append(&anchor(1)).await.unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"number\":2,\"id\":\"\xff").unwrap();
        assert_eq!(file.read().await.unwrap(), [anchor(1)]);
        file.append(&anchor(3)).await.unwrap();
        assert_eq!(file.read().await.unwrap(), [anchor(1), anchor(3)]);
    }

    #[tokio::test]
    async fn unreadable_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = AnchorFile::new(folder.path().to_owned());
        assert!(matches!(file.read().await, Err(StoreError::Unavailable(_))));
        assert!(matches!(file.append(&anchor(1)).await, Err(StoreError::Unavailable(_))));
    }
}
