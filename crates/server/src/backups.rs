//! Scheduled backups: one per interval. Only the newest are kept.

use crate::config::Config;
use crate::config::schedule::Schedule;
use crate::data;
use facility_infra::backup::make::Source;
use facility_infra::backup::{self, BackupError};
use facility_infra::keys::Keys;
use facility_kernel::Timestamp;
use facility_oversight::first_steps::LastBackup;
use facility_web::observe::jobs::JobMetrics;
use std::error::Error;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

const PREFIX: &str = "facility-";
const SUFFIX: &str = ".backup.tar.zst";
/// The suffixes of the names of unfinished backups, after [`SUFFIX`].
const UNFINISHED: [&str; 2] = [".partial", ".partial.sqlite"];
/// Age from which an unfinished backup counts as abandoned: nobody can still be writing it.
const ABANDONED_AFTER: Duration = Duration::from_hours(24);

/// Makes the scheduled backups.
#[derive(Clone)]
pub struct Backups {
    schedule: Schedule,
    source: Source,
    /// The start of the names of this installation's backups.
    start: String,
    metrics: JobMetrics,
    last: LastBackup,
}

/// Returns the folder of the file store. `None` if the files are in a bucket.
pub fn objects(config: &Config) -> Option<PathBuf> {
    config.object_store_url.strip_prefix("file:").map(PathBuf::from)
}

/// Returns the source of a backup of this installation.
pub fn source(config: &Config, keys: &Keys, with_keys: bool) -> Result<Source, Box<dyn Error>> {
    Ok(Source {
        database: data::target(config)?,
        objects: objects(config),
        data: config.data_dir.clone(),
        with_keys,
        key: keys.audit_chain(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// Returns the start of the names of this installation's backups. It differs between installations, which may share a
/// folder.
pub fn name_prefix(keys: &Keys) -> String {
    format!("{PREFIX}{}-", keys.short_id())
}

/// Returns the name of a backup made at this time. Names with the same start sort by time.
pub fn name_at(start: &str, time: Timestamp) -> String {
    let time = time.to_string();
    let seconds = time.split('.').next().unwrap_or(&time);
    let compact: String = seconds.chars().filter(|c| !matches!(c, '-' | ':')).collect();
    format!("{start}{compact}Z{SUFFIX}")
}

impl Backups {
    /// Creates the scheduled backups, or `None` if they are not configured. Errors: the database is on PostgreSQL.
    pub fn new(
        config: &Config,
        keys: &Keys,
        metrics: JobMetrics,
        last: LastBackup,
    ) -> Result<Option<Self>, Box<dyn Error>> {
        let Some(schedule) = config.backups.clone() else { return Ok(None) };
        let source = source(config, keys, false)?;
        if !matches!(source.database, facility_infra::db::conn::Target::Sqlite(_)) {
            return Err(format!("backup_dir: {}", BackupError::Postgres).into());
        }
        Ok(Some(Self { schedule, source, start: name_prefix(keys), metrics, last }))
    }

    /// Makes a backup if the newest one is at least as old as the interval, and returns its path. Then deletes backups
    /// beyond the number to keep, and unfinished ones that are more than a day old. Blocks.
    pub fn run(&self, now: Timestamp) -> Result<Option<PathBuf>, BackupError> {
        let Schedule { folder, every, keep } = &self.schedule;
        let failed = |path: &Path, error| BackupError::File { path: path.display().to_string(), error };
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(|error| failed(folder, error))?;
        let (made, ahead) = self.names(now).map_err(|error| failed(folder, error))?;
        if let Some(newest) = made.last().filter(|newest| **newest > self.name_at(now.minus(*every))) {
            self.report(&folder.join(newest));
            return Ok(None);
        }
        if !ahead.is_empty() {
            tracing::warn!(
                backups = ahead.join(", "),
                "backups are named in the future and do not count: check the clock"
            );
        }
        let to = folder.join(self.name_at(now));
        backup::make::write(&self.source, &to, now)?;
        // Older backups are deleted only after the new one is complete.
        self.report(&to);
        let (names, _ahead) = self.names(now).map_err(|error| failed(folder, error))?;
        let abandoned = self.abandoned(now).map_err(|error| failed(folder, error))?;
        for name in names.iter().rev().skip(*keep).chain(&abandoned) {
            let old = folder.join(name);
            fs::remove_file(&old).map_err(|error| failed(&old, error))?;
        }
        Ok(Some(to))
    }

    fn name_at(&self, time: Timestamp) -> String {
        name_at(&self.start, time)
    }

    /// Shows the time of the newest backup in the metrics and to administrators.
    fn report(&self, newest: &Path) {
        let written = fs::metadata(newest).and_then(|file| file.modified());
        if let Some(written) = written.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()) {
            self.metrics.backed_up(written);
            if let Ok(micros) = i64::try_from(written.as_micros()) {
                self.last.saw(Timestamp::from_micros(micros));
            }
        }
    }

    /// Returns the names of this installation's complete backups, oldest first, and separately those dated in the
    /// future, from when a clock was ahead. Ignores other files in the folder.
    fn names(&self, now: Timestamp) -> std::io::Result<(Vec<String>, Vec<String>)> {
        let now = self.name_at(now);
        Ok(self.with_suffix(SUFFIX)?.into_iter().partition(|name| *name <= now))
    }

    /// Returns the names of abandoned unfinished backups.
    fn abandoned(&self, now: Timestamp) -> std::io::Result<Vec<String>> {
        let oldest = self.name_at(now.minus(ABANDONED_AFTER));
        let mut abandoned = Vec::new();
        for end in UNFINISHED {
            let names = self.with_suffix(&format!("{SUFFIX}{end}"))?;
            abandoned.extend(names.into_iter().filter(|name| *name < oldest));
        }
        Ok(abandoned)
    }

    /// Returns the names of this installation's backups with this suffix, oldest first.
    fn with_suffix(&self, end: &str) -> std::io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.schedule.folder)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let time = name.strip_prefix(&self.start).and_then(|rest| rest.strip_suffix(end));
            if time.is_some_and(|time| time.len() == 16 && time.ends_with('Z')) {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_infra::db::Database;
    use facility_infra::db::conn::Target;
    use facility_kernel::testing::TEST_NOW;

    /// Returns hourly backups of a new database, of which two are kept, and their folder.
    fn backups(dir: &Path, keys: &Keys) -> (Backups, PathBuf) {
        let target = Target::Sqlite(dir.join("facility.sqlite").display().to_string());
        drop(Database::open(&target, keys.audit_chain()).unwrap());
        let source = Source {
            database: target,
            objects: None,
            data: dir.to_owned(),
            with_keys: false,
            key: keys.audit_chain(),
            version: "0",
        };
        let folder = dir.join("backups");
        let schedule = Schedule { folder: folder.clone(), every: Duration::from_hours(1), keep: 2 };
        let backups = Backups {
            schedule,
            source,
            start: name_prefix(keys),
            metrics: JobMetrics::default(),
            last: LastBackup::default(),
        };
        (backups, folder)
    }

    #[test]
    fn one_backup_is_made_per_interval_and_only_the_newest_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (backups, folder) = backups(dir.path(), &Keys::new([7; 32]));
        let name_at = |time| name_at(&backups.start, time);
        let minutes = |minutes| TEST_NOW.plus(Duration::from_mins(minutes));
        let made: Vec<bool> =
            [0, 1, 59, 60, 61, 130, 200].map(|at| backups.run(minutes(at)).unwrap().is_some()).to_vec();
        assert_eq!(made, [true, false, false, true, false, true, true]);
        assert!(backups.last.seen().is_some());
        fs::write(folder.join("facility-notes.txt"), "mine").unwrap();
        let day = 24 * 60;
        let unfinished = |at: u64, end| folder.join(format!("{}{end}", name_at(minutes(at))));
        for (at, end) in [(0, ".partial"), (0, ".partial.sqlite"), (day, ".partial")] {
            fs::write(unfinished(at, end), "unfinished").unwrap();
        }
        assert!(backups.run(minutes(300)).unwrap().is_some());
        let (names, _ahead) = backups.names(minutes(300)).unwrap();
        assert_eq!(names, [name_at(minutes(200)), name_at(minutes(300))]);
        assert!(folder.join("facility-notes.txt").exists());
        assert!(backups.run(minutes(day + 300)).unwrap().is_some());
        assert!(!unfinished(0, ".partial").exists() && !unfinished(0, ".partial.sqlite").exists());
        assert!(unfinished(day, ".partial").exists(), "somebody may still be writing it");
        assert_eq!(
            fs::read_dir(&folder).unwrap().count(),
            4,
            "only the two newest backups and the two other files are left"
        );
    }
    #[test]
    fn backups_dated_in_the_future_and_those_of_other_installations_are_ignored_and_kept() {
        let dir = tempfile::tempdir().unwrap();
        let keys = Keys::new([7; 32]);
        let (backups, folder) = backups(dir.path(), &keys);
        let own = |hours| name_at(&backups.start, TEST_NOW.plus(Duration::from_hours(hours)));
        let foreign = name_at(&name_prefix(&Keys::new([8; 32])), TEST_NOW);
        let unmarked = name_at(PREFIX, TEST_NOW);
        fs::create_dir(&folder).unwrap();
        for name in [&own(1000), &foreign, &unmarked] {
            fs::write(folder.join(name), "kept").unwrap();
        }
        for hours in 0..4 {
            let now = TEST_NOW.plus(Duration::from_hours(hours));
            assert_eq!(backups.run(now).unwrap(), Some(folder.join(own(hours))));
            assert_eq!(backups.run(now).unwrap(), None);
        }
        let mut left: Vec<String> =
            fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        left.sort_unstable();
        let mut kept = [own(2), own(3), own(1000), foreign, unmarked];
        kept.sort_unstable();
        assert_eq!(left, kept);
    }
}
