//! The data folder and the secret key in it.

use crate::config::Config;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use infra::clock::OsRandomness;
use infra::keys::Keys;
use std::error::Error;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use users::ports::Randomness as _;

const KEY_FILE: &str = "secret.key";
const KEY_BYTES: usize = 32;

/// Makes the data folder, mode 0700, where there is none.
pub fn prepare(config: &Config) -> Result<(), Box<dyn Error>> {
    let dir = &config.data_dir;
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .map_err(|error| format!("the data folder {} cannot be made: {error}", dir.display()))?;
    Ok(())
}

/// The keys of this server: from the configuration, or from the data folder, where they are made at the first start.
pub fn keys(config: &Config) -> Result<Keys, Box<dyn Error>> {
    let text = match &config.secret_key {
        Some(secret) => secret.expose().to_owned(),
        None => kept_key(&config.data_dir.join(KEY_FILE))?,
    };
    let bytes = STANDARD.decode(text.trim()).map_err(|error| format!("secret_key: {error}"))?;
    let key = <[u8; KEY_BYTES]>::try_from(bytes)
        .map_err(|bytes| format!("secret_key: {} bytes instead of {KEY_BYTES}, in base64", bytes.len()))?;
    Ok(Keys::new(key))
}

fn kept_key(path: &Path) -> Result<String, Box<dyn Error>> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    // Of two servers that start at once on one folder, one makes the key and the other reads it.
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(mut file) => {
            let text = STANDARD.encode(OsRandomness.bits()?);
            file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
            Ok(text)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let mut text = String::new();
            OpenOptions::new()
                .read(true)
                .open(path)
                .map_err(failed)?
                .read_to_string(&mut text)
                .map_err(failed)?;
            Ok(text)
        }
        Err(error) => Err(failed(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(KEY_FILE);
        let first = kept_key(&path).unwrap();
        assert_eq!(kept_key(&path).unwrap(), first);
        assert_eq!(STANDARD.decode(first).unwrap().len(), KEY_BYTES);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
