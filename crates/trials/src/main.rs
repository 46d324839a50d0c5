//! Benchmarks of the whole system. `trials bench FACILITY CLIENT OUTPUT` fills databases, loads the release server,
//! which is pinned to one core, with wrk on another, and writes the results with the goals. `trials one`, `trials news`
//! and `trials watching` measure a part of that and print it. `trials fill URL DOCUMENTS` only fills a database on
//! which a server has been started once, and prints the cookie of the reader's session. `trials searches` measures
//! searches and lists on such a database, `trials log` the verification of an audit log.

mod arrivals;
mod baseline;
mod bench;
mod corpus;
mod failure;
mod figures;
mod fill;
mod line;
mod load;
mod log;
mod news;
mod postmaster;
mod report;
mod searches;
mod server;
mod watching;

use corpus::Corpus;
use diesel::connection::{Connection as _, SimpleConnection as _};
use diesel::pg::PgConnection;
use failure::Failure;
use std::process::ExitCode;

const USAGE: &str = "usage: trials bench FACILITY CLIENT OUTPUT    (scripts/bench.sh runs it)
       trials one FACILITY FIGURE               (a single measurement, such as submission)
       trials news FACILITY                     (the delay of live updates)
       trials watching FACILITY                 (the calls of monitoring and analytics)
       trials fill DATABASE_URL DOCUMENTS [heavy-tailed]
       trials searches FACILITY DATABASE_URL    (processor time of searches and lists on a filled database)
       trials log FACILITY ENTRIES              (the time to verify an audit log)";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["bench", facility, client, output] => bench::run(facility, client, output).await,
        ["one", facility, figure] => bench::one(facility, figure).await,
        ["news", facility] => bench::news(facility).await,
        ["watching", facility] => bench::watching(facility).await,
        ["baseline", url, port] => baseline::serve(url, port).await,
        ["searches", facility, url] => searches::run(facility, url).await,
        ["log", facility, entries] => log::run(facility, entries).await,
        ["arrive", address, rate, seconds, paths @ ..] => arrivals::arrive(address, rate, seconds, paths),
        ["fill", url, documents] => fill_only(url, Corpus::Even, documents).await,
        ["fill", url, documents, "heavy-tailed"] => fill_only(url, Corpus::HeavyTailed, documents).await,
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn fill_only(url: &str, corpus: Corpus, documents: &str) -> Result<(), Failure> {
    let target = facility_infra::db::conn::Target::parse(url).map_err(|_bad| "not the URL of a database")?;
    fill::fill(&facility_infra::testing::open(&target)?, corpus, documents.parse()?, report::now_micros()?).await?;
    if url.starts_with("postgres") {
        // On a running server, autovacuum does this. It cannot run in a transaction, so it bypasses the database's
        // gate.
        PgConnection::establish(url)?.batch_execute("VACUUM ANALYZE")?;
    }
    println!("{}", fill::cookie(fill::READER_LEVEL));
    Ok(())
}
