//! The processor time of every kind of search, and of the list, on a filled database.
//!
//! Requests are sent one by one on one connection, so their times are those of an idle server. Each search that should
//! be counted excludes a different word, which no document contains; otherwise its count would be cached.

use crate::corpus::RARE;
use crate::failure::Failure;
use crate::fill::READER_LEVEL;
use crate::line::Connection;
use crate::postmaster::Postmaster;
use crate::server::Server;
use facility_infra::db::conn::Target;
use facility_infra::testing::TestDatabase;
use std::time::Instant;

/// Number of requests of each kind before the measurement.
const BEFORE: u32 = 20;
const MEASURED: u32 = 300;

/// A kind of request.
struct Kind {
    name: &'static str,
    level: u8,
    path: String,
    /// Whether each request excludes a different word, so that its documents are counted.
    is_counted: bool,
}

fn search(name: &'static str, query: &str) -> Kind {
    let path = format!("/api/documents?view=summary&limit=50&q={query}");
    Kind { name, level: READER_LEVEL, path, is_counted: true }
}

fn list(name: &'static str, skip: u64) -> Kind {
    let path = format!("/api/documents?view=summary&limit=50&skip={skip}");
    Kind { name, level: READER_LEVEL, path, is_counted: false }
}

fn kinds(documents: u64) -> Vec<Kind> {
    // The reader may read three of five documents.
    let readable = documents / 5 * 3;
    vec![
        Kind { is_counted: false, ..search("a rare word", RARE) },
        search("a word of nearly every document", "kakaka"),
        search("three common words", "kakaka+lokaka+mikaka"),
        search("two words that are seldom together", "rodami+rohuta"),
        search("the start of many words", "ka"),
        search("a common word, level 1 of five", "kakaka+level:1"),
        Kind { level: 1, ..search("a common word, for a reader of level 1", "kakaka") },
        Kind { is_counted: false, ..search("a phrase with a rare word", &format!("%22kakaka+{RARE}%22")) },
        search("a phrase of two common words", "%22kakaka+lokaka%22"),
        search("a phrase of two words, seldom together", "%22rodami+rohuta%22"),
        search("a phrase of three common words", "%22kakaka+lokaka+mikaka%22"),
        search("a common word without a phrase", "kakaka+-%22kakaka+lokaka%22"),
        Kind { is_counted: false, path: "/api/documents/suggestions?q=kakakx".to_owned(), ..search("suggestions", "") },
        list("the list, its first 50", 0),
        list("the list, 50 in its middle", readable / 2),
        list("the list, its last 50", readable.saturating_sub(50)),
    ]
}

/// Prints the times. The database must have been filled by `trials fill`, and nothing else may use it.
pub async fn run(facility: &str, url: &str) -> Result<(), Failure> {
    let target = Target::parse(url).map_err(|_bad| "not the URL of a database")?;
    let db = facility_infra::testing::open(&target)?;
    let postmaster = Postmaster::of(&target, &db).await?;
    let folder = TestDatabase::sqlite()?;
    let mut server = Server::at(facility, url, folder.folder())?;
    server.postmaster = postmaster;
    let documents = documents(&mut Connection::open(&server.address())?)?;
    println!("{documents} documents for the reader of level {READER_LEVEL}; milliseconds per request");
    for kind in kinds(documents / 3 * 5) {
        let mut line = Connection::of(&server.address(), kind.level)?;
        let mut asked = 0;
        let mut ask = |times: u32| -> Result<Vec<f64>, Failure> {
            (0..times)
                .map(|_| {
                    asked += 1;
                    // The excluded word comes first, because the last word may be the start of a longer one.
                    let other = format!("&q=-nowhere{asked}+");
                    let path = if kind.is_counted { &kind.path.replace("&q=", &other) } else { &kind.path };
                    let began = Instant::now();
                    line.get(path)?;
                    Ok(began.elapsed().as_secs_f64() * 1000.0)
                })
                .collect()
        };
        ask(BEFORE)?;
        let before = (server.cpu_millis()?, server.database_millis()?);
        let mut took = ask(MEASURED)?;
        let spent = (server.cpu_millis()? - before.0, server.database_millis()? - before.1);
        took.sort_by(f64::total_cmp);
        let at = |percent: usize| took.get(took.len() * percent / 100).copied().unwrap_or(f64::NAN);
        let each = f64::from(MEASURED);
        println!(
            "{:<42} server {:>7.2}  database {:>7.2}  together {:>7.2}  p50 {:>7.2}  p99 {:>7.2}",
            kind.name,
            spent.0 / each,
            spent.1 / each,
            (spent.0 + spent.1) / each,
            at(50),
            at(99)
        );
    }
    Ok(())
}

/// Returns the number of documents that the reader may read.
fn documents(line: &mut Connection) -> Result<u64, Failure> {
    line.get_header("/api/documents?view=summary&limit=1", "x-accessible-count:")
}
