//! Restores backups. Everything is unpacked and verified beside the data before anything is changed.

use super::{
    ANCHORS, BackupError, DATABASE, FORMAT, KEYS, MANIFEST, Manifest, OBJECTS, Sum, at, beside, check_copy,
    end_sign_ins, refuse_foreign_code, sync_folder,
};
use crate::keys::Keys;
use crate::storage::kernel::key_check::Installation;
use crate::{db, running};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use tar::EntryType;
use zstd::Decoder;

/// File in the data folder that exists while files are being exchanged.
const MARKER: &str = "restore-in-progress";
/// Limit of the unpacked size, so that a crafted archive cannot fill the disk: this many times the archive's size, plus
/// `ALLOWANCE` bytes. A database compresses to about a twentieth.
const MAX_GROWTH: u64 = 200;
const ALLOWANCE: u64 = 64 * 1024 * 1024;
/// Buffer size in bytes.
const PIECE: usize = 64 * 1024;

/// Where a backup is restored to.
pub struct Target {
    /// The database.
    pub database: db::conn::Target,
    /// The folder of the files. `None` if they are in a bucket.
    pub objects: Option<PathBuf>,
    /// The folder of the anchors and the keys.
    pub data: PathBuf,
    /// Whether existing data is moved aside.
    pub replace: bool,
}

/// What was restored.
#[derive(Debug)]
pub struct Restored {
    /// When the backup was made.
    pub made_at: String,
    /// Number of files.
    pub files: usize,
    /// Number of audit entries.
    pub entries: i64,
    /// Whether the keys were in it.
    pub with_keys: bool,
    /// Where the previous data was moved to.
    pub moved_to: Option<PathBuf>,
}

/// Returns whether a restore into this data folder was interrupted while files were being exchanged. It has to be
/// repeated before a server can start.
pub fn interrupted(data: &Path) -> bool {
    data.join(MARKER).exists()
}

/// Restores a backup. Blocks. Nothing is changed unless the whole archive is sound; existing data is moved aside, never
/// deleted. Sessions, pending sign-ins and reset codes in the backup end. `keys` takes the archive's secret key, if it
/// has one, and returns the keys of the installation, if a secret key is known.
///
/// Errors also: a server or an import uses the database, there is data already, or the backup belongs to another secret
/// key.
pub fn restore(
    archive: &Path,
    target: &Target,
    keys: impl FnOnce(Option<String>) -> Option<Keys>,
) -> Result<Restored, BackupError> {
    let db::conn::Target::Sqlite(database) = &target.database else { return Err(BackupError::Postgres) };
    let database = PathBuf::from(database);
    let _claim = running::claim(&target.database)?;
    let existing = target.existing(&database)?;
    if !existing.is_empty() && !target.replace && !interrupted(&target.data) {
        return Err(BackupError::NotEmpty);
    }
    target.check_file_systems(&database)?;
    let staging = Staging::create(beside(&database, ".restoring"))?;
    let file = File::open(archive).map_err(at(archive))?;
    let manifest = unpack(file, &staging.0)?;
    let secret = fs::read_to_string(staging.0.join(KEYS[0])).ok();
    let with_keys = secret.is_some();
    let (keys, copy) = (keys(secret), staging.0.join(DATABASE));
    if let Some(keys) = &keys
        && let Some(path) = copy.to_str()
        && let Ok(Some(installation)) = Installation::find(&db::conn::Target::Sqlite(path.to_owned()))
        && !installation.belongs_to(keys)
    {
        return Err(BackupError::OtherKey);
    }
    let end = check_copy(&copy, keys.map(|keys| keys.audit_chain()))
        .map_err(|reason| BackupError::damaged(DATABASE, &reason))?;
    if (end.number, hex::encode(end.hash)) != (manifest.audit_entries, manifest.audit_hash.clone()) {
        return Err(BackupError::damaged(DATABASE, "does not end with the audit entry in the manifest"));
    }
    let name = copy.to_str().ok_or_else(|| BackupError::Unsound("its path is not UTF-8".to_owned()))?;
    refuse_foreign_code(name).map_err(|reason| BackupError::damaged(DATABASE, &reason))?;
    end_sign_ins(name).map_err(BackupError::Unsound)?;
    let moved_to = target.exchange(&database, &staging.0, &existing, &manifest)?;
    let files = manifest.members.keys().filter(|name| name.starts_with(OBJECTS)).count();
    Ok(Restored { made_at: manifest.made_at, files, entries: end.number, with_keys, moved_to })
}

impl Target {
    /// Returns the existing paths that a restore replaces. Keys are not among them: only an archive with keys replaces
    /// them.
    fn existing(&self, database: &Path) -> Result<Vec<PathBuf>, BackupError> {
        let files = ["", "-wal", "-shm", "-journal"].map(|end| beside(database, end));
        let anchors = ANCHORS.map(|name| self.data.join(name));
        let all = files.into_iter().chain(anchors).chain(self.objects.clone());
        let mut found = Vec::new();
        for path in all {
            let is_there = match fs::read_dir(&path) {
                Ok(mut inside) => inside.next().is_some(),
                Err(_not_a_folder) => path.try_exists().map_err(at(&path))?,
            };
            if is_there {
                found.push(path);
            }
        }
        Ok(found)
    }

    /// Checks that everything is on one file system, because only there a rename is atomic.
    fn check_file_systems(&self, database: &Path) -> Result<(), BackupError> {
        let device = |path: &Path| {
            let existing = path.ancestors().find(|path| path.exists()).unwrap_or(Path::new("."));
            fs::metadata(existing).map(|data| data.dev()).map_err(at(path))
        };
        let here = device(&self.data)?;
        for path in std::iter::once(database).chain(self.objects.as_deref()) {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if device(folder.unwrap_or(Path::new(".")))? != here {
                return Err(BackupError::FileSystems);
            }
        }
        Ok(())
    }

    /// Moves the existing data aside and the unpacked data into its place. While the marker exists, no server starts; a
    /// repeated restore starts over from the archive.
    fn exchange(
        &self,
        database: &Path,
        staging: &Path,
        existing: &[PathBuf],
        manifest: &Manifest,
    ) -> Result<Option<PathBuf>, BackupError> {
        let marker = self.data.join(MARKER);
        let mut file = File::create(&marker).map_err(at(&marker))?;
        file.write_all(manifest.made_at.as_bytes()).and_then(|()| file.sync_all()).map_err(at(&marker))?;
        sync_folder(&marker)?;
        let mut to_place = vec![];
        for name in ANCHORS.into_iter().chain(KEYS) {
            to_place.push((staging.join(name), self.data.join(name)));
        }
        if let Some(objects) = &self.objects {
            to_place.push((staging.join("objects"), objects.clone()));
        }
        // Moves the database last: without it there is no installation.
        to_place.push((staging.join(DATABASE), database.to_owned()));
        to_place.retain(|(from, _)| from.exists());
        // Moves existing keys aside only if the archive has keys.
        let keys = KEYS.map(|name| self.data.join(name));
        let replaced = to_place.iter().map(|(_, to)| to).filter(|to| keys.contains(to) && to.exists());
        let aside: Vec<PathBuf> = existing.iter().chain(replaced).cloned().collect();
        let moved_to = if aside.is_empty() { None } else { Some(self.move_aside(&aside)?) };
        for (from, to) in &to_place {
            // An empty folder for the files may exist.
            drop(fs::remove_dir(to));
            if let Some(folder) = to.parent() {
                DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(at(folder))?;
            }
            fs::rename(from, to).map_err(at(to))?;
            sync_folder(to)?;
        }
        fs::remove_file(&marker).map_err(at(&marker))?;
        sync_folder(&marker)?;
        Ok(moved_to)
    }

    fn move_aside(&self, existing: &[PathBuf]) -> Result<PathBuf, BackupError> {
        let free = |n: &u32| !self.data.join(format!("before-restore-{n}")).exists();
        let number = (1..=u32::MAX).find(free).unwrap_or(u32::MAX);
        let folder = self.data.join(format!("before-restore-{number}"));
        DirBuilder::new().mode(0o700).create(&folder).map_err(at(&folder))?;
        for path in existing {
            let name = path.file_name().unwrap_or(path.as_os_str());
            fs::rename(path, folder.join(name)).map_err(at(path))?;
            sync_folder(path)?;
        }
        sync_folder(&folder.join(MANIFEST))?;
        Ok(folder)
    }
}

/// The folder in which an archive is unpacked. Deleted on drop.
struct Staging(PathBuf);

impl Staging {
    fn create(path: PathBuf) -> Result<Self, BackupError> {
        if path.exists() {
            fs::remove_dir_all(&path).map_err(at(&path))?;
        }
        DirBuilder::new().recursive(true).mode(0o700).create(&path).map_err(at(&path))?;
        Ok(Self(path))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Returns whether this is a valid member name. A valid name cannot lead outside the folder.
fn is_member(name: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    match name.strip_prefix(OBJECTS) {
        Some(inside) => inside.split('/').all(plain),
        None => name == DATABASE || name == MANIFEST || ANCHORS.contains(&name) || KEYS.contains(&name),
    }
}

/// Unpacks the archive into the folder and checks it against its manifest. Errors: names the first member that is
/// damaged, missing, repeated, not in the manifest, or too large for the archive's size.
fn unpack(file: File, folder: &Path) -> Result<Manifest, BackupError> {
    let mut current = "the start".to_owned();
    let packed = file.metadata().map(|data| data.len()).unwrap_or_default();
    let mut allowed = packed.saturating_mul(MAX_GROWTH).saturating_add(ALLOWANCE);
    let decoder = Decoder::new(file).map_err(|error| BackupError::damaged(&current, &error))?;
    let mut tar = tar::Archive::new(decoder);
    let mut found: BTreeMap<String, Sum> = BTreeMap::new();
    let mut manifest = None;
    let entries = tar.entries().map_err(|error| BackupError::damaged(&current, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| BackupError::damaged(&format!("the data after {current}"), &error))?;
        let name = entry.path().ok().and_then(|path| path.to_str().map(str::to_owned));
        if found.is_empty()
            && let Some(name) = name.as_deref()
            && !is_member(name)
            && facility_transfer::member::Member::parse(name).is_ok()
        {
            return Err(BackupError::Export);
        }
        let name = name.filter(|name| is_member(name) && entry.header().entry_type() == EntryType::Regular);
        let name =
            name.ok_or_else(|| BackupError::damaged(&format!("the data after {current}"), "is not part of a backup"))?;
        current.clone_from(&name);
        if found.contains_key(&name) || manifest.is_some() {
            return Err(BackupError::damaged(&name, "is repeated or follows the manifest"));
        }
        allowed = allowed
            .checked_sub(entry.size())
            .ok_or_else(|| BackupError::damaged(&name, "is too large for an archive of this size"))?;
        let path = folder.join(&name);
        let sum = store(entry, &path, &name)?;
        if name == MANIFEST {
            let text = fs::read(&path).map_err(at(&path))?;
            manifest = Some(parse(&text)?);
        } else {
            found.insert(name, sum);
        }
    }
    let manifest: Manifest = manifest.ok_or_else(|| BackupError::damaged(MANIFEST, "is missing"))?;
    for (name, sum) in &manifest.members {
        match found.remove(name) {
            None => return Err(BackupError::damaged(name, "is missing")),
            Some(other) if other != *sum => {
                return Err(BackupError::damaged(name, "does not have the SHA-256 of the manifest"));
            }
            Some(_) => {}
        }
    }
    if let Some(name) = found.keys().next() {
        return Err(BackupError::damaged(name, "is not in the manifest"));
    }
    if !manifest.members.contains_key(DATABASE) {
        return Err(BackupError::damaged(DATABASE, "is missing"));
    }
    Ok(manifest)
}

fn parse(text: &[u8]) -> Result<Manifest, BackupError> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let wrong = |error: serde_json::Error| BackupError::damaged(MANIFEST, &error);
    let Format { format } = serde_json::from_slice(text).map_err(wrong)?;
    if format > FORMAT {
        return Err(BackupError::Newer(format));
    }
    serde_json::from_slice(text).map_err(wrong)
}

/// Writes a member to a new file, durably.
fn store(mut content: impl Read, path: &Path, name: &str) -> Result<Sum, BackupError> {
    if let Some(folder) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(at(folder))?;
    }
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = made.map_err(at(path))?;
    let (mut hash, mut size, mut piece) = (Sha256::new(), 0_u64, vec![0; PIECE]);
    loop {
        let read = match content.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(BackupError::damaged(name, &error)),
        };
        let bytes = piece.get(..read).unwrap_or_default();
        hash.update(bytes);
        size = size.saturating_add(read as u64);
        file.write_all(bytes).map_err(at(path))?;
    }
    file.sync_all().map_err(at(path))?;
    Ok(Sum { size, sha256: hex::encode(hash.finalize()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_of_a_backup_are_unpacked() {
        for good in ["facility.sqlite", "manifest.json", "secret.key", "objects/uploads/018f-a.b"] {
            assert!(is_member(good), "{good}");
        }
        for bad in
            ["", "/etc/passwd", "../x", "objects/../x", "objects//x", "objects/", "objects/.x", "other", "objects"]
        {
            assert!(!is_member(bad), "{bad}");
        }
    }
}
