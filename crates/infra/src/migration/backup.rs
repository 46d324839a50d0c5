//! The backup of a SQLite database before an upgrade.

use super::error::MigrationError;
use crate::backup::end_sign_ins;
use diesel::connection::SimpleConnection;
use diesel::{Connection, RunQueryDsl, SqliteConnection};
use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// The name of that copy.
pub(super) fn copy_of(path: &str, version: &str) -> String {
    format!("{path}.before-{version}")
}

/// Copies the database at `path` to `PATH.before-VERSION` beside it, with mode 0600, checked and synced, without
/// sessions, pending sign-ins or reset codes. Replaces a copy of that name from an earlier attempt. The caller holds
/// the write lock, so that nothing is written after the copy.
pub(super) fn before_upgrade(path: &str, version: &str) -> Result<(), MigrationError> {
    let copy = PathBuf::from(copy_of(path, version));
    let draft = PathBuf::from(format!("{path}.before-{version}.incomplete"));
    make(path, &draft, &copy).map_err(|reason| {
        // An incomplete copy is useless, and may have filled the disk.
        drop(fs::remove_file(&draft));
        MigrationError::Backup { path: copy.display().to_string(), reason }
    })?;
    tracing::info!(backup = %copy.display(), "the database was copied before the upgrade");
    Ok(())
}

fn make(path: &str, draft: &Path, copy: &Path) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    if draft.exists() {
        fs::remove_file(draft).map_err(|error| text(&error))?;
    }
    // SQLite accepts an empty file for the copy, and keeps its mode.
    let made = OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft);
    drop(made.map_err(|error| text(&error))?);
    let name = draft.to_str().ok_or("the path is not UTF-8")?;
    let mut conn = SqliteConnection::establish(path).map_err(|error| text(&error))?;
    diesel::sql_query("VACUUM INTO $1")
        .bind::<diesel::sql_types::Text, _>(name)
        .execute(&mut conn)
        .map_err(|error| text(&error))?;
    check(name)?;
    end_sign_ins(name)?;
    File::open(draft).and_then(|file| file.sync_all()).map_err(|error| text(&error))?;
    fs::rename(draft, copy).map_err(|error| text(&error))?;
    let folder = match copy.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| text(&error))
}

named_row! { struct QuickCheck { result: String } }

fn check(copy: &str) -> Result<(), String> {
    let mut conn = SqliteConnection::establish(copy).map_err(|error| error.to_string())?;
    // No journal, so the check leaves no file beside the copy.
    conn.batch_execute("PRAGMA journal_mode = OFF; PRAGMA query_only = ON").map_err(|error| error.to_string())?;
    let found: QuickCheck = diesel::sql_query("SELECT quick_check AS result FROM pragma_quick_check LIMIT 1")
        .get_result(&mut conn)
        .map_err(|error| error.to_string())?;
    if found.result == "ok" { Ok(()) } else { Err(format!("the copy is damaged: {}", found.result)) }
}
