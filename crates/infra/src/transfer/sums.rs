//! Checks a whole archive before anything is imported from it.

use super::progress::{Progress, Step};
use super::reader::{Content, unreadable, walk};
use facility_transfer::error::TransferError;
use facility_transfer::manifest::Manifest;
use facility_transfer::member::{MANIFEST, Member};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;

/// Size and SHA-256 of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) size: u64,
    pub(super) sha256: [u8; 32],
}

/// Checks that every member matches the manifest, and that the manifest lists every member. Returns the manifest.
///
/// Errors: names the first member that is damaged, missing, repeated or not listed.
pub(super) fn verify(file: &File, progress: &mut Progress<'_>) -> Result<Manifest, TransferError> {
    let mut found: HashMap<Box<str>, Sum> = HashMap::new();
    let mut manifest = None;
    walk(file, (Step::Checking, progress), |member, mut content| {
        let name = content.name;
        if member == Member::Manifest {
            if manifest.is_some() {
                return Err(TransferError::damaged(name, "is repeated"));
            }
            let parsed = Manifest::parse(&content.read_all()?);
            manifest = Some(parsed.map_err(|error| TransferError::damaged(name, error.to_string()))?);
            return Ok(());
        }
        match found.entry(name.into()) {
            Entry::Occupied(_) => Err(TransferError::damaged(name, "is repeated")),
            Entry::Vacant(entry) => {
                entry.insert(sum(&mut content)?);
                Ok(())
            }
        }
    })?;
    let manifest = manifest.ok_or_else(|| TransferError::damaged(MANIFEST, "is missing"))?;
    compare(&manifest, &found)?;
    Ok(manifest)
}

fn sum(content: &mut Content<'_>) -> Result<Sum, TransferError> {
    let mut hash = Sha256::new();
    loop {
        let piece = content.bytes.fill_buf().map_err(|error| unreadable(content.name, &error))?;
        if piece.is_empty() {
            break;
        }
        hash.update(piece);
        let read = piece.len();
        content.bytes.consume(read);
    }
    Ok(Sum { size: content.size, sha256: hash.finalize().into() })
}

fn compare(manifest: &Manifest, found: &HashMap<Box<str>, Sum>) -> Result<(), TransferError> {
    for (name, expected) in &manifest.members {
        let sum = found.get(name.as_str()).ok_or_else(|| TransferError::damaged(name, "is missing"))?;
        if sum.size != expected.size || hex::encode(sum.sha256) != expected.sha256 {
            return Err(TransferError::damaged(name, "is not the one that the manifest describes"));
        }
    }
    match found.keys().find(|name| !manifest.members.contains_key(&***name)) {
        Some(name) => Err(TransferError::damaged(&**name, "is not in the manifest")),
        None => Ok(()),
    }
}
