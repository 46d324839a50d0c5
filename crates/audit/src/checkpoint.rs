//! Checkpoints: the number of entries and the root of their Merkle tree, signed (<https://c2sp.org/tlog-checkpoint>).
//!
//! Anyone who has stored a checkpoint can later verify, with the public key only, that the entries up to it are
//! unchanged. An inclusion proof (<https://c2sp.org/tlog-proof>) shows that one entry is among them, without the other
//! entries.

use crate::chain::SealedEntry;
use crate::merkle::{Hash, leaf, root_of_path};
use crate::note::{NoteError, NoteSigner, NoteVerifier};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The state of the log at some point in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    pub size: u64,
    /// The root of the Merkle tree.
    pub root: Hash,
}

impl Checkpoint {
    /// Returns the signed checkpoint: origin, number of entries, root and signature.
    pub fn sign(&self, signer: &NoteSigner) -> String {
        let (key, root) = (signer.verifier(), STANDARD.encode(self.root));
        signer.sign(&format!("{}\n{}\n{root}\n", key.name(), self.size))
    }

    /// Verifies and reads a signed checkpoint. Extension lines after the root are ignored. Errors: the key did not sign
    /// it, or it belongs to another log.
    pub fn open(note: &str, key: &NoteVerifier) -> Result<Self, NoteError> {
        let mut lines = key.open(note)?.lines();
        let of_this_log = lines.next() == Some(key.name());
        let size = lines.next().filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok());
        let root = lines.next().and_then(hash_of);
        match (of_this_log, size, root) {
            (true, Some(size), Some(root)) => Ok(Self { size, root }),
            _ => Err(NoteError::Malformed),
        }
    }

    /// Like [`Checkpoint::open`], with whichever of these keys has signed it: a log whose key was replaced has
    /// checkpoints of several.
    pub fn open_with_any(note: &str, keys: &[NoteVerifier]) -> Result<Self, NoteError> {
        let mut opened = keys.iter().map(|key| Self::open(note, key));
        opened.find(|opened| *opened != Err(NoteError::NotSigned)).unwrap_or(Err(NoteError::NotSigned))
    }
}

fn hash_of(text: &str) -> Option<Hash> {
    STANDARD.decode(text).ok()?.try_into().ok()
}

/// Returns the leaf hash of an entry. It covers everything that the entry's hash covers.
pub fn leaf_of(entry_hash: &Hash) -> Hash {
    leaf(entry_hash)
}

/// Proof that an entry is covered by a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InclusionProof {
    /// The entry's number, from 1.
    pub number: u64,
    /// The hashes on the path from the leaf to the root, leaf first.
    pub path: Vec<Hash>,
    pub checkpoint: String,
}

/// Why a proof is invalid. The message can be shown to users.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProofError {
    /// The text is not a proof.
    #[error("this is not a proof in the format of c2sp.org/tlog-proof")]
    Malformed,
    /// The key did not sign the checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] NoteError),
    /// The proof is for an entry with another number.
    #[error("the proof is for another entry")]
    OtherEntry,
    /// The entry's hash does not match its fields.
    #[error("the entry was altered: its hash does not match its fields")]
    Altered,
    /// The path does not lead from the entry to the root.
    #[error("the entry is not part of this checkpoint")]
    NotIncluded,
}

const HEADER: &str = "c2sp.org/tlog-proof@v1";

impl InclusionProof {
    /// Returns the proof as text: less than 2,048 bytes for logs of up to 2^34 entries.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\nindex {}\n", self.number.saturating_sub(1));
        for hash in &self.path {
            text.push_str(&STANDARD.encode(hash));
            text.push('\n');
        }
        text.push('\n');
        text.push_str(&self.checkpoint);
        text
    }

    /// Parses a proof. Extra data in it is ignored.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let (head, checkpoint) = text.split_once("\n\n").ok_or(ProofError::Malformed)?;
        let mut lines = head.lines().filter(|line| !line.starts_with("extra "));
        let index = match (lines.next(), lines.next().and_then(|line| line.strip_prefix("index "))) {
            (Some(HEADER), Some(index)) => index.parse::<u64>().ok(),
            _ => None,
        };
        let number = index.and_then(|index| index.checked_add(1)).ok_or(ProofError::Malformed)?;
        let path = lines.map(hash_of).collect::<Option<Vec<Hash>>>().ok_or(ProofError::Malformed)?;
        Ok(Self { number, path, checkpoint: checkpoint.to_owned() })
    }

    /// Verifies that the entry is covered by the signed checkpoint, which it returns.
    pub fn verify(&self, entry: &SealedEntry, key: &NoteVerifier) -> Result<Checkpoint, ProofError> {
        let checkpoint = Checkpoint::open(&self.checkpoint, key)?;
        if u64::try_from(entry.number) != Ok(self.number) {
            return Err(ProofError::OtherEntry);
        }
        if !entry.is_whole() {
            return Err(ProofError::Altered);
        }
        let index = self.number.checked_sub(1).ok_or(ProofError::Malformed)?;
        let root = root_of_path(leaf_of(&entry.hash), index, checkpoint.size, &self.path);
        if root == Some(checkpoint.root) { Ok(checkpoint) } else { Err(ProofError::NotIncluded) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::testing::log;
    use crate::merkle::{Tree, inclusion_path};

    fn signer() -> NoteSigner {
        NoteSigner::new("terminal.example.org/audit", &[5; 32]).unwrap()
    }

    #[test]
    fn checkpoint_has_the_published_form_and_round_trips() {
        let checkpoint = Checkpoint { size: 20, root: [7; 32] };
        let note = checkpoint.sign(&signer());
        let lines: Vec<&str> = note.lines().collect();
        let root = STANDARD.encode([7; 32]);
        assert_eq!(lines[..4], ["terminal.example.org/audit", "20", &root, ""]);
        assert!(lines[4].starts_with("\u{2014} terminal.example.org/audit ") && note.ends_with('\n'));
        let key = signer().verifier();
        assert_eq!(Checkpoint::open(&note, &key), Ok(checkpoint));
        let extended = signer().sign(&format!("terminal.example.org/audit\n20\n{root}\nan extension\n"));
        assert_eq!(Checkpoint::open(&extended, &key), Ok(checkpoint));
        for bad in [format!("other\n20\n{root}\n"), format!("terminal.example.org/audit\n+20\n{root}\n"), "a\n".into()]
        {
            assert_eq!(Checkpoint::open(&signer().sign(&bad), &key), Err(NoteError::Malformed), "{bad}");
        }
        assert_eq!(Checkpoint::open(&note.replace("\n20\n", "\n21\n"), &key), Err(NoteError::Forged));
    }

    #[test]
    fn proof_is_valid_only_for_its_entry() {
        let entries = log(21);
        let leaves: Vec<Hash> = entries.iter().map(|entry| leaf_of(&entry.hash)).collect();
        let root = leaves.iter().copied().collect::<Tree>().root();
        let checkpoint = Checkpoint { size: 21, root }.sign(&signer());
        let proof = InclusionProof { number: 8, path: inclusion_path(&leaves, 7).unwrap(), checkpoint };
        let text = proof.to_text();
        assert_eq!(InclusionProof::parse(&text).unwrap(), proof);
        let with_extra = text.replace("\nindex", "\nextra YQ==\nindex");
        assert_eq!(InclusionProof::parse(&with_extra).unwrap(), proof);
        let key = signer().verifier();
        assert_eq!(proof.verify(&entries[7], &key).unwrap().size, 21);
        assert_eq!(proof.verify(&entries[8], &key), Err(ProofError::OtherEntry));
        let mut altered = entries[7].clone();
        altered.action = "nothing".to_owned();
        assert_eq!(proof.verify(&altered, &key), Err(ProofError::Altered));
        altered.reseal();
        assert_eq!(proof.verify(&altered, &key), Err(ProofError::NotIncluded));
        let another = NoteSigner::new("terminal.example.org/audit", &[6; 32]).unwrap().verifier();
        assert_eq!(proof.verify(&entries[7], &another), Err(ProofError::Checkpoint(NoteError::NotSigned)));
        for bad in ["", "c2sp.org/tlog-proof@v1\n\n", "c2sp.org/tlog-proof@v1\nindex x\n\nnote"] {
            assert_eq!(InclusionProof::parse(bad), Err(ProofError::Malformed), "{bad}");
        }
    }

    #[test]
    fn proof_in_a_log_of_17_billion_entries_has_less_than_2_kib() {
        let origin = format!("{}/audit", "a".repeat(60));
        let signer = NoteSigner::new(&origin, &[5; 32]).unwrap();
        let checkpoint = Checkpoint { size: 1 << 34, root: [0; 32] }.sign(&signer);
        let proof = InclusionProof { number: 1 << 34, path: vec![[0; 32]; 34], checkpoint };
        assert!(proof.to_text().len() <= 2048, "{}", proof.to_text().len());
    }
}
