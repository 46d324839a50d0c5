//! The run: which databases, which requests, in which order.

use crate::figures::{HASH, Part, ROW};
use crate::fill::{self, COMMON, RARE};
use crate::load::{self, Shot, measure};
use crate::news;
use crate::server::{PASSWORD, Server};
use crate::{Failure, report};
use infra::testing::TestDatabase;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// Connections that sign in all the time: enough that a hash is always under way.
const SIGNING_IN: u32 = 8;

/// What a run is given by its environment.
struct Settings {
    documents: Vec<u64>,
    seconds: u64,
    postgres: Option<String>,
}

#[expect(clippy::disallowed_methods, reason = "a tool that is told by its environment how long to measure")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn settings() -> Result<Settings, Failure> {
    let growth = setting("BENCH_DOCUMENTS").map(|text| text.parse::<u64>()).transpose()?;
    Ok(Settings {
        documents: vec![10_000, growth.unwrap_or(100_000)],
        seconds: setting("BENCH_SECONDS").map_or(Ok(5), |text| text.parse())?,
        // Growth is a question of SQLite's files alone.
        postgres: setting("FACILITY_TEST_POSTGRES_URL").filter(|_| growth.is_none()),
    })
}

/// Measures `facility`, the server's binary, and writes `output`; `client` is the built client's folder.
pub async fn run(facility: &str, client: &str, output: &str) -> Result<(), Failure> {
    let settings = settings()?;
    let asset = report::largest_script(Path::new(client))?;
    let mut parts = Vec::new();
    for documents in &settings.documents {
        let database = TestDatabase::sqlite()?;
        let title = format!("SQLite, {} documents", report::thousands(*documents));
        let whole = *documents == 100_000;
        parts.push(
            part(facility, &database, title, *documents, settings.seconds, whole.then_some(&asset)).await?,
        );
    }
    if let Some(url) = &settings.postgres {
        let database = TestDatabase::postgres(url)?;
        let title = "PostgreSQL, 100,000 documents".to_owned();
        parts.push(part(facility, &database, title, 100_000, settings.seconds, None).await?);
    }
    let flushes = flushes()?;
    let text = report::write(&parts, flushes, Path::new(facility), Path::new(client))?;
    std::fs::write(output, text)?;
    println!("written: {output}");
    Ok(())
}

/// Measures the news alone, on databases with little in them, and prints it.
pub async fn news(facility: &str) -> Result<(), Failure> {
    let mut databases = vec![("SQLite", TestDatabase::sqlite()?)];
    if let Some(url) = settings()?.postgres {
        databases.push(("PostgreSQL", TestDatabase::postgres(&url)?));
    }
    for (title, database) in databases {
        println!("{title}");
        drop(Server::facility(facility, &database)?);
        fill::fill(&database.open()?, 10, report::now_micros()?).await?;
        news::measure(facility, &database)?;
    }
    Ok(())
}

async fn part(
    facility: &str,
    database: &TestDatabase,
    title: String,
    documents: u64,
    seconds: u64,
    asset: Option<&String>,
) -> Result<Part, Failure> {
    println!("\n{title}: filling");
    // The first start makes the administrator, which it does in an empty database alone.
    drop(Server::facility(facility, database)?);
    let db = database.open()?;
    let now = report::now_micros()?;
    fill::fill(&db, documents, now).await?;
    drop(db);
    println!("{title}");
    let folder = database.folder();
    let mut figures = Vec::new();
    let yardsticks = Server::yardstick(database)?;
    for shot in [
        shot("yardstick: a constant", "/constant", "status == 200"),
        random_document(ROW, "/row/", documents, "status == 200"),
        Shot { connections: SIGNING_IN, ..shot(HASH, "/hash", "status == 200") },
    ] {
        figures.push(measure(&yardsticks, &shot, seconds, folder)?);
    }
    drop(yardsticks);
    let server = Server::facility(facility, database)?;
    // What starting took is given back within a second or two.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let idle = server.memory()?;
    for shot in shots(documents, asset) {
        figures.push(measure(&server, &shot, seconds, folder)?);
    }
    let signing_in = load::alongside(&server, &sign_in(), seconds, folder)?;
    let name = "document read, while 8 sign in all the time";
    let reading =
        Shot { connections: 8, ..random_document(name, "/api/documents/", documents, "status == 200") };
    figures.push(measure(&server, &reading, seconds, folder)?);
    signing_in.ended()?;
    let (start, memory) = (server.started_in.as_secs_f64() * 1000.0, (idle, server.memory()?));
    drop(server);
    let news = news::measure(facility, database)?;
    Ok(Part { title, documents, start, memory, news, figures })
}

fn shot<'a>(name: &'a str, path: &str, wanted: &'a str) -> Shot<'a> {
    Shot { name, path: path.to_owned(), lua: None, wanted, connections: 32 }
}

/// Any document of the levels that the reader has.
fn random_document<'a>(name: &'a str, before: &str, documents: u64, wanted: &'a str) -> Shot<'a> {
    let most = documents / 5 - 1;
    let lua = format!(
        "local n = math.random(0, {most}) * 5 + math.random(0, 2)\n\
         return wrk.format('GET', string.format('{before}00000000-0000-7000-8000-%012d', n))"
    );
    Shot { lua: Some(lua), ..shot(name, "/", wanted) }
}

fn post<'a>(name: &'a str, path: &str, body: &str, wanted: &'a str, connections: u32) -> Shot<'a> {
    let lua = format!(
        "return wrk.format('POST', '{path}', {{['Content-Type'] = 'application/json', \
                       ['Cookie'] = wrk.headers['Cookie']}}, '{body}')"
    );
    Shot { lua: Some(lua), connections, ..shot(name, "/", wanted) }
}

fn shots(documents: u64, asset: Option<&String>) -> Vec<Shot<'static>> {
    let ok = "status == 200";
    let search = |word: &str| format!("/api/documents?view=summary&limit=50&q={word}");
    let mut shots = vec![
        random_document("document read", "/api/documents/", documents, ok),
        shot("list, a page of 50", "/api/documents?view=summary&limit=50", ok),
        shot("search, a rare word", &search(RARE), ok),
        Shot { connections: 4, ..shot("search, a word of nearly every document", &search(COMMON), ok) },
        Shot {
            connections: 4,
            lua: Some(any_search()),
            ..shot("search, common words, each time others", "/", ok)
        },
        sign_in(),
        post(
            "submission",
            "/api/submissions",
            r#"{"title":"Measured","content":"What was measured.","category":"ENTITY"}"#,
            "status == 201",
            128,
        ),
    ];
    if let Some(asset) = asset {
        shots.extend([
            shot("lock poll", "/api/site-lock-status", ok),
            shot("the page", "/", ok),
            shot("the largest script", asset, ok),
        ]);
    }
    shots
}

/// Each time another account: tries of one account count while they are under way. Without the reader's cookie: a
/// sign-in ends the session it comes with.
fn sign_in() -> Shot<'static> {
    let most = fill::SIGNERS - 1;
    let lua = format!(
        "local body = string.format('{{\"username\":\"signer%d\",\"password\":\"{PASSWORD}\"}}', \
         math.random(0, {most}))\n\
         return wrk.format('POST', '/api/login', {{['Content-Type'] = 'application/json'}}, body)"
    );
    Shot { lua: Some(lua), connections: SIGNING_IN, ..shot("sign-in", "/", "status == 200") }
}

/// A search that is hardly ever the one before: its number of documents has to be counted.
fn any_search() -> String {
    let words = fill::COMMON_WORDS.join("', '");
    format!(
        "local words = {{'{words}'}}\n\
         local path = '/api/documents?view=summary&limit=50&q=' .. words[math.random(#words)] .. '+' .. \
         words[math.random(#words)] .. '+' .. words[math.random(#words)]\n\
         return wrk.format('GET', path)"
    )
}

/// How many small writes the disk makes durable in a second.
fn flushes() -> Result<f64, Failure> {
    let database = TestDatabase::sqlite()?;
    let mut file = std::fs::File::create(database.folder().join("flushed"))?;
    let began = Instant::now();
    let mut count = 0.0;
    while began.elapsed() < Duration::from_secs(2) {
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        count += 1.0;
    }
    Ok(count / began.elapsed().as_secs_f64())
}
