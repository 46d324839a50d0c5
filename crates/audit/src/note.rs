//! Signed notes (<https://c2sp.org/signed-note>) with Ed25519 keys: a text, an empty line and signature lines.

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use facility_kernel::StoreError;
use sha2::{Digest as _, Sha256};

/// The algorithm byte in front of an Ed25519 key.
const ED25519: u8 = 1;
/// The start of a signature line: an em dash and a space.
const SIGNED_BY: &str = "\u{2014} ";

/// Why a key or a signed note is refused. The message can be shown to users.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoteError {
    /// The text is not a key.
    #[error("this is not an Ed25519 key of a signed note")]
    BadKey,
    /// The text is not a signed note.
    #[error("this is not a signed note")]
    Malformed,
    /// There is no signature by the key.
    #[error("this key has not signed the note")]
    NotSigned,
    /// A signature under the key's name does not match the text.
    #[error("the signature does not match the note: it was altered")]
    Forged,
}

/// The public key and its name, in the form that others need to verify notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteVerifier {
    name: String,
    key: VerifyingKey,
}

/// The private key and its name. Never printed.
#[derive(Clone)]
pub struct NoteSigner {
    name: String,
    key: SigningKey,
}

/// Provides the key that signs checkpoints. All nodes of a site share one key. It can be replaced while they run, so it
/// is requested for each signature.
#[async_trait]
pub trait CheckpointKey: Send + Sync {
    /// Returns the current key. Fails if there is none yet.
    async fn current(&self) -> Result<NoteSigner, StoreError>;
}

#[cfg(any(test, feature = "testing"))]
#[async_trait]
impl CheckpointKey for NoteSigner {
    async fn current(&self) -> Result<NoteSigner, StoreError> {
        Ok(self.clone())
    }
}

impl std::fmt::Debug for NoteSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NoteSigner(..)")
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+')
}

/// Splits `NAME+ID+BASE64` into the name, the id and the 32 bytes of the key.
fn split_key(text: &str) -> Option<(&str, [u8; 4], [u8; 32])> {
    let mut parts = text.trim().splitn(3, '+');
    let (name, id, key) = (parts.next()?, parts.next()?, parts.next()?);
    let id = hex::decode(id).ok()?.try_into().ok()?;
    let key = STANDARD.decode(key).ok()?;
    let (kind, key) = key.split_first()?;
    (is_name(name) && *kind == ED25519).then_some((name, id, key.try_into().ok()?))
}

impl NoteVerifier {
    /// Parses the output of [`NoteVerifier::to_text`].
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        let (name, id, key) = split_key(text).ok_or(NoteError::BadKey)?;
        let key = VerifyingKey::from_bytes(&key).map_err(|_invalid| NoteError::BadKey)?;
        let verifier = Self { name: name.to_owned(), key };
        if verifier.id() == id { Ok(verifier) } else { Err(NoteError::BadKey) }
    }

    /// Returns the key as `NAME+ID+BASE64`.
    pub fn to_text(&self) -> String {
        let key = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        format!("{}+{}+{}", self.name, hex::encode(self.id()), STANDARD.encode(key))
    }

    /// Returns the key's name, which is also the origin of the log.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn id(&self) -> [u8; 4] {
        let hash = Sha256::new().chain_update(&self.name).chain_update([b'\n', ED25519]);
        let [a, b, c, d, ..]: [u8; 32] = hash.chain_update(self.key.as_bytes()).finalize().into();
        [a, b, c, d]
    }

    /// Verifies a signed note and returns its text, which ends with a line feed. Signatures by other keys are ignored.
    pub fn open<'a>(&self, note: &'a str) -> Result<&'a str, NoteError> {
        let end = note.rfind("\n\n").ok_or(NoteError::Malformed)?.saturating_add(1);
        let (text, rest) = note.split_at_checked(end).ok_or(NoteError::Malformed)?;
        let lines = rest.strip_prefix('\n').and_then(|rest| rest.strip_suffix('\n'));
        let mut is_signed = false;
        for line in lines.ok_or(NoteError::Malformed)?.split('\n') {
            let signature = line.strip_prefix(SIGNED_BY).and_then(|rest| rest.split_once(' '));
            let (name, signature) = signature.ok_or(NoteError::Malformed)?;
            let signature = STANDARD.decode(signature).map_err(|_invalid| NoteError::Malformed)?;
            let (id, signature) = signature.split_at_checked(4).ok_or(NoteError::Malformed)?;
            if name == self.name && id == self.id() {
                let signature = Signature::from_slice(signature).map_err(|_invalid| NoteError::Forged)?;
                // Strict verification refuses alternative encodings of a signature and weak keys.
                self.key.verify_strict(text.as_bytes(), &signature).map_err(|_invalid| NoteError::Forged)?;
                is_signed = true;
            }
        }
        if is_signed { Ok(text) } else { Err(NoteError::NotSigned) }
    }
}

impl NoteSigner {
    /// Creates a key from 32 random bytes. Errors: the name is empty or contains white space or a plus sign.
    pub fn new(name: &str, seed: &[u8; 32]) -> Result<Self, NoteError> {
        if !is_name(name) {
            return Err(NoteError::BadKey);
        }
        Ok(Self { name: name.to_owned(), key: SigningKey::from_bytes(seed) })
    }

    /// Parses the output of [`NoteSigner::expose`].
    pub fn parse(text: &str) -> Result<Self, NoteError> {
        let text = text.trim().strip_prefix(PRIVATE).ok_or(NoteError::BadKey)?;
        let (name, id, seed) = split_key(text).ok_or(NoteError::BadKey)?;
        let signer = Self::new(name, &seed)?;
        if signer.verifier().id() == id { Ok(signer) } else { Err(NoteError::BadKey) }
    }

    /// Returns the private key as `PRIVATE+KEY+NAME+ID+BASE64`, for storage.
    pub fn expose(&self) -> String {
        let key = [&[ED25519], self.key.as_bytes().as_slice()].concat();
        format!("{PRIVATE}{}+{}+{}", self.name, hex::encode(self.verifier().id()), STANDARD.encode(key))
    }

    pub fn verifier(&self) -> NoteVerifier {
        NoteVerifier { name: self.name.clone(), key: self.key.verifying_key() }
    }

    /// Signs a text, which must end with a line feed.
    pub fn sign(&self, text: &str) -> String {
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        let signature = STANDARD.encode([self.verifier().id().as_slice(), &signature].concat());
        format!("{text}\n{SIGNED_BY}{} {signature}\n", self.name)
    }
}

const PRIVATE: &str = "PRIVATE+KEY+";

#[cfg(test)]
mod tests {
    use super::*;

    /// The example from the specification.
    const KEY: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    const NOTE: &str = "If you think cryptography is the answer to your problem,\n\
        then you don't know what your problem is.\n\n\
        \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

    fn signer() -> NoteSigner {
        NoteSigner::new("example.org/audit", &[5; 32]).unwrap()
    }

    #[test]
    fn published_example_verifies_and_no_altered_one_does() {
        let key = NoteVerifier::parse(KEY).unwrap();
        assert_eq!(key.to_text(), KEY);
        let text = key.open(NOTE).unwrap();
        assert!(text.ends_with("what your problem is.\n"));
        assert_eq!(key.open(&NOTE.replace("answer", "anbwer")), Err(NoteError::Forged));
        assert_eq!(key.open(&NOTE.replace("x08g", "x08h")), Err(NoteError::NotSigned));
        assert_eq!(key.open(text), Err(NoteError::Malformed));
        assert_eq!(signer().verifier().open(NOTE), Err(NoteError::NotSigned));
    }

    #[test]
    fn signed_text_verifies_with_the_public_key_beside_other_signatures() {
        let other = NoteSigner::new("witness", &[6; 32]).unwrap().sign("text\n");
        let line = other.split_once("\n\n").unwrap().1;
        let note = signer().sign("text\n") + line;
        let public = NoteVerifier::parse(&signer().verifier().to_text()).unwrap();
        assert_eq!(public.open(&note), Ok("text\n"));
        assert_eq!(NoteSigner::parse(&signer().expose()).unwrap().sign("a\n"), signer().sign("a\n"));
    }

    #[test]
    fn damaged_keys_are_refused_and_private_ones_never_printed() {
        for bad in ["", "name", "a+b+c", &KEY.replace("c74f", "c74e"), &KEY.replace("PeterN", "Peter N")] {
            assert_eq!(NoteVerifier::parse(bad), Err(NoteError::BadKey), "{bad}");
        }
        assert!(NoteSigner::parse(KEY).is_err() && NoteSigner::new("a b", &[1; 32]).is_err());
        assert_eq!(format!("{:?}", signer()), "NoteSigner(..)");
    }
}
