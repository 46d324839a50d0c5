//! Measures how long verifying a long audit log takes, on SQLite.

use crate::failure::Failure;
use crate::{report, server};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry, Performer};
use facility_infra::clock::UuidIds;
use facility_infra::testing::TestDatabase;
use facility_kernel::{RequestContext, Timestamp};
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Number of writers. SQLite commits all waiting entries together.
const WRITERS: u64 = 64;

/// Number of times that the log is verified.
const RUNS: usize = 5;

/// Fills a log with this many entries, verifies it with the program, and prints the times.
pub async fn run(facility: &str, entries: &str) -> Result<(), Failure> {
    let entries: u64 = entries.parse()?;
    let database = TestDatabase::sqlite()?;
    let began = Instant::now();
    append(&database, entries, report::now_micros()?).await?;
    println!("{entries} entries were appended in {:.1} s", began.elapsed().as_secs_f64());
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let (took, output) = timed(facility, &database, &["audit", "verify"])?;
        println!("verified in {:.2} s: {}", took.as_secs_f64(), String::from_utf8_lossy(&output.stdout).trim());
        times.push(took);
    }
    times.sort_unstable();
    let median = times.get(RUNS / 2).ok_or("no run")?.as_secs_f64();
    println!("{entries} entries: {median:.2} s (median of {RUNS} runs, opening the database included)");
    let (took, proof) = timed(facility, &database, &["audit", "prove", &(entries / 2).to_string()])?;
    println!("proof of one entry: {} bytes in {:.2} s", proof.stdout.len(), took.as_secs_f64());
    Ok(())
}

/// Appends entries like the program does, each in a separate transaction.
async fn append(database: &TestDatabase, entries: u64, now: i64) -> Result<(), Failure> {
    let (db, ids) = (database.open()?, Arc::new(UuidIds::default()));
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let (db, ids) = (db.clone(), Arc::clone(&ids));
        writers.spawn(async move {
            for n in (writer..entries).step_by(usize::try_from(WRITERS).unwrap_or(1)) {
                db.commit(Audited::new((), entry(&ids, n, now)), |_conn, ()| Ok(())).await?;
            }
            Ok::<_, facility_kernel::StoreError>(())
        });
    }
    while let Some(written) = writers.join_next().await {
        written??;
    }
    Ok(())
}

/// Returns an entry of about the same size as that of a review.
fn entry(ids: &UuidIds, n: u64, now: i64) -> Entry {
    let context = RequestContext {
        request_id: format!("request-{n}"),
        ip_address: Some(format!("192.0.2.{}", n % 250)),
        user_agent: Some("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".to_owned()),
        now: Timestamp::from_micros(now),
        is_background: false,
    };
    let details = Details::new().with("title", format!("Field report {n}")).with("clearanceLevel", 3);
    Entry::new(ids, &context, Performer::System, Action::SubmissionApproved, EntityType::Submission)
        .on(&format!("00000000-0000-7000-8000-{n:012}"))
        .details(details)
}

/// Runs a command of the program on the database. Errors: it fails.
fn timed(facility: &str, database: &TestDatabase, arguments: &[&str]) -> Result<(Duration, Output), Failure> {
    let began = Instant::now();
    let output = Command::new(facility)
        .args(arguments)
        .env("FACILITY_DATABASE_URL", server::url(database))
        .env("FACILITY_DATA_DIR", database.folder().join("data"))
        .env("FACILITY_SECRET_KEY", server::SECRET_KEY)
        .env("FACILITY_LOG_FILTER", "warn")
        .current_dir(database.folder())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok((began.elapsed(), output))
}
