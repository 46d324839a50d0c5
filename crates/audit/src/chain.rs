//! The hash chain: every entry's hash covers the entry and the previous hash. A MAC under a key that is not in the
//! database covers the hash, so that an attacker who rewrites rows cannot recompute the chain.

use crate::entry::{Entry, Performer};
use crate::topics::content_changed;
use facility_kernel::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The 32-byte MAC key. Never printed.
#[derive(Clone)]
pub struct ChainKey([u8; 32]);

impl ChainKey {
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl std::fmt::Debug for ChainKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChainKey(..)")
    }
}

/// A position in the chain: the number and hash of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The entry's number, from 1 without gaps.
    pub number: i64,
    pub hash: [u8; 32],
}

impl Link {
    /// The link before the first entry.
    pub const START: Self = Self { number: 0, hash: [0; 32] };
}

/// A log entry with its hash and MAC.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedEntry {
    /// The entry's number, from 1 without gaps.
    pub number: i64,
    pub id: String,
    pub action: String,
    pub entity_type: String,
    pub entity_id: Option<String>,
    pub performed_by: Option<String>,
    /// Name of the acting account, or the name entered at sign-in in the form that may be stored.
    pub performed_by_username: Option<String>,
    pub details: Option<String>,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    pub request_id: String,
    /// Whether it is an administrator's action.
    pub is_admin_action: bool,
    /// Number of equal actions that this entry combines.
    pub count: i64,
    /// Microseconds since the Unix epoch.
    pub timestamp: i64,
    /// When shared content last changed, as of this entry, in microseconds since the Unix epoch.
    pub content_changed_at: i64,
    /// The previous entry's hash.
    pub previous_hash: [u8; 32],
    /// SHA-256 over all fields above, each prefixed with its length.
    pub hash: [u8; 32],
    /// HMAC-SHA-256 of the hash under the chain's key.
    pub mac: [u8; 32],
}

impl SealedEntry {
    /// Creates the entry that follows `previous`. `changed_before` is the content-changed timestamp before this entry.
    pub fn seal(entry: &Entry, previous: Link, changed_before: Timestamp, key: &ChainKey) -> Self {
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
            count: entry.count.into(),
            timestamp: entry.timestamp.as_micros(),
            content_changed_at: content_changed(changed_before, entry.action, entry.timestamp).as_micros(),
            previous_hash: previous.hash,
            hash: [0; 32],
            mac: [0; 32],
        };
        sealed.hash = sealed.compute_hash();
        sealed.mac = compute_mac(key, &sealed.hash);
        sealed
    }

    pub const fn link(&self) -> Link {
        Link { number: self.number, hash: self.hash }
    }

    /// Whether the stored hash matches the fields.
    pub(crate) fn is_whole(&self) -> bool {
        self.compute_hash().ct_eq(&self.hash).into()
    }

    fn compute_hash(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        // Length prefixes and a marker for missing fields ensure that no two entries produce the same bytes.
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
        field(Some(&self.count.to_be_bytes()));
        field(Some(&self.timestamp.to_be_bytes()));
        field(Some(&self.content_changed_at.to_be_bytes()));
        field(Some(&self.previous_hash));
        hasher.finalize().into()
    }
}

fn compute_mac(key: &ChainKey, hash: &[u8; 32]) -> [u8; 32] {
    // An HMAC accepts keys of any length, so `new_from_slice` cannot fail. A zero MAC never verifies.
    Hmac::<Sha256>::new_from_slice(&key.0).map_or([0; 32], |mac| mac.chain_update(hash).finalize().into_bytes().into())
}

/// Whether the MAC belongs to this hash and key.
pub(crate) fn is_authentic(key: &ChainKey, hash: &[u8; 32], mac: &[u8; 32]) -> bool {
    compute_mac(key, hash).ct_eq(mac).into()
}

/// The first entry that failed verification.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Broken {
    /// The entry's id, as the row has it.
    pub id: String,
    /// The row's number, or the expected number if a row is missing.
    pub number: i64,
}

/// Verifies the chain entry by entry.
#[derive(Debug)]
pub struct ChainVerifier {
    key: Option<ChainKey>,
    last: Link,
}

impl ChainVerifier {
    /// Starts after `last`, which is trusted; [`Link::START`] verifies from the beginning. Without the key, MACs are
    /// not checked.
    pub fn after(last: Link, key: impl Into<Option<ChainKey>>) -> Self {
        Self { key: key.into(), last }
    }

    /// Verifies the next entry. Fails if the entry was altered or the one before it is missing.
    pub fn check(&mut self, entry: &SealedEntry) -> Result<(), Broken> {
        let follows =
            entry.number == self.last.number.saturating_add(1) && entry.previous_hash.ct_eq(&self.last.hash).into();
        let authentic = self.key.as_ref().is_none_or(|key| is_authentic(key, &entry.hash, &entry.mac));
        if follows && entry.is_whole() && authentic {
            self.last = entry.link();
            Ok(())
        } else {
            Err(Broken { id: entry.id.clone(), number: entry.number })
        }
    }
}

/// Sample logs for the tests of this crate.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::action::{Action, EntityType};
    use crate::entry::Details;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context};

    impl SealedEntry {
        /// Recomputes the hash after an edit, as an attacker without the key could.
        pub(crate) fn reseal(&mut self) {
            self.hash = self.compute_hash();
        }
    }

    pub(crate) fn key() -> ChainKey {
        ChainKey::new([7; 32])
    }

    pub(crate) fn log(length: usize) -> Vec<SealedEntry> {
        let ids = SequentialIds::default();
        let mut last = Link::START;
        (0..length)
            .map(|n| {
                let entry = Entry::new(&ids, &context(), &actor(1, 5, true), Action::UserApproved, EntityType::User)
                    .on(&format!("user-{n}"))
                    .details(Details::new().with("n", n));
                let sealed = SealedEntry::seal(&entry, last, TEST_NOW, &key());
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
    use crate::action::{Action, EntityType};
    use facility_kernel::testing::{SequentialIds, TEST_NOW, context};
    use proptest::prelude::*;

    /// The expected hash, computed by a program in another language from the description in docs/SECURITY.md.
    const COMPUTED_ELSEWHERE: &str = "626ad20b18da2e1885c5694849c11a7ee80ccc9bcabb2e14d2da99377c8702e3";

    fn first_broken(log: &[SealedEntry]) -> Option<Broken> {
        let mut verifier = ChainVerifier::after(Link::START, key());
        log.iter().find_map(|entry| verifier.check(entry).err())
    }

    #[test]
    fn unaltered_log_verifies() {
        assert_eq!(first_broken(&log(50)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn any_edit_is_found_at_its_entry(at in 0_usize..60, kind in 0_u8..19, text in "[a-z]{1,8}!") {
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
                14 => row.count += 1,
                15 => row.count = 0,
                16 => row.content_changed_at += 1,
                17 => row.hash[usize::from(text.as_bytes()[0] % 32)] ^= 1,
                _ => row.mac[usize::from(text.as_bytes()[0] % 32)] ^= 1,
            }
            let expected = rows[at].id.clone();
            prop_assert_eq!(first_broken(&rows).map(|broken| broken.id), Some(expected));
        }

        #[test]
        fn missing_row_is_found_at_the_next_one(at in 0_usize..19) {
            let mut rows = log(20);
            rows.remove(at);
            prop_assert_eq!(first_broken(&rows).map(|broken| broken.number), Some(i64::try_from(at).unwrap() + 2));
        }
    }

    #[test]
    fn hash_matches_the_documentation() {
        let (ids, context) = (SequentialIds::default(), context());
        let entry = Entry::new(&ids, &context, Performer::System, Action::AccessDenied, EntityType::Site);
        let sealed = SealedEntry::seal(&entry.times(7), Link::START, TEST_NOW, &key());
        assert_eq!(hex::encode(sealed.hash), COMPUTED_ELSEWHERE);
    }

    #[test]
    fn chain_recomputed_without_the_key_is_found() {
        let entry =
            Entry::new(&SequentialIds::default(), &context(), Performer::System, Action::KeyRotated, EntityType::Site);
        let forged = SealedEntry::seal(&entry, Link::START, TEST_NOW, &ChainKey::new([8; 32]));
        assert_eq!(first_broken(&[forged]).map(|broken| broken.number), Some(1));
    }

    #[test]
    fn entry_sealed_for_another_position_is_found() {
        let rows = log(3);
        let entry =
            Entry::new(&SequentialIds::default(), &context(), Performer::System, Action::KeyRotated, EntityType::Site);
        // The right number after the wrong entry, and the wrong number after the right entry.
        let elsewhere = SealedEntry::seal(&entry, Link { number: 2, hash: rows[0].hash }, TEST_NOW, &key());
        let further_on = SealedEntry::seal(&entry, Link { number: 7, hash: rows[1].hash }, TEST_NOW, &key());
        let next = SealedEntry::seal(&entry, rows[1].link(), TEST_NOW, &key());
        let then = |last: SealedEntry| first_broken(&[rows[0].clone(), rows[1].clone(), last]);
        assert_eq!(then(next), None);
        assert_eq!(then(elsewhere).map(|broken| broken.number), Some(3));
        assert_eq!(then(further_on).map(|broken| broken.number), Some(8));
    }

    #[test]
    fn key_is_never_printed() {
        assert_eq!(format!("{:?}", ChainKey::new([7; 32])), "ChainKey(..)");
    }
}
