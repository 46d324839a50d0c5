//! The processor time of PostgreSQL itself, which a server's own leaves out.

use crate::Failure;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use infra::db::{Database, Target};
use infra::testing::TestDatabase;

/// The first process of a PostgreSQL server on this machine.
#[derive(Clone, Copy, Debug)]
pub struct Postmaster(u32);

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

impl Postmaster {
    /// The one behind this database; none for SQLite, which is part of the server's own process.
    pub async fn of(database: &TestDatabase, db: &Database) -> Result<Option<Self>, Failure> {
        if matches!(database.target(), Target::Sqlite(_)) {
            return Ok(None);
        }
        let parent = db
            .read(|conn| {
                let backend: Backend =
                    diesel::sql_query("SELECT pg_backend_pid() AS pid").get_result(conn)?;
                // It is alive: it has just answered.
                Ok(stat(&backend.pid.to_string()).and_then(|stat| stat.get(1)?.parse().ok()))
            })
            .await?;
        Ok(Some(Self(parent.ok_or("the process of PostgreSQL was not found")?)))
    }

    /// Milliseconds of processor time that it and its processes, those that have ended included, have used.
    pub fn cpu_millis(self) -> Result<f64, Failure> {
        let mut ticks = 0.0;
        for entry in std::fs::read_dir("/proc")? {
            let name = entry?.file_name();
            let Some(fields) = name.to_str().filter(|name| name.parse::<u32>().is_ok()).and_then(stat) else {
                continue;
            };
            let own = name.to_str() == Some(&self.0.to_string());
            if own || fields.get(1).and_then(|parent| parent.parse().ok()) == Some(self.0) {
                // utime and stime; for the first process also those of the ended ones.
                ticks += fields
                    .iter()
                    .skip(11)
                    .take(if own { 4 } else { 2 })
                    .filter_map(|n| n.parse::<f64>().ok())
                    .sum::<f64>();
            }
        }
        // A tick is a hundredth of a second on every Linux there is.
        Ok(ticks * 10.0)
    }
}

/// The fields of `/proc/PID/stat` behind the name, the state first; none for a process that has ended.
fn stat(pid: &str) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    Some(fields.split_whitespace().map(str::to_owned).collect())
}
