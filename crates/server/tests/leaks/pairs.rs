//! Builds pairs of archives and compares the responses of both.

use crate::archive::Archive;
use crate::caller::{Answer, Caller};
use crate::chance::Chance;
use crate::events::{Above, Below};
use crate::mask::{Mask, unnumbered};
use crate::planted::Leak;
use crate::waiting::until;
use crate::{calls, export, sockets};
use facility_infra::testing::TestDatabase;
use std::fmt::Write as _;
use std::time::Duration;

/// Time within which an access is written in the background.
const WRITTEN: Duration = Duration::from_millis(800);
/// Number of pairs that one pair of servers goes through, one after the other, each with further events.
const PAIRS_PER_SERVERS: usize = 50;
/// Number of pairs after which the reader's own export is compared. It takes as long as ten other calls.
const EXPORT_EVERY: usize = 10;
/// Headers that are not compared: the time, the request id, the end of the session, and the tag of a list, which
/// changes with any change of content. The tag of a document is compared separately.
const NOT_COMPARED: [&str; 5] = ["date", "x-request-id", "session-ends", "etag", "link"];

/// Texts that the responses must contain at least once: bars, quotes of withheld words, and links to nothing.
/// Otherwise, the test proves nothing.
const MET: [&str; 3] = ["withheld 5", r#""quote":"{{withheld"#, r#""id":null"#];

/// A difference between the responses of two archives.
#[derive(Debug)]
pub struct Finding {
    /// The call whose responses differ.
    pub call: String,
    pub text: String,
}

/// A number of pairs to build and compare.
pub struct Run {
    pub seed: u64,
    pub pairs: usize,
    pub database: fn() -> TestDatabase,
    /// A leak to plant into the responses.
    pub leak: Option<Leak>,
}

/// A response, in a form that is equal for both archives of a pair.
struct MaskedResponse {
    path: String,
    text: String,
}

impl Run {
    /// Compares all pairs and returns the number of compared responses. Errors: the first difference.
    pub async fn start(&self) -> Result<usize, Finding> {
        let (mut done, mut compared) = (0, 0);
        while done < self.pairs {
            let seed = self.seed.wrapping_mul(7919).wrapping_add(u64::try_from(done).unwrap());
            let pairs = PAIRS_PER_SERVERS.min(self.pairs - done);
            compared += self.evolve(seed, pairs).await?;
            done += pairs;
        }
        Ok(compared)
    }

    /// Applies events to two archives, and compares them after every round.
    async fn evolve(&self, seed: u64, pairs: usize) -> Result<usize, Finding> {
        let mut chance = Chance::new(seed);
        let mut own = [Chance::new(seed ^ 0xa5a5), Chance::new(seed ^ 0x5a5a)];
        let level = chance.level(1, 4);
        let secrets = own.each_mut().map(Chance::secret);
        let (one, other) = tokio::join!(
            Archive::start((self.database)(), level, &secrets[0]),
            Archive::start((self.database)(), level, &secrets[1]),
        );
        let mut both = [one, other];
        let described = both[0].reader().get("/api/openapi.json").await.body;
        let refused = calls::refused_paths(&described);
        let listeners = (sockets::SocketListener::open(&both[0]).await, sockets::SocketListener::open(&both[1]).await);
        let mut compared = 0;
        let mut met = [0; 3];
        for pair in 0..pairs {
            for n in 0..=chance.below(2) {
                let titles: Vec<String> = both[0].below.iter().map(|record| record.title.clone()).collect();
                let event = Below::choose(&mut chance, level, pair * 10 + n, &titles);
                let secrets = own.each_mut().map(Chance::secret);
                let [one, other] = &mut both;
                tokio::join!(one.below(&event, &secrets[0]), other.below(&event, &secrets[1]));
            }
            let tags = [self.tags(&both[0]).await, self.tags(&both[1]).await];
            let [one, other] = &mut both;
            let [mine, theirs] = &mut own;
            tokio::join!(apply_events_above(one, mine, pair), apply_events_above(other, theirs, pair));
            for (archive, before) in both.iter().zip(tags) {
                let after = self.tags(archive).await;
                if after != before {
                    return Err(finding(
                        pair,
                        "the tags of documents changed",
                        &format!("{before:?}"),
                        &format!("{after:?}"),
                    ));
                }
            }
            let (one, other) = tokio::join!(
                self.read_all(&both[0], chance.clone(), &refused, pair),
                self.read_all(&both[1], chance.clone(), &refused, pair),
            );
            chance.below(2);
            compared += one.len();
            for (met, mark) in met.iter_mut().zip(MET) {
                *met += one.iter().filter(|responses| responses.text.contains(mark)).count();
            }
            differ(pair, &one, &other)?;
            if pair % EXPORT_EVERY == EXPORT_EVERY - 1 {
                let [one, other] = [self.export(&both[0]).await, self.export(&both[1]).await];
                differ(pair, &[one], &[other])?;
                compared += 1;
            }
        }
        let extra = self.leak.and_then(|leak| leak.socket_message(both[0].events));
        listeners.0.check(extra).await?;
        listeners.1.check(None).await?;
        assert!(pairs < PAIRS_PER_SERVERS || !met.contains(&0), "seed {seed}: {MET:?} are met {met:?} times");
        Ok(compared)
    }

    /// Returns the tags of the reader's newest documents, once the access log shows that the reader has opened them.
    async fn tags(&self, archive: &Archive) -> Vec<String> {
        let mut tags = Vec::new();
        for record in archive.below.iter().rev().take(2) {
            let path = format!("/api/documents/{}", record.id);
            let opened = async || {
                let seen = archive.reader().get(&path).await.body;
                seen["openedVersion"] == seen["version"]
            };
            until("the access is written", opened).await;
            let answer = self.ask(archive, &archive.reader(), &path).await;
            tags.push(answer.header("etag").to_owned());
        }
        tags
    }

    /// Sends a request and plants the leak into its response.
    async fn ask(&self, archive: &Archive, reader: &Caller<'_>, path: &str) -> Answer {
        let mut answer = reader.get(path).await;
        if let Some(leak) = self.leak {
            leak.plant(path, &mut answer, archive.events);
        }
        answer
    }

    /// Returns the export of the reader's own records.
    async fn export(&self, archive: &Archive) -> MaskedResponse {
        let answer = self.ask(archive, &archive.reader(), calls::EXPORT).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let mut text = export::shown(&answer.bytes);
        if self.leak == Some(Leak::Export) {
            text += &"documents/<id>.md".repeat(archive.events);
        }
        MaskedResponse { path: calls::EXPORT.to_owned(), text }
    }

    /// Returns the responses to all calls of the reader, including the second pages of lists.
    async fn read_all(
        &self,
        archive: &Archive,
        mut chance: Chance,
        refused: &[String],
        round: usize,
    ) -> Vec<MaskedResponse> {
        let (reader, mut mask, mut responses) = (archive.reader(), Mask::default(), Vec::new());
        // Wait until the accesses of the previous round are recorded in both archives.
        tokio::time::sleep(WRITTEN).await;
        for path in calls::readings(archive, &mut chance, refused, round) {
            let answer = self.ask(archive, &reader, &path).await;
            let next = answer.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            responses.push(MaskedResponse { text: shown(&answer, &mut mask), path: mask.text(&path) });
            if !next.is_empty() {
                let answer = self.ask(archive, &reader, &next).await;
                responses.push(MaskedResponse {
                    text: shown(&answer, &mut mask),
                    path: format!("{} next", mask.text(&path)),
                });
            }
        }
        responses
    }
}

async fn apply_events_above(archive: &mut Archive, chance: &mut Chance, pair: usize) {
    for n in 0..chance.below(4) {
        let event = Above::choose(chance, archive.level, pair * 10 + n);
        archive.above(&event).await;
    }
}

fn shown(answer: &Answer, mask: &mut Mask) -> String {
    let mut headers: Vec<(String, String)> = answer
        .headers
        .iter()
        .filter(|(name, _)| !NOT_COMPARED.contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), unlabelled(value.to_str().unwrap())))
        .collect();
    headers.sort();
    let body = mask.text(&String::from_utf8_lossy(&answer.bytes));
    let mut text = format!("{}\n", answer.status);
    for (name, value) in headers {
        writeln!(text, "{name}: {value}").unwrap();
    }
    writeln!(text, "link: {}", mask.link(answer.header("link"))).unwrap();
    text + &body
}

/// Returns a header without incident numbers and the digits of short labels, which occur in file names.
fn unlabelled(header: &str) -> String {
    let header = unnumbered(&header.replace("%2D", "-"));
    let mut parts = header.split("DOC");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        let digits = part.trim_start_matches('-');
        shown + "DOC" + digits.trim_start_matches(|c: char| c.is_ascii_hexdigit())
    })
}

fn differ(pair: usize, one: &[MaskedResponse], other: &[MaskedResponse]) -> Result<(), Finding> {
    match one.iter().zip(other).find(|(one, other)| one.text != other.text) {
        // The numbers of calls differ only if one of them lacks a link, and the links have been compared.
        None => Ok(()),
        Some((one, other)) => Err(finding(pair, &one.path, &one.text, &other.text)),
    }
}

impl Finding {
    /// Creates a finding for a message that a socket must not send to the reader.
    pub fn of_socket(text: String) -> Self {
        Self { call: "the socket".to_owned(), text }
    }
}

fn finding(pair: usize, what: &str, one: &str, other: &str) -> Finding {
    let text = format!("pair {pair}, {what}:\n--- one archive\n{one}\n--- the other\n{other}\n");
    Finding { call: what.to_owned(), text }
}
