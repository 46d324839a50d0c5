//! The manifest of an archive.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The value of `format` in every manifest.
pub const FORMAT: &str = "facility-terminal-export";
/// The format version that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// What an archive contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contents {
    /// A whole installation. It can be imported.
    Installation,
    /// The records of one user, as they may read them. It cannot be imported.
    OwnRecords,
}

/// Size and SHA-256 of a member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberSum {
    pub size: u64,
    /// The SHA-256 in lower-case hexadecimal.
    pub sha256: String,
}

/// The last member of an archive: what the archive contains, with the SHA-256 of each other member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`] of the program that wrote it.
    pub version: u32,
    pub contents: Contents,
    /// Time of the export in RFC 3339.
    pub created_at: String,
    /// Whether the accounts include their password hashes.
    pub with_credentials: bool,
    /// Identifies the secret key that the password hashes require. `None` without password hashes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credentials_key: Option<String>,
    /// Number of records of each kind.
    pub counts: BTreeMap<String, u64>,
    /// All other members by name.
    pub members: BTreeMap<String, MemberSum>,
}

#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// It is not JSON of this form.
    #[error("is not a manifest: {0}")]
    Form(#[from] serde_json::Error),
    /// It has another `format`.
    #[error("has the format {0:?} instead of {FORMAT:?}")]
    Format(String),
    /// A newer program wrote it.
    #[error("has version {0}; this program reads versions up to {VERSION}")]
    Newer(u32),
    /// It is an export of one user's own records.
    #[error("is an export of one user's own records, which cannot be imported")]
    OwnRecords,
}

impl Manifest {
    /// Parses the manifest of an archive to import.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        let manifest: Self = serde_json::from_slice(bytes)?;
        if manifest.format != FORMAT {
            return Err(ManifestError::Format(manifest.format));
        }
        if manifest.version == 0 || manifest.version > VERSION {
            return Err(ManifestError::Newer(manifest.version));
        }
        match manifest.contents {
            Contents::Installation => Ok(manifest),
            Contents::OwnRecords => Err(ManifestError::OwnRecords),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(contents: Contents) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: VERSION,
            contents,
            created_at: "2026-01-01T00:00:00.000Z".to_owned(),
            with_credentials: false,
            credentials_key: None,
            counts: BTreeMap::from([("documents".to_owned(), 1)]),
            members: BTreeMap::from([("a.jsonl".to_owned(), MemberSum { size: 1, sha256: "00".to_owned() })]),
        }
    }

    #[test]
    fn manifest_is_read_as_it_was_written() {
        let made = manifest(Contents::Installation);
        let bytes = serde_json::to_vec(&made).unwrap();
        assert_eq!(Manifest::parse(&bytes).unwrap(), made);
    }

    #[test]
    fn manifests_of_something_else_are_refused() {
        let refused = |made: &Manifest| Manifest::parse(&serde_json::to_vec(made).unwrap()).unwrap_err().to_string();
        let newer = Manifest { version: VERSION + 1, ..manifest(Contents::Installation) };
        assert!(refused(&newer).contains("version 2"));
        assert!(refused(&manifest(Contents::OwnRecords)).contains("own records"));
        let other = Manifest { format: "zip".to_owned(), ..manifest(Contents::Installation) };
        assert!(refused(&other).contains("\"zip\""));
        assert!(matches!(Manifest::parse(b"{"), Err(ManifestError::Form(_))));
    }
}
