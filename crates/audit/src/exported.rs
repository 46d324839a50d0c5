//! Offline verification of an exported log: its chain and its checkpoints, with the public key only.

use crate::chain::{Broken, ChainVerifier, Link, SealedEntry};
use crate::checkpoint::Checkpoint;
use crate::note::{NoteError, NoteVerifier};
use crate::verifying::{Expectation, VerificationPass, earlier};
use facility_kernel::Timestamp;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The result of verifying an export.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportVerification {
    /// Whether all entries are unaltered and covered by a checkpoint, and all checkpoints match.
    pub ok: bool,
    /// Number of unaltered entries.
    pub entries: u64,
    /// Number of unaltered entries that a signed checkpoint covers.
    pub signed: u64,
    /// The first altered entry or mismatched checkpoint.
    pub first_broken: Option<Broken>,
    /// Members that are not verified: the MAC, which only the server can check, and members that this version does not
    /// know.
    pub unverified_members: BTreeSet<String>,
}

/// Why an export cannot be verified. The message can be shown to users.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// A line is neither an entry nor a checkpoint.
    #[error("line {0} is not an entry of an audit log")]
    BadLine(u64),
    /// The key did not sign a one of the keys.
    #[error("the checkpoint: {0}")]
    Checkpoint(#[from] NoteError),
    /// There is no checkpoint.
    #[error("the export contains no checkpoint, and none was given")]
    NoCheckpoint,
}

/// The members of a line. Duplicate names are refused, because JSON parsers disagree about which value counts.
struct Members(Map<String, Value>);

impl<'de> serde::Deserialize<'de> for Members {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Once;
        impl<'de> serde::de::Visitor<'de> for Once {
            type Value = Members;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Map::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if members.insert(name, value).is_some() {
                        return Err(serde::de::Error::custom("duplicate member"));
                    }
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

/// Parses a line of an export. Returns the entry and the names of the members that its hash does not cover.
pub fn parse_entry(line: &str) -> Option<(SealedEntry, Vec<String>)> {
    let Members(mut members) = serde_json::from_str(line).ok()?;
    let mut optional = |name: &str| match members.remove(name) {
        None | Some(Value::Null) => Some(None),
        Some(Value::String(text)) => Some(Some(text)),
        Some(_) => None,
    };
    let (entity_id, performed_by) = (optional("entityId")?, optional("performedBy")?);
    let (performed_by_username, details) = (optional("performedByUsername")?, optional("details")?);
    let (ip_address, user_agent) = (optional("ipAddress")?, optional("userAgent")?);
    let (id, action, entity_type) = (optional("id")??, optional("action")??, optional("entityType")??);
    let (request_id, time) = (optional("requestId")??, optional("timestamp")??);
    let mut digest = |name: &str| -> Option<[u8; 32]> { hex::decode(optional(name)??).ok()?.try_into().ok() };
    let (previous_hash, hash, mac) = (digest("previousHash")?, digest("hash")?, digest("mac")?);
    let mut number = |name: &str| members.remove(name).map(|value| value.as_i64());
    let (count, timestamp) = (number("count")??, number("timestampMicros")??);
    let content_changed_at = number("contentChangedMicros")??;
    let number = number("number")??;
    let is_admin_action = members.remove("isAdminAction")?.as_bool()?;
    // The human-readable time must match the hashed one.
    if Timestamp::from_micros(timestamp).to_string() != time {
        return None;
    }
    let entry = SealedEntry {
        number,
        id,
        action,
        entity_type,
        entity_id,
        performed_by,
        performed_by_username,
        details,
        ip_address,
        user_agent,
        request_id,
        is_admin_action,
        count,
        timestamp,
        content_changed_at,
        previous_hash,
        hash,
        mac,
    };
    Some((entry, members.into_iter().map(|(name, _)| name).collect()))
}

/// Returns the last line of an export, which holds the checkpoint of its entries, without the line break.
pub fn checkpoint_line(note: &str) -> String {
    serde_json::json!({ "checkpoint": note }).to_string()
}

fn parse_checkpoint(line: &str) -> Option<String> {
    let Members(members) = serde_json::from_str(line).ok()?;
    members.get("checkpoint").and_then(Value::as_str).map(str::to_owned)
}

/// Verifies an export line by line. Its memory does not grow with the export.
pub struct ExportVerifier {
    keys: Vec<NoteVerifier>,
    chain: ChainVerifier,
    pass: VerificationPass,
    lines: u64,
    signed: u64,
    broken: Option<Broken>,
    unverified: BTreeSet<String>,
}

impl ExportVerifier {
    /// Starts with the public keys, those of earlier checkpoints included, and the signed checkpoints that were kept
    /// elsewhere. Errors: none of the keys did signed one of them.
    pub fn new(keys: Vec<NoteVerifier>, kept: &[String]) -> Result<Self, ExportError> {
        let kept = kept.iter().map(|note| Checkpoint::open_with_any(note, &keys)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            keys,
            chain: ChainVerifier::after(Link::START, None),
            signed: kept.iter().map(|checkpoint| checkpoint.size).max().unwrap_or(0),
            pass: VerificationPass::beside(kept.into_iter().map(Expectation::since).collect()),
            lines: 0,
            broken: None,
            unverified: BTreeSet::new(),
        })
    }

    /// Verifies the next line. Errors: it is neither an entry nor a checkpoint, or no key did signed the checkpoint.
    pub fn line(&mut self, line: &str) -> Result<(), ExportError> {
        self.lines = self.lines.saturating_add(1);
        if self.broken.is_some() {
            return Ok(());
        }
        if let Some((entry, others)) = parse_entry(line) {
            match self.chain.check(&entry) {
                Ok(()) => self.pass.advance(entry.hash),
                Err(broken) => self.broken = Some(broken),
            }
            self.unverified.extend(others);
            self.unverified.insert("mac".to_owned());
            return Ok(());
        }
        let note = parse_checkpoint(line).ok_or(ExportError::BadLine(self.lines))?;
        let checkpoint = Checkpoint::open_with_any(&note, &self.keys)?;
        let here = self.pass.checkpoint();
        self.signed = self.signed.max(checkpoint.size);
        if here != checkpoint {
            self.broken = Some(Expectation::since(checkpoint).broken());
        }
        Ok(())
    }

    /// Returns the result. Errors: no checkpoint covers any entry.
    pub fn finish(self) -> Result<ExportVerification, ExportError> {
        if self.signed == 0 && self.broken.is_none() {
            return Err(ExportError::NoCheckpoint);
        }
        let entries = u64::try_from(self.pass.last().number).unwrap_or_default();
        let first_broken = earlier(self.broken, self.pass.finish());
        Ok(ExportVerification {
            ok: first_broken.is_none() && self.signed >= entries,
            entries,
            signed: self.signed.min(entries),
            first_broken,
            unverified_members: self.unverified,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::testing::log;
    use crate::checkpoint::leaf_of;
    use crate::merkle::Tree;
    use crate::note::NoteSigner;

    fn signer() -> NoteSigner {
        NoteSigner::new("terminal/audit", &[3; 32]).unwrap()
    }

    fn line(entry: &SealedEntry) -> Value {
        serde_json::json!({
            "number": entry.number, "id": entry.id, "action": entry.action, "entityType": entry.entity_type,
            "entityId": entry.entity_id, "performedBy": entry.performed_by,
            "performedByUsername": entry.performed_by_username, "details": entry.details,
            "ipAddress": entry.ip_address, "userAgent": entry.user_agent, "requestId": entry.request_id,
            "isAdminAction": entry.is_admin_action, "count": entry.count,
            "timestamp": Timestamp::from_micros(entry.timestamp).to_string(), "timestampMicros": entry.timestamp,
            "contentChangedMicros": entry.content_changed_at,
            "previousHash": hex::encode(entry.previous_hash), "hash": hex::encode(entry.hash),
            "mac": hex::encode(entry.mac),
        })
    }

    fn note(entries: &[SealedEntry]) -> String {
        let tree: Tree = entries.iter().map(|entry| leaf_of(&entry.hash)).collect();
        Checkpoint { size: tree.size(), root: tree.root() }.sign(&signer())
    }

    fn export(entries: &[SealedEntry]) -> Vec<String> {
        let lines = entries.iter().map(|entry| line(entry).to_string());
        lines.chain([checkpoint_line(&note(entries))]).collect()
    }

    fn verify(lines: &[String], kept: &[String]) -> Result<ExportVerification, ExportError> {
        let mut verifier = ExportVerifier::new(vec![signer().verifier()], kept)?;
        lines.iter().try_for_each(|line| verifier.line(line))?;
        verifier.finish()
    }

    fn broken_at(lines: &[String], kept: &[String]) -> Option<i64> {
        verify(lines, kept).unwrap().first_broken.map(|broken| broken.number)
    }

    #[test]
    fn export_verifies_and_extends_stored_checkpoints() {
        let entries = log(30);
        let kept = [note(&entries[..7]), note(&entries[..30])];
        let found = verify(&export(&entries), &kept).unwrap();
        assert_eq!((found.ok, found.entries, found.signed, found.first_broken), (true, 30, 30, None));
        assert_eq!(found.unverified_members.iter().collect::<Vec<_>>(), ["mac"]);
    }

    #[test]
    fn edited_shortened_and_rewritten_exports_are_found() {
        let entries = log(30);
        let whole = export(&entries);
        let mut edited = whole.clone();
        edited[11] = edited[11].replace("user_approved", "user_removed");
        assert_eq!(broken_at(&edited, &[]), Some(12));
        let mut missing = whole.clone();
        missing.remove(11);
        assert_eq!(broken_at(&missing, &[]), Some(13));
        let mut cut = whole.clone();
        cut.drain(20..30);
        assert_eq!(broken_at(&cut, &[]), Some(30));
        // Entry 5 and all later ones are rewritten by somebody who has every key. Only the stored checkpoint reveals
        // it.
        let mut other = entries.clone();
        other[4].action = "nothing".to_owned();
        for at in 4..30 {
            other[at].previous_hash = other[at - 1].hash;
            other[at].reseal();
        }
        assert!(verify(&export(&other), &[]).unwrap().ok);
        assert_eq!(broken_at(&export(&other), &[note(&entries[..4])]), None);
        assert_eq!(broken_at(&export(&other), &[note(&entries[..9])]), Some(9));
    }

    #[test]
    fn only_what_a_checkpoint_covers_counts() {
        let entries = log(9);
        let mut unsigned = export(&entries);
        unsigned.pop();
        assert!(matches!(verify(&unsigned, &[]), Err(ExportError::NoCheckpoint)));
        let found = verify(&unsigned, &[note(&entries[..6])]).unwrap();
        assert_eq!((found.ok, found.entries, found.signed), (false, 9, 6));
        assert_eq!(broken_at(&unsigned, &[note(&log(12))]), Some(12));
        let forged = NoteSigner::new("terminal/audit", &[4; 32]).unwrap().sign("terminal/audit\n9\nAA==\n");
        unsigned.push(checkpoint_line(&forged));
        assert!(matches!(verify(&unsigned, &[]), Err(ExportError::Checkpoint(NoteError::NotSigned))));
        assert!(matches!(verify(&["{}".to_owned()], &[]), Err(ExportError::BadLine(1))));
    }

    #[test]
    fn export_whose_key_was_replaced_is_verified_with_both_keys() {
        let entries = log(30);
        let earlier = NoteSigner::new("terminal/audit", &[4; 32]).unwrap();
        let tree: Tree = entries[..9].iter().map(|entry| leaf_of(&entry.hash)).collect();
        let kept = [Checkpoint { size: tree.size(), root: tree.root() }.sign(&earlier)];
        let whole = export(&entries);
        let with = |keys: Vec<NoteVerifier>| {
            let mut verifier = ExportVerifier::new(keys, &kept)?;
            whole.iter().try_for_each(|line| verifier.line(line))?;
            verifier.finish()
        };
        for keys in [[signer().verifier(), earlier.verifier()], [earlier.verifier(), signer().verifier()]] {
            assert!(with(keys.to_vec()).unwrap().ok);
        }
        for one in [signer(), earlier.clone()] {
            assert!(matches!(with(vec![one.verifier()]), Err(ExportError::Checkpoint(NoteError::NotSigned))));
        }
    }

    #[test]
    fn member_that_is_there_twice_is_refused() {
        let mut lines = export(&log(3));
        lines[1] = lines[1].replacen('{', r#"{"action":"nothing","#, 1);
        assert!(matches!(verify(&lines, &[]), Err(ExportError::BadLine(2))));
        let mut lines = export(&log(3));
        lines[3] = lines[3].replacen('{', r#"{"checkpoint":"","#, 1);
        assert!(matches!(verify(&lines, &[]), Err(ExportError::BadLine(4))));
    }

    #[test]
    fn unknown_members_are_accepted_and_reported() {
        let entries = log(3);
        let mut lines = export(&entries);
        let mut later = line(&entries[0]);
        later["site"] = "north".into();
        later["severity"] = 3.into();
        lines[0] = later.to_string();
        let found = verify(&lines, &[]).unwrap();
        assert!(found.ok);
        assert_eq!(found.unverified_members.iter().collect::<Vec<_>>(), ["mac", "severity", "site"]);
        // The human-readable time is verified against the hash.
        lines[2] =
            lines[2].replacen(&Timestamp::from_micros(entries[2].timestamp).to_string(), "2020-01-01T00:00:00.000Z", 1);
        assert!(matches!(verify(&lines, &[]), Err(ExportError::BadLine(3))));
    }
}
