//! The data folder and the keys in it.

use crate::config::Config;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use facility_audit::note::NoteSigner;
use facility_infra::backup;
use facility_infra::clock::OsRandomness;
use facility_infra::db::conn::Target;
use facility_infra::keys::Keys;
use facility_kernel::Randomness as _;
use facility_kernel::Secret;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

const KEY_FILE: &str = "secret.key";
const SIGNING_KEY_FILE: &str = "audit-signing.key";
const KEY_BYTES: usize = 32;
/// Minimum number of distinct bytes in a random key. The probability of fewer is below 2^-100.
const FEWEST_BYTES: usize = 8;
/// The permission bits of the group and of others.
const OTHERS: u32 = 0o077;

/// Creates the data folder with mode 0700 if it does not exist. Warns if other users can enter an existing folder; its
/// files are readable by the owner only. Errors also: the folder of the SQLite file does not exist.
pub fn prepare(config: &Config) -> Result<(), Box<dyn Error>> {
    let dir = &config.data_dir;
    let failed = |error| format!("cannot create the data folder {}: {error}", dir.display());
    DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(failed)?;
    let mode = std::fs::metadata(dir).map_err(failed)?.permissions().mode();
    if mode & OTHERS != 0 {
        let dir = dir.display();
        tracing::warn!("other users can enter the data folder {dir} (chmod 700 {dir})");
    }
    let Target::Sqlite(path) = target(config)? else { return Ok(()) };
    match Path::new(&path).parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(format!("configuration: database_url: the folder {} does not exist", folder.display()).into())
        }
        _ => Ok(()),
    }
}

/// Fails if a restore into the data folder was interrupted.
pub fn refuse_interrupted(config: &Config) -> Result<(), String> {
    if backup::restore::interrupted(&config.data_dir) {
        return Err("a restore into the data folder was interrupted: run `facility restore` again".to_owned());
    }
    Ok(())
}

/// Returns the configured database.
pub fn target(config: &Config) -> Result<Target, Box<dyn Error>> {
    Ok(Target::parse(&config.database_url).map_err(|error| format!("configuration: database_url: {error}"))?)
}

/// Returns the server's keys, from the configuration or the data folder. `None` if neither has them. Errors: the key is
/// malformed or all zeros, or other users can read its file.
pub fn keys(config: &Config) -> Result<Option<Keys>, Box<dyn Error>> {
    let path = config.data_dir.join(KEY_FILE);
    let (place, text) = match &config.secret_key {
        Some(secret) => ("configuration: secret_key".to_owned(), Some(secret.expose().to_owned())),
        None => (path.display().to_string(), stored_key(&path)?),
    };
    let Some(text) = text else { return Ok(None) };
    let key = parse_key(&text).map_err(|reason| format!("{place}: {reason}"))?;
    match key.iter().collect::<BTreeSet<_>>().len() {
        1 if key == [0; KEY_BYTES] => return Err(format!("{place}: the key must not be all zeros").into()),
        different if different < FEWEST_BYTES => {
            tracing::warn!("{place}: this key is not random (head -c 32 /dev/urandom | base64 makes one)");
        }
        _ => {}
    }
    Ok(Some(Keys::new(key)))
}

/// Creates the secret key of a new installation, unless another process has just created it.
pub fn make_keys(config: &Config) -> Result<(), Box<dyn Error>> {
    make_key(&config.data_dir.join(KEY_FILE), |bits| Ok(STANDARD.encode(bits)))
}

/// Returns the error of a command that needs the missing secret key.
pub fn missing_key(config: &Config) -> String {
    format!(
        "the secret key is missing: {} does not exist, and no new key fits this installation: put its key there, or set \
         FACILITY_SECRET_KEY (docs/OPERATIONS.md, Keys)",
        config.data_dir.join(KEY_FILE).display()
    )
}

/// Parses a secret key in base64.
pub fn parse_key(text: &str) -> Result<[u8; KEY_BYTES], String> {
    let refused = |found: &str| {
        format!("the key must be {KEY_BYTES} bytes in base64, as from head -c 32 /dev/urandom | base64; {found}")
    };
    let bytes = STANDARD.decode(text.trim()).map_err(|_source| refused("this is not base64, or a part is missing"))?;
    <[u8; KEY_BYTES]>::try_from(bytes).map_err(|bytes| refused(&format!("this one has {} bytes", bytes.len())))
}

/// Returns the key that signs checkpoints of the audit log, from the configuration or from the file of an earlier
/// version in the data folder. `None` if neither has it: the database normally stores this key. Errors: the key is
/// malformed, or other users can read its file.
pub fn given_signing_key(config: &Config) -> Result<Option<NoteSigner>, Box<dyn Error>> {
    let path = config.data_dir.join(SIGNING_KEY_FILE);
    let (place, text) = match &config.audit_signing_key {
        Some(secret) => ("configuration: audit_signing_key".to_owned(), Some(secret.expose().to_owned())),
        None => (path.display().to_string(), stored_key(&path)?),
    };
    Ok(text.map(|text| NoteSigner::parse(&text)).transpose().map_err(|error| format!("{place}: {error}"))?)
}

/// Creates a key that signs checkpoints, named after the server's public address.
pub fn new_signing_key(config: &Config) -> Result<NoteSigner, Box<dyn Error>> {
    let address = config.origin.as_str();
    let host = address.split_once("://").map_or(address, |(_, host)| host);
    Ok(NoteSigner::new(&format!("{}/audit", host.trim_end_matches('/')), &OsRandomness.bits()?)?)
}

/// Returns the error of a node whose own signing key differs from that in the database.
pub fn other_signing_key(config: &Config, own: &NoteSigner, kept: &NoteSigner) -> String {
    let source = match config.audit_signing_key {
        Some(_) => "the setting audit_signing_key".to_owned(),
        None => config.data_dir.join(SIGNING_KEY_FILE).display().to_string(),
    };
    format!(
        "{source} has another signing key ({}) than the database ({}), with which all nodes sign: move it away and keep it, \
         and start again (docs/OPERATIONS.md, Keys)",
        own.verifier().to_text(),
        kept.verifier().to_text()
    )
}

/// Renames the signing key file of an earlier version, whose key is now in the database.
pub fn retire_signing_key_file(config: &Config) {
    let path = config.data_dir.join(SIGNING_KEY_FILE);
    let aside = path.with_extension("key.in-database");
    match std::fs::rename(&path, &aside) {
        Ok(()) => {
            tracing::info!("the database keeps the signing key now: {} is no longer used", aside.display());
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => tracing::warn!(%error, "cannot move {} aside, which is no longer used", path.display()),
    }
}

/// Returns the text of a key file. `None` if it does not exist.
fn stored_key(path: &Path) -> Result<Option<String>, Box<dyn Error>> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if !path.try_exists().map_err(failed)? {
        return Ok(None);
    }
    let mode = std::fs::metadata(path).map_err(failed)?.permissions().mode();
    if mode & OTHERS != 0 {
        let path = path.display();
        return Err(format!("other users can read {path}: replace the key, or run chmod 600 {path}").into());
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    if text.trim().is_empty() {
        return Err(format!("{} is empty: restore it from a backup", path.display()).into());
    }
    Ok(Some(text))
}

/// Creates a key file under a temporary name and links it to its own name once it is durable, so a crash leaves a
/// complete key or none. If two servers start on one folder at the same time, one creates the key and both read it.
fn make_key(path: &Path, make: impl Fn([u8; KEY_BYTES]) -> std::io::Result<String>) -> Result<(), Box<dyn Error>> {
    Ok(try_make_key(path, make).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn try_make_key(path: &Path, make: impl Fn([u8; KEY_BYTES]) -> std::io::Result<String>) -> std::io::Result<()> {
    let bits = || OsRandomness.bits().map_err(std::io::Error::other);
    let draft = path.with_extension(format!("{}.draft", &Secret::from_bits(&bits()?).fingerprint()));
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    let written =
        file.write_all(make(bits()?)?.as_bytes()).and_then(|()| file.sync_all()).and_then(
            |()| match std::fs::hard_link(&draft, path) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
                Ok(()) | Err(_) => Ok(()),
            },
        );
    std::fs::remove_file(&draft)?;
    written?;
    // The name is durable only once the folder is synced.
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Barrier};

    #[expect(clippy::unnecessary_wraps, reason = "making a key can fail")]
    fn made(bits: [u8; KEY_BYTES]) -> std::io::Result<String> {
        Ok(STANDARD.encode(bits))
    }

    /// Creates the key, unless it exists, and reads it.
    fn key(path: &Path) -> String {
        make_key(path, made).unwrap();
        stored_key(path).unwrap().unwrap()
    }

    #[test]
    fn a_key_file_is_created_once_and_readable_by_its_owner_only() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEY_FILE);
        assert!(stored_key(&path).unwrap().is_none());
        let first = key(&path);
        assert_eq!(key(&path), first);
        assert_eq!(STANDARD.decode(first).unwrap().len(), KEY_BYTES);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "the draft is deleted");
    }

    #[test]
    fn servers_started_concurrently_share_one_complete_key() {
        let dir = tempfile::tempdir().unwrap();
        let (path, start) = (dir.path().join(KEY_FILE), Arc::new(Barrier::new(8)));
        let keys: Vec<_> = (0..8)
            .map(|_| {
                let (path, start) = (path.clone(), Arc::clone(&start));
                std::thread::spawn(move || {
                    start.wait();
                    key(&path)
                })
            })
            .collect();
        let keys: BTreeSet<String> = keys.into_iter().map(|key| key.join().unwrap()).collect();
        assert_eq!(keys.len(), 1);
    }

    #[test]
    fn a_key_that_others_can_read_or_that_is_empty_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEY_FILE);
        make_key(&path, made).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(stored_key(&path).unwrap_err().to_string().contains("chmod 600"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        std::fs::write(&path, "").unwrap();
        assert!(stored_key(&path).unwrap_err().to_string().contains("is empty"));
    }
}
