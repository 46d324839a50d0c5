//! The XML of a dump, one page at a time.

use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event as Xml};

use crate::packed::invalid;
use crate::wikis::history::Saved;
use crate::wikis::source::{MAX_TEXT, has_ending};

/// Honest dumps shrink less than this when they are compressed.
const MAX_RATIO: u64 = 300;
const SPARE: u64 = 16 * 1024 * 1024;
const MAX_REVISIONS: usize = 100_000;

#[derive(Debug, Default)]
pub(super) struct RawRevision {
    id: String,
    pub saved: Saved,
    hidden: bool,
    long: bool,
}

#[derive(Debug, Default)]
pub(super) struct RawPage {
    pub title: String,
    /// Dumps before version 0.6 do not say it.
    pub namespace: Option<i64>,
    pub redirect: Option<String>,
    pub revisions: Vec<RawRevision>,
    /// Ids of those that were left out.
    pub too_long: Vec<String>,
    pub hidden: usize,
}

pub(super) enum Event {
    Namespace(i64, String),
    CaseSensitive,
    Page(Box<RawPage>),
}

/// Counts what is read, and stops what unpacks to far more than it weighs.
struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
    limit: Option<Rc<Cell<u64>>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let count = self.count.get() + length as u64;
        self.count.set(count);
        if let Some(packed) = &self.limit
            && count > packed.get().saturating_mul(MAX_RATIO) + SPARE
        {
            return Err(invalid("unpacks to far more than it weighs"));
        }
        Ok(length)
    }
}

fn unpacked(path: &Path, count: &Rc<Cell<u64>>) -> io::Result<Box<dyn Read>> {
    let name = path.to_string_lossy();
    let file = Counted { inner: File::open(path)?, count: Rc::clone(count), limit: None };
    let file = BufReader::with_capacity(64 * 1024, file);
    let guarded = |inner: Box<dyn Read>| {
        Box::new(Counted { inner, count: Rc::default(), limit: Some(Rc::clone(count)) }) as Box<dyn Read>
    };
    Ok(if has_ending(&name, ".gz") {
        guarded(Box::new(flate2::read::MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}

pub(super) fn start_of(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    unpacked(path, &Rc::default()).ok()?.take(4096).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) struct Dump {
    reader: Reader<BufReader<Box<dyn Read>>>,
    count: Rc<Cell<u64>>,
    /// The elements around the current place, from the root on.
    open: Vec<String>,
    text: String,
    long: bool,
    page: RawPage,
    revision: RawRevision,
    key: i64,
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = start.attributes();
    let mut attributes = attributes.with_checks(false).flatten();
    let found = attributes.find(|attribute| attribute.key.as_ref() == name.as_bytes())?;
    let raw = String::from_utf8_lossy(&found.value);
    Some(quick_xml::escape::unescape(&raw).map_or_else(|_odd| raw.to_string(), Cow::into_owned))
}

impl Dump {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let count = Rc::new(Cell::new(0));
        let reader = BufReader::with_capacity(256 * 1024, unpacked(path, &count)?);
        let mut reader = Reader::from_reader(reader);
        reader.config_mut().expand_empty_elements = true;
        Ok(Self {
            reader,
            count,
            open: Vec::new(),
            text: String::new(),
            long: false,
            page: RawPage::default(),
            revision: RawRevision::default(),
            key: 0,
        })
    }

    /// Bytes of the file that were read.
    pub(super) fn position(&self) -> u64 {
        self.count.get()
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Event>> {
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            match self.reader.read_event_into(&mut buffer).map_err(invalid)? {
                Xml::Start(start) => self.start(&start),
                Xml::End(_) => {
                    let name = self.open.pop().unwrap_or_default();
                    if let Some(event) = self.end(&name) {
                        return Ok(Some(event));
                    }
                }
                Xml::Text(text) => self.add(&String::from_utf8_lossy(&text)),
                Xml::CData(text) => self.add(&String::from_utf8_lossy(&text)),
                Xml::GeneralRef(reference) => self.add(&resolved(&reference)),
                Xml::Eof if self.open.is_empty() => return Ok(None),
                Xml::Eof => return Err(invalid("the file ends in the middle")),
                _ => {}
            }
        }
    }

    fn add(&mut self, text: &str) {
        if self.open.len() < 3 {
            return;
        }
        if (self.text.len() + text.len()) as u64 > MAX_TEXT {
            self.long = true;
        } else {
            self.text.push_str(text);
        }
    }

    fn start(&mut self, start: &BytesStart<'_>) {
        let name = String::from_utf8_lossy(start.local_name().as_ref()).into_owned();
        self.text.clear();
        self.long = false;
        match name.as_str() {
            "page" => self.page = RawPage::default(),
            "revision" => self.revision = RawRevision::default(),
            "redirect" => self.page.redirect = attribute(start, "title"),
            "namespace" => self.key = attribute(start, "key").and_then(|key| key.parse().ok()).unwrap_or_default(),
            "text" => self.revision.hidden = attribute(start, "deleted").is_some(),
            _ => {}
        }
        self.open.push(name);
    }

    fn end(&mut self, name: &str) -> Option<Event> {
        let text = std::mem::take(&mut self.text);
        let parent = self.open.last().map(String::as_str).unwrap_or_default();
        match (parent, name) {
            ("namespaces", "namespace") => return Some(Event::Namespace(self.key, text)),
            ("siteinfo", "case") if text.trim() == "case-sensitive" => return Some(Event::CaseSensitive),
            ("page", "title") => self.page.title = text,
            ("page", "ns") => self.page.namespace = text.trim().parse().ok(),
            ("revision", "id") => self.revision.id = text,
            ("revision", "timestamp") => self.revision.saved.at = Some(text.trim().to_owned()),
            ("revision", "comment") => self.revision.saved.comment = Some(text),
            ("revision", "model") => self.revision.saved.language = text,
            ("contributor", "username" | "ip") => self.revision.saved.author = Some(text),
            ("revision", "text") => {
                self.revision.long = self.long;
                self.revision.saved.text = text;
            }
            ("page", "revision") => {
                let revision = std::mem::take(&mut self.revision);
                if revision.long || self.page.revisions.len() >= MAX_REVISIONS {
                    self.page.too_long.push(revision.id);
                } else if revision.hidden {
                    self.page.hidden += 1;
                } else {
                    self.page.revisions.push(revision);
                }
            }
            (_, "page") => return Some(Event::Page(Box::new(std::mem::take(&mut self.page)))),
            _ => {}
        }
        None
    }
}

fn resolved(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(letter)) = reference.resolve_char_ref() {
        return letter.to_string();
    }
    let name = String::from_utf8_lossy(reference).into_owned();
    resolve_predefined_entity(&name).map_or_else(|| format!("&{name};"), str::to_owned)
}
