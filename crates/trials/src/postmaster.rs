//! PostgreSQL's processor time, which is not part of the server's own.

use crate::failure::Failure;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use facility_infra::db::Database;
use facility_infra::db::conn::Target;

/// The main process of a PostgreSQL server on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Postmaster(u32);

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

impl Postmaster {
    /// Returns the main process for this database. `None` for SQLite, which runs in the server's process.
    pub async fn of(target: &Target, db: &Database) -> Result<Option<Self>, Failure> {
        if matches!(target, Target::Sqlite(_)) {
            return Ok(None);
        }
        let parent = db
            .read(|conn| {
                let backend: Backend = diesel::sql_query("SELECT pg_backend_pid() AS pid").get_result(conn)?;
                // The process exists: it has just responded.
                Ok(stat(&backend.pid.to_string()).and_then(|stat| stat.get(1)?.parse().ok()))
            })
            .await?;
        Ok(Some(Self(parent.ok_or("the process of PostgreSQL was not found")?)))
    }

    /// Returns the processor time of this process and its children, including those that have ended, in milliseconds.
    pub fn cpu_millis(self) -> Result<f64, Failure> {
        let mut ticks = 0.0;
        for entry in std::fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let Some(fields) = name.to_str().filter(|name| name.parse::<u32>().is_ok()).and_then(stat) else {
                continue;
            };
            let own = name.to_str() == Some(&self.0.to_string());
            if own || fields.get(1).and_then(|parent| parent.parse().ok()) == Some(self.0) {
                // utime and stime. For the main process, also those of ended children.
                ticks += fields
                    .iter()
                    .skip(11)
                    .take(if own { 4 } else { 2 })
                    .filter_map(|n| n.parse::<f64>().ok())
                    .sum::<f64>();
            }
        }
        // A tick is a hundredth of a second on every Linux.
        Ok(ticks * 10.0)
    }
}

/// Returns the fields of `/proc/PID/stat` after the name, starting with the state. `None` if the process has ended.
fn stat(pid: &str) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}
