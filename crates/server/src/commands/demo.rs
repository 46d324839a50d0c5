//! `facility demo`

use super::serve;
use crate::config::Config;
use crate::demo::{cast, fill, lore};
use clap::ArgMatches;
use std::error::Error;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use web::origin::Origin;

/// The folder and the address that nobody asked for: the settings' defaults.
const DEFAULT_FOLDER: &str = "data";
const DEFAULT_ORIGIN: &str = "http://localhost:8080";

/// Serves a facility filled with lore out of a scratch folder, which goes when the server ends, unless `--keep` is
/// given. Errors: the address is not loopback, or the configuration points at data that is there.
pub async fn run(config: Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    refuse_what_is_not_ours(&config)?;
    let scratch = Scratch::new(&config.data_dir, arguments.get_flag("keep"))?;
    let config = in_scratch(config, scratch.path())?;
    let library = lore::library()?;
    let folder = scratch.path().display().to_string();
    serve::run_with(config, async |config, base, app| {
        let told = library.lore.len();
        fill::fill(base, app, library).await?;
        let origin = config.origin.as_str();
        println!("\nA demo with {told} submissions, kept in {folder}\n\n{}", cast::table());
        println!("Sign in at {origin} with any of these. Nothing here is secret: never put this server on a network.\n");
        Ok(())
    })
    .await
}

/// The demo's passwords are known to all, and what it writes goes again: it keeps to itself.
fn refuse_what_is_not_ours(config: &Config) -> Result<(), String> {
    if !config.listen.ip().is_loopback() {
        return Err(format!(
            "listen: the demo serves this machine alone, and {} is not loopback",
            config.listen
        ));
    }
    if config.metrics_listen.is_some_and(|address| !address.ip().is_loopback()) {
        return Err("metrics_listen: the demo serves this machine alone".to_owned());
    }
    let inside = |scheme: &str, url: &str| {
        url.strip_prefix(scheme).is_some_and(|path| Path::new(path).starts_with(&config.data_dir))
    };
    if !inside("sqlite:", &config.database_url) {
        return Err("database_url: the demo has a database of its own; leave it unset".to_owned());
    }
    if !inside("file:", &config.object_store_url) {
        return Err("object_store_url: the demo has a folder of its own; leave it unset".to_owned());
    }
    let is_given = config.data_dir != Path::new(DEFAULT_FOLDER);
    if is_given && config.data_dir.exists() {
        let folder = config.data_dir.display();
        return Err(format!("data_dir: {folder} exists; the demo takes a folder that does not, or none"));
    }
    Ok(())
}

/// The configuration with everything it keeps in this folder, and an origin that fits the port.
fn in_scratch(config: Config, folder: &Path) -> Result<Config, Box<dyn Error>> {
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

/// A folder that goes with this value.
enum Scratch {
    Temporary(tempfile::TempDir),
    Named(PathBuf),
    Kept(PathBuf),
}

impl Scratch {
    /// A fresh folder, for its owner alone; `named` where somebody named one.
    fn new(named: &Path, keep: bool) -> std::io::Result<Self> {
        if named != Path::new(DEFAULT_FOLDER) {
            // Made when the server starts; to make it here would claim one that somebody made meanwhile.
            let path = std::path::absolute(named)?;
            return Ok(if keep { Self::Kept(path) } else { Self::Named(path) });
        }
        let folder = tempfile::Builder::new().prefix("facility-demo-").tempdir()?;
        Ok(if keep { Self::Kept(folder.keep()) } else { Self::Temporary(folder) })
    }

    fn path(&self) -> &Path {
        match self {
            Self::Temporary(folder) => folder.path(),
            Self::Named(path) | Self::Kept(path) => path,
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Self::Named(path) = self
            && let Err(error) = std::fs::remove_dir_all(&path)
            && error.kind() != ErrorKind::NotFound
        {
            tracing::warn!(folder = %path.display(), %error, "the demo's folder cannot be removed");
        }
    }
}
