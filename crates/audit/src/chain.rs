//! The hash chain: every entry's hash covers the entry and the hash before it, and a MAC under a key that is kept
//! outside the database covers the hash, so that whoever rewrites rows cannot recompute the chain.

use crate::{Entry, Performer};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The 32-byte key of the MAC. Never printed.
#[derive(Clone)]
pub struct ChainKey([u8; 32]);

impl ChainKey {
    /// Wraps the key.
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl std::fmt::Debug for ChainKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChainKey(..)")
    }
}

/// The end of the chain: the number and the hash of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The entry's number, counted from 1 without gaps.
    pub number: i64,
    /// The entry's hash.
    pub hash: [u8; 32],
}

impl Link {
    /// What the first entry follows.
    pub const START: Self = Self { number: 0, hash: [0; 32] };
}

/// An entry as it stands in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedEntry {
    /// Counted from 1 without gaps.
    pub number: i64,
    /// The entry's id.
    pub id: String,
    /// What was done.
    pub action: String,
    /// What kind of thing it was done to.
    pub entity_type: String,
    /// The thing.
    pub entity_id: Option<String>,
    /// The id of who did it.
    pub performed_by: Option<String>,
    /// The name of who did it, or the name somebody gave at sign-in.
    pub performed_by_username: Option<String>,
    /// Facts about it, as a JSON object.
    pub details: Option<String>,
    /// The caller's address.
    pub ip_address: Option<String>,
    /// The caller's user agent.
    pub user_agent: Option<String>,
    /// The request it was done in.
    pub request_id: String,
    /// Whether it was done in the role of administrator.
    pub is_admin_action: bool,
    /// When, in microseconds since the epoch.
    pub timestamp: i64,
    /// The hash of the entry before.
    pub previous_hash: [u8; 32],
    /// SHA-256 over every field above, each with its length before it.
    pub hash: [u8; 32],
    /// HMAC-SHA-256 of the hash under the chain's key.
    pub mac: [u8; 32],
}

impl SealedEntry {
    /// Puts an entry behind `previous`.
    pub fn seal(entry: &Entry, previous: Link, key: &ChainKey) -> Self {
        let (performed_by, performed_by_username) = match &entry.performer {
            Performer::User { id, username } => (Some(id.to_string()), Some(username.clone())),
            Performer::Anonymous { claimed } => (None, claimed.clone()),
            Performer::System => (None, None),
        };
        let mut sealed = Self {
            number: previous.number.saturating_add(1),
            id: entry.id.to_string(),
            action: entry.action.as_str().to_owned(),
            entity_type: entry.entity_type.as_str().to_owned(),
            entity_id: entry.entity_id.clone(),
            performed_by,
            performed_by_username,
            details: entry.details.to_json(),
            ip_address: entry.ip_address.clone(),
            user_agent: entry.user_agent.clone(),
            request_id: entry.request_id.clone(),
            is_admin_action: entry.is_admin_action,
            timestamp: entry.timestamp.as_micros(),
            previous_hash: previous.hash,
            hash: [0; 32],
            mac: [0; 32],
        };
        sealed.hash = sealed.compute_hash();
        sealed.mac = compute_mac(key, &sealed.hash);
        sealed
    }

    /// This entry as the end of the chain.
    pub const fn link(&self) -> Link {
        Link { number: self.number, hash: self.hash }
    }

    fn compute_hash(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        // A length before every field, and a mark for absent ones: no two entries feed the same bytes.
        let mut field = |value: Option<&[u8]>| match value {
            None => hasher.update([0]),
            Some(bytes) => {
                hasher.update([1]);
                hasher.update((bytes.len() as u64).to_be_bytes());
                hasher.update(bytes);
            }
        };
        field(Some(&self.number.to_be_bytes()));
        field(Some(self.id.as_bytes()));
        field(Some(self.action.as_bytes()));
        field(Some(self.entity_type.as_bytes()));
        field(self.entity_id.as_deref().map(str::as_bytes));
        field(self.performed_by.as_deref().map(str::as_bytes));
        field(self.performed_by_username.as_deref().map(str::as_bytes));
        field(self.details.as_deref().map(str::as_bytes));
        field(self.ip_address.as_deref().map(str::as_bytes));
        field(self.user_agent.as_deref().map(str::as_bytes));
        field(Some(self.request_id.as_bytes()));
        field(Some(&[u8::from(self.is_admin_action)]));
        field(Some(&self.timestamp.to_be_bytes()));
        field(Some(&self.previous_hash));
        hasher.finalize().into()
    }
}

fn compute_mac(key: &ChainKey, hash: &[u8; 32]) -> [u8; 32] {
    // An HMAC takes a key of any length; the error of `new_from_slice` cannot happen, and a zero MAC never verifies.
    Hmac::<Sha256>::new_from_slice(&key.0)
        .map_or([0; 32], |mac| mac.chain_update(hash).finalize().into_bytes().into())
}

/// Whether this is the MAC of this hash under the key.
pub(crate) fn is_authentic(key: &ChainKey, hash: &[u8; 32], mac: &[u8; 32]) -> bool {
    compute_mac(key, hash).ct_eq(mac).into()
}

/// The first entry at which the chain does not hold.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Broken {
    /// The id of the entry, as the row has it.
    pub id: String,
    /// The number that the row has, or the one that was expected where a row is missing.
    pub number: i64,
}

/// Walks the chain entry by entry.
#[derive(Debug)]
pub struct ChainVerifier {
    key: ChainKey,
    last: Link,
}

impl ChainVerifier {
    /// Starts behind `last`, which is taken on trust ([`Link::START`] trusts nothing).
    pub const fn after(last: Link, key: ChainKey) -> Self {
        Self { key, last }
    }

    /// The next entry in order; an error when it was altered, or when one before it is missing.
    pub fn check(&mut self, entry: &SealedEntry) -> Result<(), Broken> {
        let follows = entry.number == self.last.number.saturating_add(1)
            && entry.previous_hash.ct_eq(&self.last.hash).into();
        let whole = entry.compute_hash().ct_eq(&entry.hash).into();
        let authentic = is_authentic(&self.key, &entry.hash, &entry.mac);
        if follows && whole && authentic {
            self.last = entry.link();
            Ok(())
        } else {
            Err(Broken { id: entry.id.clone(), number: entry.number })
        }
    }
}

/// Logs for the tests of this crate.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::{Action, Details, EntityType};
    use kernel::testing::{SequentialIds, actor, context};

    pub(crate) fn key() -> ChainKey {
        ChainKey::new([7; 32])
    }

    pub(crate) fn log(length: usize) -> Vec<SealedEntry> {
        let ids = SequentialIds::default();
        let mut last = Link::START;
        (0..length)
            .map(|n| {
                let entry =
                    Entry::new(&ids, &context(), &actor(1, 5, true), Action::UserApproved, EntityType::User)
                        .on(&format!("user-{n}"))
                        .details(Details::new().with("n", n));
                let sealed = SealedEntry::seal(&entry, last, &key());
                last = sealed.link();
                sealed
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{key, log};
    use super::*;
    use crate::{Action, EntityType};
    use kernel::testing::{SequentialIds, context};
    use proptest::prelude::*;

    fn first_broken(log: &[SealedEntry]) -> Option<Broken> {
        let mut verifier = ChainVerifier::after(Link::START, key());
        log.iter().find_map(|entry| verifier.check(entry).err())
    }

    #[test]
    fn an_untouched_log_verifies() {
        assert_eq!(first_broken(&log(50)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn any_edit_is_found_at_its_entry(at in 0_usize..60, kind in 0_u8..16, text in "[a-z]{1,8}!") {
            let mut rows = log(60);
            let row = &mut rows[at];
            match kind {
                0 => row.action = text,
                1 => row.entity_id = None,
                2 => row.performed_by_username = Some(text),
                3 => row.details = Some(text),
                4 => row.is_admin_action = !row.is_admin_action,
                5 => row.timestamp += 1,
                6 => row.ip_address = None,
                7 => row.user_agent = Some(text),
                8 => row.request_id = text,
                9 => row.entity_type = text,
                10 => row.id = text,
                11 => row.performed_by = None,
                12 => row.number += 1,
                13 => row.previous_hash[usize::from(text.as_bytes()[0] % 32)] ^= 1,
                14 => row.hash[usize::from(text.as_bytes()[0] % 32)] ^= 1,
                _ => row.mac[usize::from(text.as_bytes()[0] % 32)] ^= 1,
            }
            let expected = rows[at].id.clone();
            prop_assert_eq!(first_broken(&rows).map(|broken| broken.id), Some(expected));
        }

        #[test]
        fn a_missing_row_is_found_at_the_next(at in 0_usize..19) {
            let mut rows = log(20);
            rows.remove(at);
            prop_assert_eq!(first_broken(&rows).map(|broken| broken.number), Some(i64::try_from(at).unwrap() + 2));
        }
    }

    #[test]
    fn a_chain_recomputed_without_the_key_is_found() {
        let entry = Entry::new(
            &SequentialIds::default(),
            &context(),
            Performer::System,
            Action::KeyRotated,
            EntityType::Site,
        );
        let forged = SealedEntry::seal(&entry, Link::START, &ChainKey::new([8; 32]));
        assert_eq!(first_broken(&[forged]).map(|broken| broken.number), Some(1));
    }

    #[test]
    fn the_key_is_never_printed() {
        assert_eq!(format!("{:?}", ChainKey::new([7; 32])), "ChainKey(..)");
    }
}
