//! `facility demo`

use super::serve::{self, Hangup};
use crate::config::Config;
use crate::demo::{cast, fill, lore};
use clap::ArgMatches;
use facility_web::gate::origin::Origin;
use std::error::Error;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The defaults of the settings `data_dir` and `public_url`.
const DEFAULT_FOLDER: &str = "data";
const DEFAULT_ORIGIN: &str = "http://localhost:8080";

/// Serves a demo filled with lore from a temporary folder and removes the folder at the end, unless `--keep` is given.
/// Fails if the address is not loopback or the configuration points to existing data.
pub async fn run(config: Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    check_isolation(&config)?;
    let folder = DemoFolder::new(&config.data_dir, arguments.get_flag("keep"))?;
    let config = with_state_in(config, folder.path())?;
    let library = lore::library()?;
    let folder = folder.path().display().to_string();
    serve::run_with(config, Hangup::Stops, async |config, base, app| {
        let count = library.lore.len();
        fill::fill(base, app, library).await?;
        let origin = config.origin.as_str();
        say!("\nDemo with {count} submissions in {folder}\n\n{}", cast::table())?;
        say!("Sign in at {origin} with any of these accounts. Their passwords are public: do not connect this server to a network.\n")?;
        Ok(())
    })
    .await
}

/// Refuses public addresses, because the demo's passwords are public, and existing data, because the demo removes it.
fn check_isolation(config: &Config) -> Result<(), String> {
    if !config.listen.ip().is_loopback() {
        return Err(format!("listen: the demo requires a loopback address, and {} is not one", config.listen));
    }
    if config.metrics_listen.is_some_and(|address| !address.ip().is_loopback()) {
        return Err("metrics_listen: the demo requires a loopback address".to_owned());
    }
    let inside = |scheme: &str, url: &str| {
        url.strip_prefix(scheme).is_some_and(|path| Path::new(path).starts_with(&config.data_dir))
    };
    if !inside("sqlite:", &config.database_url) {
        return Err("database_url: the demo uses its own database; leave this unset".to_owned());
    }
    if !inside("file:", &config.object_store_url) {
        return Err("object_store_url: the demo uses its own folder; leave this unset".to_owned());
    }
    let is_given = config.data_dir != Path::new(DEFAULT_FOLDER);
    if is_given && config.data_dir.exists() {
        let folder = config.data_dir.display();
        return Err(format!("data_dir: {folder} exists; name a new folder or leave this unset"));
    }
    Ok(())
}

/// The configuration with all state in this folder, and with an origin that matches the port.
fn with_state_in(config: Config, folder: &Path) -> Result<Config, Box<dyn Error>> {
    let origin = if config.origin.as_str() == DEFAULT_ORIGIN {
        let url = format!("http://localhost:{}", config.listen.port());
        Origin::parse(&url).map_err(|error| format!("public_url: {error}"))?
    } else {
        config.origin
    };
    Ok(Config {
        data_dir: folder.to_owned(),
        database_url: format!("sqlite:{}", folder.join("facility.sqlite").display()),
        object_store_url: format!("file:{}", folder.join("objects").display()),
        secret_key: None,
        origin,
        ..config
    })
}

/// A temporary folder; `Temporary` and `Named` are removed when the value is dropped.
enum DemoFolder {
    Temporary(tempfile::TempDir),
    Named(PathBuf),
    Kept(PathBuf),
}

impl DemoFolder {
    /// Creates a folder that only its owner can access, unless `named` is not the default: the server creates that one.
    fn new(named: &Path, keep: bool) -> std::io::Result<Self> {
        if named != Path::new(DEFAULT_FOLDER) {
            // The server creates it. Creating it here could take over a folder that appeared in the meantime.
            let path = std::path::absolute(named)?;
            return Ok(if keep { Self::Kept(path) } else { Self::Named(path) });
        }
        let folder = tempfile::Builder::new()
            .prefix("facility-demo-")
            .permissions(std::fs::Permissions::from_mode(0o700))
            .tempdir()?;
        Ok(if keep { Self::Kept(folder.keep()) } else { Self::Temporary(folder) })
    }

    fn path(&self) -> &Path {
        match self {
            Self::Temporary(folder) => folder.path(),
            Self::Named(path) | Self::Kept(path) => path,
        }
    }
}

impl Drop for DemoFolder {
    fn drop(&mut self) {
        if let Self::Named(path) = self
            && let Err(error) = std::fs::remove_dir_all(&path)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(folder = %path.display(), %error, "cannot remove the demo's folder");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_owner_can_access_the_temporary_folder() {
        let folder = DemoFolder::new(Path::new(DEFAULT_FOLDER), false).unwrap();
        let mode = folder.path().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
