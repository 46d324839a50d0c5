//! `facility migrate`

use crate::config::Config;
use crate::data;
use crate::foundation::Foundation;
use facility_infra::db::Database;
use facility_infra::db::conn::Target;
use facility_infra::migration::Plan;
use std::error::Error;
use std::path::Path;

/// Migrates the database of an existing installation. Blocks.
pub fn run(config: &Config) -> Result<(), Box<dyn Error>> {
    Foundation::of_installation(config)?;
    say!("The database schema is up to date.")?;
    Ok(())
}

/// Says what [`run`], or a start, would do, and changes nothing. Blocks. Errors: there is no installation, or its
/// database would be refused.
pub fn check(config: &Config) -> Result<(), Box<dyn Error>> {
    let target = data::target(config)?;
    let missing = || format!("there is no installation: {}", config.database_place());
    if matches!(&target, Target::Sqlite(path) if !Path::new(path).exists()) {
        return Err(missing().into());
    }
    let Plan { last, newest, pending, copy } = Database::plan_migration(&target)?;
    let last = last.ok_or_else(missing)?;
    let version = env!("CARGO_PKG_VERSION");
    say!("The database has the schema of migration {last}. This program ({version}) ends with migration {newest}.")?;
    if pending.is_empty() {
        say!("Nothing would be migrated.")?;
        return Ok(());
    }
    say!("These migrations would run: {}", pending.join(", "))?;
    match copy {
        Some(copy) => say!("Before that, the database would be copied to {copy}")?,
        None => say!("Back up the database first: the server makes no copy of PostgreSQL.")?,
    }
    Ok(())
}
