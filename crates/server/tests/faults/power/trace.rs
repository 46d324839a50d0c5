//! A record of a process's file changes, and the possible states of the disk after a power failure.
//!
//! A disk keeps synced data. Each later write may be complete, missing, or torn between two sectors. Changes of names
//! (create, link, rename, remove) form a separate journal, which is truncated somewhere after the last change that a
//! sync of the file or of its folder made durable.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// One record of the trace.
#[derive(Debug)]
pub struct Record {
    kind: u8,
    file: u64,
    at: u64,
    first: Vec<u8>,
    second: Vec<u8>,
}

/// Builds the recording library into this folder and returns its path.
pub fn build(folder: &Path) -> PathBuf {
    let library = folder.join("trace.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/power/trace.c");
    let status = Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).status();
    assert!(status.unwrap().success(), "the recording library does not compile");
    library
}

/// Appends an acknowledgement to the trace. All records before it happened before it.
pub fn acknowledge(trace: &Path, what: &str) {
    let mut record = Vec::new();
    for word in [u64::from(b'A'), 0, 0, what.len() as u64, 0] {
        record.extend(word.to_ne_bytes());
    }
    record.extend(what.as_bytes());
    // A single write call, so that the record is not interleaved with those of the server.
    let written = std::fs::OpenOptions::new().append(true).open(trace).unwrap().write(&record).unwrap();
    assert_eq!(written, record.len());
}

/// Reads a trace.
pub fn read(trace: &Path) -> Vec<Record> {
    let bytes = std::fs::read(trace).unwrap();
    let mut rest = bytes.as_slice();
    let mut records = Vec::new();
    while !rest.is_empty() {
        let word = |position: usize| u64::from_ne_bytes(rest[position * 8..position * 8 + 8].try_into().unwrap());
        let [kind, file, at, first, second] = [word(0), word(1), word(2), word(3), word(4)];
        let (first, second) = (usize::try_from(first).unwrap(), usize::try_from(second).unwrap());
        let text = &rest[40..];
        records.push(Record {
            kind: u8::try_from(kind).unwrap(),
            file,
            at,
            first: text[..first].to_vec(),
            second: text[first..first + second].to_vec(),
        });
        rest = &text[first + second..];
    }
    records
}

/// Returns the acknowledgements in these records.
pub fn acknowledged(records: &[Record]) -> Vec<String> {
    let acknowledgements = records.iter().filter(|record| record.kind == b'A');
    acknowledgements.map(|record| String::from_utf8(record.first.clone()).unwrap()).collect()
}

/// A deterministic source of pseudorandom numbers.
pub struct Dice(pub u64);

impl Dice {
    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// The content of a file: the durable part and later writes.
#[derive(Default)]
struct Content {
    durable: Vec<u8>,
    /// Positions of the later writes in the trace.
    pending: Vec<usize>,
}

/// Returns the files on the disk after a power failure at the end of `records`, by path. `keeps_promises` is false
/// for a disk that ignores syncs.
pub fn after_cut(records: &[Record], dice: &mut Dice, keeps_promises: bool) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut contents: BTreeMap<u64, Content> = BTreeMap::new();
    let mut begun: BTreeMap<u64, usize> = BTreeMap::new();
    // Changes of names, each with the file, its folder, and the position in the trace.
    let mut names: Vec<(u64, u64, usize)> = Vec::new();
    let mut durable_names = 0;
    for (position, record) in records.iter().enumerate() {
        match record.kind {
            b'W' | b'T' => contents.entry(record.file).or_default().pending.push(position),
            b'C' => {
                // A new file may reuse the inode of a removed one.
                contents.insert(record.file, Content::default());
                names.push((record.file, record.at, position));
            }
            b'L' | b'R' | b'U' => names.push((record.file, record.at, position)),
            b'B' => drop(begun.insert(record.at, position)),
            b'E' if keeps_promises => {
                let since = begun.remove(&record.at).unwrap();
                let content = contents.entry(record.file).or_default();
                let certain = content.pending.partition_point(|position| *position < since);
                for position in content.pending.drain(..certain) {
                    apply(&mut content.durable, &records[position], usize::MAX);
                }
                let synced = |(file, folder, position): &(u64, u64, usize)| {
                    *position < since && (*file == record.file || *folder == record.file)
                };
                let last = names.iter().rposition(synced);
                durable_names = durable_names.max(last.map_or(0, |last| last + 1));
            }
            _ => {}
        }
    }
    let kept = durable_names + dice.below(names.len() - durable_names + 1);
    let mut files: BTreeMap<PathBuf, u64> = BTreeMap::new();
    for (_, _, position) in &names[..kept] {
        let record = &records[*position];
        let path = |bytes: &[u8]| PathBuf::from(String::from_utf8(bytes.to_vec()).unwrap());
        match record.kind {
            b'C' => drop(files.insert(path(&record.first), record.file)),
            b'L' => drop(files.insert(path(&record.second), record.file)),
            b'R' => {
                files.remove(&path(&record.first));
                files.insert(path(&record.second), record.file);
            }
            _ => drop(files.remove(&path(&record.first))),
        }
    }
    let mut left = BTreeMap::new();
    for (path, file) in files {
        let content = contents.entry(file).or_default();
        let mut bytes = content.durable.clone();
        for position in &content.pending {
            let length = records[*position].first.len();
            match dice.below(4) {
                0 => {}
                1 => apply(&mut bytes, &records[*position], dice.below(length / SECTOR + 1) * SECTOR),
                _ => apply(&mut bytes, &records[*position], usize::MAX),
            }
        }
        left.insert(path, bytes);
    }
    left
}

/// Applies the first `most` bytes of a record. A change of length is applied whole or, for 0 bytes, not at all.
fn apply(bytes: &mut Vec<u8>, record: &Record, most: usize) {
    let at = usize::try_from(record.at).unwrap();
    if record.kind == b'T' {
        if most > 0 {
            bytes.resize(at, 0);
        }
        return;
    }
    let written = &record.first[..record.first.len().min(most)];
    if !written.is_empty() {
        bytes.resize(bytes.len().max(at + written.len()), 0);
        bytes[at..at + written.len()].copy_from_slice(written);
    }
}
