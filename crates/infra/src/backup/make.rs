//! Makes backups while the server runs.

use super::{ANCHORS, BackupError, DATABASE, FORMAT, KEYS, MANIFEST, Manifest, OBJECTS, SECRET_KEY, Sum, at, beside};
use super::{check_copy, sync_folder};
use crate::db;
use crate::hashing::HashingReader;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, RunQueryDsl as _, SqliteConnection};
use facility_audit::chain::ChainKey;
use facility_kernel::Timestamp;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use tar::{Builder, EntryType, Header};
use zstd::Encoder;

/// zstd compression level. Higher levels save little space and take several times as long.
const LEVEL: i32 = 3;

/// The installation to back up.
#[derive(Clone)]
pub struct Source {
    /// The database.
    pub database: db::conn::Target,
    /// The folder of the files. `None` if they are in a bucket.
    pub objects: Option<PathBuf>,
    /// The folder of the anchors and the keys.
    pub data: PathBuf,
    /// Whether the keys are included.
    pub with_keys: bool,
    /// The key that seals the audit log.
    pub key: ChainKey,
    /// The program's version.
    pub version: &'static str,
}

/// Summary of a finished backup.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Number of files.
    pub files: usize,
    /// Number of audit entries.
    pub entries: i64,
    /// Size of the archive in bytes.
    pub bytes: u64,
    /// Whether it contains the secret key.
    pub has_secret_key: bool,
}

/// Temporary files, deleted on drop.
struct Drafts(Vec<PathBuf>);

impl Drop for Drafts {
    fn drop(&mut self) {
        for path in &self.0 {
            // It may already be gone.
            drop(fs::remove_file(path));
        }
    }
}

/// Writes a backup to a new file with mode 0600. Blocks; a server may be running. The archive has everything that was
/// committed before the call. The file appears under its name only when it is complete, verified and durable.
///
/// Errors also: the file exists, or the copy of the database fails its checks.
pub fn write(source: &Source, to: &Path, now: Timestamp) -> Result<Summary, BackupError> {
    let db::conn::Target::Sqlite(database) = &source.database else { return Err(BackupError::Postgres) };
    if to.try_exists().map_err(at(to))? {
        return Err(BackupError::Exists(to.display().to_string()));
    }
    let (draft, copy) = (beside(to, ".partial"), beside(to, ".partial.sqlite"));
    let file = create(&draft)?;
    let _drafts = Drafts(vec![draft.clone(), copy.clone()]);
    // Reads the anchors before the database, so that none is ahead of the copy.
    let anchors = ANCHORS.into_iter().map(|name| Ok((name, optional(&source.data.join(name))?)));
    let anchors = anchors.collect::<Result<Vec<_>, BackupError>>()?;
    copy_database(database, &copy)?;
    let end = check_copy(&copy, Some(source.key.clone())).map_err(BackupError::Unsound)?;

    let mut archive = Archive::new(file, now).map_err(at(&draft))?;
    archive.add_file(DATABASE, &copy)?;
    for (name, content) in anchors {
        if let Some(content) = content {
            archive.add(name, content.len() as u64, &*content).map_err(at(&draft))?;
        }
    }
    for name in KEYS.into_iter().filter(|_| source.with_keys) {
        if let Some(content) = optional(&source.data.join(name))? {
            archive.add(name, content.len() as u64, &*content).map_err(at(&draft))?;
        }
    }
    // Reads the files after the database: each is complete before a row refers to it.
    let mut files = 0;
    for (name, path) in source.objects.as_deref().map(listed).transpose()?.unwrap_or_default() {
        match archive.add_file(&name, &path) {
            Ok(()) => files += 1,
            // Deleted since the listing: no row of the live database refers to it any more.
            Err(BackupError::File { error, .. }) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    let has_secret_key = archive.members.contains_key(SECRET_KEY);
    let manifest = Manifest {
        format: FORMAT,
        version: source.version.to_owned(),
        made_at: now.to_string(),
        audit_entries: end.number,
        audit_hash: hex::encode(end.hash),
        members: std::mem::take(&mut archive.members),
    };
    let file = archive.finish(&manifest).map_err(at(&draft))?;
    file.sync_all().map_err(at(&draft))?;
    let bytes = file.metadata().map_err(at(&draft))?.len();
    // A hard link, because a rename would replace a file that was created under this name in the meantime.
    fs::hard_link(&draft, to).map_err(at(to))?;
    fs::remove_file(&draft).map_err(at(&draft))?;
    sync_folder(to)?;
    Ok(Summary { files, entries: end.number, bytes, has_secret_key })
}

fn create(path: &Path) -> Result<File, BackupError> {
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    made.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => BackupError::Exists(path.display().to_string()),
        _ => at(path)(error),
    })
}

fn optional(path: &Path) -> Result<Option<Vec<u8>>, BackupError> {
    match fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at(path)(error)),
    }
}

/// Copies the database as of the last commit, without blocking writers.
fn copy_database(from: &str, to: &Path) -> Result<(), BackupError> {
    // A killed process may have left one.
    drop(fs::remove_file(to));
    // SQLite accepts an empty file for the copy, and keeps its mode.
    drop(create(to)?);
    let unsound = |error: &dyn std::fmt::Display| BackupError::Unsound(error.to_string());
    let name = to.to_str().ok_or_else(|| unsound(&"its path is not UTF-8"))?;
    // Opening a database that does not exist would create it.
    fs::metadata(from).map_err(at(Path::new(from)))?;
    let mut conn = SqliteConnection::establish(from).map_err(|error| unsound(&error))?;
    conn.batch_execute("PRAGMA busy_timeout = 10000").map_err(|error| unsound(&error))?;
    diesel::sql_query("VACUUM INTO $1")
        .bind::<diesel::sql_types::Text, _>(name)
        .execute(&mut conn)
        .map_err(|error| unsound(&error))?;
    Ok(())
}

/// The stored files with their member names, sorted.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, BackupError> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(inside) = folders.pop() {
        let entries = match fs::read_dir(&inside) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            entries => entries.map_err(at(&inside))?,
        };
        for entry in entries {
            let entry = entry.map_err(at(&inside))?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(at(&inside))?);
            let relative = path.strip_prefix(folder).ok().and_then(Path::to_str).map(str::to_owned);
            match relative {
                _ if kind.is_dir() => folders.push(path),
                // An upload in progress has a `#` in its name.
                Some(name) if kind.is_file() && !name.contains('#') => {
                    found.push((format!("{OBJECTS}{name}"), path));
                }
                _ => {}
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// An archive that is being written.
struct Archive {
    tar: Builder<Encoder<'static, File>>,
    members: BTreeMap<String, Sum>,
    made_at: u64,
}

impl Archive {
    fn new(file: File, now: Timestamp) -> io::Result<Self> {
        let mut encoder = Encoder::new(file, LEVEL)?;
        encoder.include_checksum(true)?;
        let made_at = u64::try_from(now.as_micros() / 1_000_000).unwrap_or_default();
        Ok(Self { tar: Builder::new(encoder), members: BTreeMap::new(), made_at })
    }

    fn add_file(&mut self, name: &str, path: &Path) -> Result<(), BackupError> {
        let file = File::open(path).map_err(at(path))?;
        let size = file.metadata().map_err(at(path))?.len();
        self.add(name, size, file).map_err(at(path))
    }

    fn add(&mut self, name: &str, size: u64, content: impl Read) -> io::Result<()> {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Regular);
        header.set_size(size);
        header.set_mode(0o600);
        header.set_mtime(self.made_at);
        let mut content = HashingReader::new(content.take(size));
        self.tar.append_data(&mut header, name, &mut content)?;
        let (read, sha256) = content.finish();
        if read != size {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "the file shrank while it was read"));
        }
        self.members.insert(name.to_owned(), Sum { size, sha256 });
        Ok(())
    }

    fn finish(mut self, manifest: &Manifest) -> io::Result<File> {
        let text = serde_json::to_vec_pretty(manifest)?;
        self.add(MANIFEST, text.len() as u64, &*text)?;
        let mut file = self.tar.into_inner()?.finish()?;
        file.flush()?;
        Ok(file)
    }
}
