//! A benchmark run: the databases, the requests and their order.

use crate::arrivals;
use crate::corpus::{COMMON, COMMON_WORDS, Corpus, RARE};
use crate::failure::Failure;
use crate::figures::{ArrivalFigures, DatabaseFigures, HASH, LIST, MonitoringFigures, READ, ROW};
use crate::fill;
use crate::load::{self, Figures, MeasuredRequest, measure};
use crate::news;
use crate::postmaster::Postmaster;
use crate::server::{PASSWORD, Server};
use crate::{report, watching};
use facility_infra::testing::TestDatabase;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// Number of connections that sign in continuously. There are enough of them that a hash is always being computed.
const SIGN_IN_CONNECTIONS: u32 = 8;

/// The settings of a run, from environment variables.
struct Settings {
    documents: Vec<u64>,
    /// A corpus of documents of very different lengths and their number. Measured on SQLite only, and not in the growth
    /// run.
    heavy_tailed: Option<(Corpus, u64)>,
    seconds: u64,
    is_growth: bool,
    postgres: Option<String>,
}

#[expect(clippy::disallowed_methods, reason = "the environment sets the duration of this tool's measurements")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn settings() -> Result<Settings, Failure> {
    let growth = setting("BENCH_DOCUMENTS").map(|text| text.parse::<u64>()).transpose()?;
    Ok(Settings {
        documents: vec![10_000, growth.unwrap_or(100_000)],
        heavy_tailed: growth.is_none().then_some((Corpus::HeavyTailed, 100_000)),
        seconds: setting("BENCH_SECONDS").map_or(Ok(5), |text| text.parse())?,
        is_growth: growth.is_some(),
        postgres: setting("FACILITY_TEST_POSTGRES_URL"),
    })
}

/// Measures `facility`, the server's binary, and writes the results to `output`. `client` is the folder of the built
/// client.
pub async fn run(facility: &str, client: &str, output: &str) -> Result<(), Failure> {
    let settings = settings()?;
    let asset = report::largest_script(Path::new(client))?;
    // Before anything is measured: without the client's tools it fails.
    let bundles = report::bundles(Path::new(client))?;
    let mut parts = Vec::new();
    let even = |documents| (Corpus::Even, documents);
    let plans = settings.documents.iter().copied().map(even).chain(settings.heavy_tailed);
    for (corpus, documents) in plans {
        let database = TestDatabase::sqlite()?;
        let asset = (corpus == Corpus::Even && documents == 100_000).then_some(&asset);
        let plan = Plan { database: &database, corpus, documents, seconds: settings.seconds, asset };
        parts.push(plan.measure(facility, "SQLite").await?);
    }
    // The growth run measures only documents on SQLite.
    if let Some(url) = settings.postgres.as_ref().filter(|_| !settings.is_growth) {
        for corpus in [Corpus::Even, Corpus::HeavyTailed] {
            let database = TestDatabase::postgres(url)?;
            let (documents, seconds) = (100_000, settings.seconds);
            let plan = Plan { database: &database, corpus, documents, seconds, asset: None };
            parts.push(plan.measure(facility, "PostgreSQL").await?);
        }
    }
    let watched = if settings.is_growth { Vec::new() } else { measure_watching(facility, &settings).await? };
    let flushes = flushes()?;
    let text = report::write(&parts, &watched, flushes, Path::new(facility), &bundles)?;
    std::fs::write(output, text)?;
    println!("written: {output}");
    Ok(())
}

/// Measures only the calls of monitoring and analytics, and prints the results.
pub async fn watching(facility: &str) -> Result<(), Failure> {
    measure_watching(facility, &settings()?).await.map(drop)
}

async fn measure_watching(facility: &str, settings: &Settings) -> Result<Vec<MonitoringFigures>, Failure> {
    let mut watched = Vec::new();
    for (product, database) in databases(settings)? {
        watched.push(watching::measure_on(facility, product, &database, settings.seconds).await?);
    }
    Ok(watched)
}

/// Measures only this figure, on databases of 1,000 documents, and prints it.
pub async fn one(facility: &str, name: &str) -> Result<(), Failure> {
    const DOCUMENTS: u64 = 1000;
    let settings = settings()?;
    let shot = shots(Corpus::Even, DOCUMENTS, None).into_iter().find(|shot| shot.name == name);
    let shot = shot.ok_or_else(|| format!("there is no figure named {name}"))?;
    for (product, database) in databases(&settings)? {
        drop(Server::facility(facility, &database)?);
        let db = database.open()?;
        fill::fill(&db, Corpus::Even, DOCUMENTS, report::now_micros()?).await?;
        let postmaster = Postmaster::of(database.target(), &db).await?;
        drop(db);
        let mut server = Server::facility(facility, &database)?;
        server.postmaster = postmaster;
        print!("{product:<12}");
        measure(&server, &shot, settings.seconds, database.folder())?;
    }
    Ok(())
}

/// Returns an empty SQLite database and, if the environment names a server, an empty PostgreSQL database.
fn databases(settings: &Settings) -> Result<Vec<(&'static str, TestDatabase)>, Failure> {
    let mut databases = vec![("SQLite", TestDatabase::sqlite()?)];
    if let Some(url) = &settings.postgres {
        databases.push(("PostgreSQL", TestDatabase::postgres(url)?));
    }
    Ok(databases)
}

/// Measures only the delay of live updates, on small databases, and prints it.
pub async fn news(facility: &str) -> Result<(), Failure> {
    for (title, database) in databases(&settings()?)? {
        println!("{title}");
        drop(Server::facility(facility, &database)?);
        fill::fill(&database.open()?, Corpus::Even, 10, report::now_micros()?).await?;
        news::measure(facility, &database)?;
    }
    Ok(())
}

/// A database to measure.
struct Plan<'a> {
    database: &'a TestDatabase,
    corpus: Corpus,
    documents: u64,
    seconds: u64,
    /// The client's largest script, if static files are measured too.
    asset: Option<&'a String>,
}

impl Plan<'_> {
    async fn measure(&self, facility: &str, product: &str) -> Result<DatabaseFigures, Failure> {
        let lengths = match self.corpus {
            Corpus::Even => "",
            Corpus::HeavyTailed => " of very different lengths",
        };
        let title = format!("{product}, {} documents{lengths}", report::thousands(self.documents));
        println!("\n{title}: filling");
        // The first start creates the administrator, which requires an empty database.
        drop(Server::facility(facility, self.database)?);
        let db = self.database.open()?;
        fill::fill(&db, self.corpus, self.documents, report::now_micros()?).await?;
        let postmaster = Postmaster::of(self.database.target(), &db).await?;
        drop(db);
        println!("{title}");
        let mut figures = self.baselines(postmaster)?;
        let mut server = Server::facility(facility, self.database)?;
        server.postmaster = postmaster;
        // Memory used during the start is released within two seconds.
        tokio::time::sleep(Duration::from_secs(3)).await;
        let idle = server.memory()?;
        for shot in shots(self.corpus, self.documents, self.asset) {
            figures.push(self.shoot(&server, &shot)?);
        }
        if self.corpus == Corpus::Even {
            figures.push(self.read_beside_sign_ins(&server)?);
        }
        let arriving = self.arriving(&server, &figures)?;
        let (start, memory) = (server.started_in.as_secs_f64() * 1000.0, (idle, server.memory()?));
        drop(server);
        let news = news::measure(facility, self.database)?;
        let (corpus, documents) = (self.corpus, self.documents);
        Ok(DatabaseFigures { title, corpus, documents, start, memory, news, figures, arriving })
    }

    fn shoot(&self, server: &Server, shot: &MeasuredRequest<'_>) -> Result<Figures, Failure> {
        measure(server, shot, self.seconds, self.database.folder())
    }

    fn baselines(&self, postmaster: Option<Postmaster>) -> Result<Vec<Figures>, Failure> {
        let mut server = Server::baseline(self.database)?;
        server.postmaster = postmaster;
        [
            shot("baseline: a constant", "/constant", "status == 200"),
            random_document(ROW, "/row/", self.documents, "status == 200"),
            MeasuredRequest { connections: SIGN_IN_CONNECTIONS, ..shot(HASH, "/hash", "status == 200") },
        ]
        .iter()
        .map(|shot| self.shoot(&server, shot))
        .collect()
    }

    fn read_beside_sign_ins(&self, server: &Server) -> Result<Figures, Failure> {
        let signing_in = load::start_background(server, &sign_in(), self.seconds, self.database.folder())?;
        let name = "document read, while 8 sign in all the time";
        let reading = random_document(name, "/api/documents/", self.documents, "status == 200");
        let figures = self.shoot(server, &MeasuredRequest { connections: 8, ..reading })?;
        signing_in.ended()?;
        Ok(figures)
    }

    /// Measures requests that arrive at 70 % of the server's maximum rate.
    fn arriving(&self, server: &Server, figures: &[Figures]) -> Result<Vec<ArrivalFigures>, Failure> {
        let documents = (0..1000).map(|n| format!("/api/documents/{}", fill::id(n % (self.documents / 5) * 5)));
        let calls = [(READ, documents.collect()), (LIST, vec![LIST_PATH.to_owned()])];
        let measured = calls.iter().map(|(name, paths): &(&'static str, Vec<String>)| {
            let most = figures.iter().find(|figures| figures.name == *name).ok_or("it was not measured")?;
            let rate = most.rate * 0.7;
            let times = arrivals::measure(&server.address(), rate, self.seconds, paths)?;
            let (p50, p99, p999) = (times.p50, times.p99, times.p999);
            println!("{name}, {rate:.0} arrive a second: p50 {p50:.2} p99 {p99:.2} p99.9 {p999:.2} ms");
            Ok(ArrivalFigures { name, rate, times })
        });
        measured.collect()
    }
}

/// The measured page of the list.
const LIST_PATH: &str = "/api/documents?view=summary&limit=50";

fn shot<'a>(name: &'a str, path: &str, wanted: &'a str) -> MeasuredRequest<'a> {
    MeasuredRequest { name, path: path.to_owned(), lua: None, wanted, connections: 32, level: fill::READER_LEVEL }
}

/// Requests a random document of the levels that the reader may read.
fn random_document<'a>(name: &'a str, before: &str, documents: u64, wanted: &'a str) -> MeasuredRequest<'a> {
    let most = documents / 5 - 1;
    let lua = format!(
        "local n = math.random(0, {most}) * 5 + math.random(0, 2)\n\
         return wrk.format('GET', string.format('{before}00000000-0000-7000-8000-%012d', n))"
    );
    MeasuredRequest { lua: Some(lua), ..shot(name, "/", wanted) }
}

/// Submits as different authors in turn: the number of an author's pending submissions is limited, and concurrent
/// submissions of one author are written one by one.
fn submission() -> MeasuredRequest<'static> {
    let cookies: Vec<String> = (0..fill::AUTHORS).map(|n| format!("'{}'", fill::author_cookie(n))).collect();
    let lua = format!(
        "cookies = cookies or {{{}}}\n\
         asked = (asked or 0) + 1\n\
         local cookie = cookies[asked % {} + 1]\n\
         return wrk.format('POST', '/api/submissions', {{['Content-Type'] = 'application/json', ['Cookie'] = cookie}}, \
         '{{\"title\":\"Measured\",\"content\":\"What was measured.\",\"category\":\"ENTITY\"}}')",
        cookies.join(", "),
        fill::AUTHORS
    );
    MeasuredRequest { lua: Some(lua), connections: 128, ..shot("submission", "/", "status == 201") }
}

fn shots(corpus: Corpus, documents: u64, asset: Option<&String>) -> Vec<MeasuredRequest<'static>> {
    let ok = "status == 200";
    let search = |word: &str| format!("{LIST_PATH}&q={word}");
    let mut shots = vec![
        random_document(READ, "/api/documents/", documents, ok),
        shot(LIST, LIST_PATH, ok),
        shot("search, a rare word", &search(RARE), ok),
        MeasuredRequest { connections: 4, ..shot("search, a word of nearly every document", &search(COMMON), ok) },
        MeasuredRequest {
            connections: 4,
            lua: Some(any_search()),
            ..shot("search, common words, each time others", "/", ok)
        },
    ];
    if corpus == Corpus::Even {
        shots.extend(parts_of_lists(documents));
        shots.push(sign_in());
        shots.push(submission());
    }
    if let Some(asset) = asset {
        shots.extend([
            shot("lock poll", "/api/site-lock-status", ok),
            shot("the page", "/", ok),
            shot("the largest script", asset, ok),
        ]);
    }
    shots
}

/// Pages other than the first, which are found differently, and loads with few callers.
fn parts_of_lists(documents: u64) -> [MeasuredRequest<'static>; 7] {
    let ok = "status == 200";
    let last = (documents / 5 * 3).saturating_sub(50);
    let any = format!("return wrk.format('GET', string.format('{LIST_PATH}&skip=%d', math.random(0, 19) * 50))");
    let of = |author: &str| format!("{LIST_PATH}&author={author}");
    let section = format!("/api/archive/documents/{}?view=summary&limit=50", fill::SECTION);
    let reading = random_document("document read, 4 callers", "/api/documents/", documents, ok);
    [
        MeasuredRequest { connections: 4, ..reading },
        MeasuredRequest { connections: 4, ..shot("list, 4 callers", LIST_PATH, ok) },
        MeasuredRequest { lua: Some(any), ..shot("list, behind any of 0 to 950", "/", ok) },
        shot("list, its last page", &format!("{LIST_PATH}&skip={last}"), ok),
        shot("list, of the author of 60 %", &of(&format!("reader{}", fill::READER_LEVEL)), ok),
        shot("list, of an author of 100", &of("author0"), ok),
        shot("archive, a section of 2,000", &section, ok),
    ]
}

/// Signs in to a different account each time, because concurrent attempts for one account are limited. Sends no session
/// cookie, because a sign-in ends the session of its request.
fn sign_in() -> MeasuredRequest<'static> {
    let most = fill::SIGNERS - 1;
    let lua = format!(
        "local body = string.format('{{\"username\":\"signer%d\",\"password\":\"{PASSWORD}\"}}', \
         math.random(0, {most}))\n\
         return wrk.format('POST', '/api/login', {{['Content-Type'] = 'application/json'}}, body)"
    );
    MeasuredRequest { lua: Some(lua), connections: SIGN_IN_CONNECTIONS, ..shot("sign-in", "/", "status == 200") }
}

/// A search that rarely repeats the previous one, so that its documents must be counted.
fn any_search() -> String {
    let words = COMMON_WORDS.join("', '");
    format!(
        "local words = {{'{words}'}}\n\
         local path = '/api/documents?view=summary&limit=50&q=' .. words[math.random(#words)] .. '+' .. \
         words[math.random(#words)] .. '+' .. words[math.random(#words)]\n\
         return wrk.format('GET', path)"
    )
}

/// Measures how many small writes per second the disk makes durable.
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
