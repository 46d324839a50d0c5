//! Signing of checkpoints. The tree grows with the log, and each checkpoint must extend the one before it.

use crate::anchors::{self, Anchor};
use crate::chain::{Link, SealedEntry};
use crate::checkpoint::{Checkpoint, InclusionProof, leaf_of};
use crate::log_tree::{LogTree, StoredTree};
use crate::merkle::{Hash, Tree, inclusion_path};
use crate::note::NoteVerifier;
use crate::trail::AuditTrail;
use facility_kernel::{AdminActor, StoreError};

/// Number of hashes per read.
const BATCH: u32 = 10_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// Number of entries that it covers.
    pub size: u64,
    pub note: String,
    pub key: NoteVerifier,
}

facility_kernel::errors! {
    /// Why no checkpoint was signed. The message can be shown to administrators.
    pub enum SigningError {
        /// The log does not begin with the entries of the last checkpoint: it was rewritten, or an old copy was
        /// restored.
        #[error(
            "The log does not extend its last checkpoint, so no other is signed. Run `facility audit verify` on the server."
        )]
        Altered => Conflict, "audit_log_altered";
        /// There is no such entry.
        #[error("The log has no entry with this number.")]
        NoSuchEntry => NotFound, "not_found";
    } passing {
        #[error(fmt = facility_kernel::errors::sentence)]
        Store(#[from] StoreError),
    }
}

/// Stored checkpoints that the signing key does not verify.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unverified {
    pub count: usize,
    /// Whether the newest checkpoint is one of them, which means that the key was replaced afterwards.
    pub is_newest: bool,
}

/// The signed end of the log.
pub(crate) struct SignedEnd {
    pub(crate) last: SealedEntry,
    /// The checkpoint up to the newest entry.
    pub(crate) signed: Signed,
    /// The tree, to be stored for the next start of the server.
    pub(crate) tree: StoredTree,
}

impl AuditTrail {
    /// Returns the public key that verifies checkpoints.
    pub async fn public_key(&self) -> Result<NoteVerifier, StoreError> {
        Ok(self.signer.current().await?.verifier())
    }

    /// Counts the stored checkpoints that none of these keys signed. There are some after a legitimate key rotation, and so does
    /// one that somebody replaced the key: only the earlier key can verify them.
    pub async fn unverified_checkpoints(&self, keys: &[NoteVerifier]) -> Result<Unverified, StoreError> {
        let anchors = self.anchors.read().await?;
        let notes = anchors.iter().filter_map(|anchor| anchor.checkpoint.as_deref());
        Ok(notes.fold(Unverified::default(), |found, note| {
            let is_newest = Checkpoint::open_with_any(note, keys).is_err();
            Unverified { count: found.count.saturating_add(usize::from(is_newest)), is_newest }
        }))
    }

    /// Signs the current state of the log.
    pub async fn checkpoint(&self) -> Result<Signed, SigningError> {
        Ok(self.sign().await?.signed)
    }

    /// Signs the current state of the log, for an administrator.
    pub async fn checkpoint_for(&self, _: &AdminActor) -> Result<Signed, SigningError> {
        self.checkpoint().await
    }

    pub(crate) async fn sign(&self) -> Result<SignedEnd, SigningError> {
        // The end is read while the tree is locked, so signed checkpoints never become shorter.
        let mut log_tree = self.tree.lock().await;
        let signer = self.signer.current().await?;
        let key = signer.verifier();
        let last = self.log.last().await?.ok_or(SigningError::NoSuchEntry)?;
        let known = match &*log_tree {
            Some(known) => known.clone(),
            None => self.restored(&key).await?,
        };
        let now = self.extend(known, last.link()).await?;
        let (size, root) = (now.tree.size(), now.tree.root());
        let note = Checkpoint { size, root }.sign(&signer);
        let tree = StoredTree::of(&now, &note);
        *log_tree = Some(now);
        Ok(SignedEnd { last, signed: Signed { size, note, key }, tree })
    }

    /// Restores the tree of the last checkpoint from its file, or rebuilds it from the log.
    async fn restored(&self, key: &NoteVerifier) -> Result<LogTree, SigningError> {
        let newest = self.anchors.read().await?.into_iter().rev().find_map(|anchor| {
            let note = anchor.checkpoint?;
            Checkpoint::open(&note, key).ok()
        });
        let Some(newest) = newest else { return Ok(LogTree { tree: Tree::default(), last: Link::START }) };
        let kept = self.anchors.tree().await?.and_then(|kept| kept.restore(key));
        if let Some(kept) = kept.filter(|kept| kept.tree.root() == newest.root) {
            return Ok(kept);
        }
        let number = i64::try_from(newest.size).unwrap_or(i64::MAX);
        let links = self.log.links(vec![number]).await?;
        let last = links.first().copied().ok_or(SigningError::Altered)?;
        let empty = LogTree { tree: Tree::default(), last: Link::START };
        let log_tree = self.extend(empty, last).await?;
        if log_tree.tree.root() == newest.root { Ok(log_tree) } else { Err(SigningError::Altered) }
    }

    /// Extends the tree up to `last`.
    async fn extend(&self, mut log_tree: LogTree, last: Link) -> Result<LogTree, SigningError> {
        let Link { number, hash } = log_tree.last;
        if number > last.number {
            return Err(SigningError::Altered);
        }
        if number > 0 && self.log.links(vec![number]).await?.first().map(|link| link.hash) != Some(hash) {
            return Err(SigningError::Altered);
        }
        while log_tree.last.number < last.number {
            let links = self.log.links_after(log_tree.last.number, BATCH).await?;
            if links.is_empty() {
                return Err(SigningError::Altered);
            }
            for link in links.into_iter().take_while(|link| link.number <= last.number) {
                if link.number != log_tree.last.number.saturating_add(1) {
                    return Err(SigningError::Altered);
                }
                log_tree.tree.push(leaf_of(&link.hash));
                log_tree.last = link;
            }
        }
        if log_tree.last.hash == last.hash { Ok(log_tree) } else { Err(SigningError::Altered) }
    }

    /// Returns the proof that the entry with this number is in the current log. Reads the hash of every entry.
    pub async fn prove(&self, number: u64) -> Result<InclusionProof, SigningError> {
        let Signed { size, note, key: _ } = self.checkpoint().await?;
        let index = number.checked_sub(1).filter(|_| number <= size).ok_or(SigningError::NoSuchEntry)?;
        let mut leaves: Vec<Hash> = Vec::new();
        let end = usize::try_from(size).map_err(|_overflow| SigningError::NoSuchEntry)?;
        while leaves.len() < end {
            let after = i64::try_from(leaves.len()).unwrap_or(i64::MAX);
            let links = self.log.links_after(after, BATCH).await?;
            if links.is_empty() {
                return Err(SigningError::Altered);
            }
            leaves.extend(links.iter().map(|link| leaf_of(&link.hash)));
        }
        leaves.truncate(end);
        let index = usize::try_from(index).map_err(|_overflow| SigningError::NoSuchEntry)?;
        let path = inclusion_path(&leaves, index).ok_or(SigningError::NoSuchEntry)?;
        Ok(InclusionProof { number, path, checkpoint: note })
    }

    /// Appends an anchor with a checkpoint for the newest entry if one is due. The last anchor was at entry `anchored`,
    /// `seconds_since` ago. The checkpoint is omitted if the log does not extend the last one.
    pub async fn anchor(&self, anchored: i64, seconds_since: u64) -> Result<Option<Anchor>, StoreError> {
        match self.log.last().await? {
            Some(last) if anchors::is_due(anchored, last.number, seconds_since) => {
                let (anchor, kept) = match self.sign().await {
                    Ok(SignedEnd { last, signed, tree }) => {
                        (Anchor { checkpoint: Some(signed.note), ..Anchor::of(&last) }, Some(tree))
                    }
                    Err(SigningError::Store(error)) => return Err(error),
                    Err(SigningError::Altered | SigningError::NoSuchEntry) => (Anchor::of(&last), None),
                };
                self.anchors.append(&anchor).await?;
                if let Some(tree) = kept {
                    self.anchors.store_tree(&tree).await?;
                }
                Ok(Some(anchor))
            }
            _ => Ok(None),
        }
    }
}
