//! `facility backup PATH` and `facility restore FILE`

use crate::config::Config;
use crate::{backups, data, foundation};
use clap::ArgMatches;
use facility_infra::backup;
use facility_infra::backup::restore::{Restored, Target};
use facility_infra::keys::Keys;
use std::error::Error;
use std::path::PathBuf;
use tokio::task::block_in_place;

/// Backs up the installation into a new file, or into a new file in a folder, also while a server runs.
pub fn make(config: &Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let path = arguments.get_one::<PathBuf>("path").ok_or("missing PATH")?;
    let (_target, keys) = block_in_place(|| foundation::existing(config))?;
    let source = backups::source(config, &keys, arguments.get_flag("with-keys"))?;
    let now = facility_infra::clock::server_clock()?.now();
    let to = if path.is_dir() { path.join(backups::name_at(&backups::name_prefix(&keys), now)) } else { path.clone() };
    let made = block_in_place(|| backup::make::write(&source, &to, now))?;
    say!("{} ({} KiB):", to.display(), made.bytes.div_ceil(1024))?;
    say!("  {:>8} audit entries, verified", made.entries)?;
    match source.objects {
        Some(_) => say!("  {:>8} files", made.files)?,
        None => say!("           no files: they are in the bucket, which has to be copied as well")?,
    }
    if made.has_secret_key {
        say!("It contains the secret key: anyone who has it can read and forge everything.")?;
    } else {
        say!("It does not contain the secret key: keep a copy of it elsewhere.")?;
    }
    Ok(())
}

/// Restores a backup into the data folder, while no server runs on it.
pub fn restore(config: &Config, arguments: &ArgMatches) -> Result<(), Box<dyn Error>> {
    let path = arguments.get_one::<PathBuf>("path").ok_or("missing FILE")?;
    data::prepare(config)?;
    let target = Target {
        database: data::target(config)?,
        objects: backups::objects(config),
        data: config.data_dir.clone(),
        replace: arguments.get_flag("replace"),
    };
    // An unusable key is ignored, because the archive may contain the right one.
    let own = data::keys(config).unwrap_or_default();
    let key = |archived: Option<String>| {
        archived.and_then(|text| data::parse_key(&text).ok()).map(Keys::new).or_else(|| own.clone())
    };
    let Restored { made_at, files, entries, with_keys, moved_to } =
        block_in_place(|| backup::restore::restore(path, &target, key))?;
    say!("The backup of {made_at} is restored: {files} files, {entries} audit entries, verified.")?;
    if let Some(folder) = moved_to {
        say!("What was there before is in {}. Delete it when you no longer need it.", folder.display())?;
    }
    if !with_keys && own.is_none() {
        say!(
            "The backup does not contain the secret key. Put secret.key into {} before you start the \
             server: with another secret key nobody can sign in.",
            config.data_dir.display()
        )?;
    }
    Ok(())
}
