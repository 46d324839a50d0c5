//! The names of an archive's members.

use facility_kernel::{DocumentId, UploadId};

/// Name of the manifest, which is the last member.
pub const MANIFEST: &str = "manifest.json";
/// Name of the exported audit log, which imports ignore.
pub const AUDIT_LOG: &str = "audit.ndjson";

/// A member of an archive, by its name. Names never determine where files are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member<'a> {
    /// `manifest.json`.
    Manifest,
    /// `audit.ndjson`.
    AuditLog,
    /// `documents/<id>.md`.
    Document(DocumentId),
    /// `files/<id>`.
    File(UploadId),
    /// `<kind>.jsonl`: records of one kind, one JSON object per line.
    Records(&'a str),
}

/// The name does not belong to any member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown name")]
pub struct UnknownMember;

impl<'a> Member<'a> {
    /// Parses a name. Errors: it is none of the above, for example a path that leads out of a folder.
    pub fn parse(name: &'a str) -> Result<Self, UnknownMember> {
        if name == MANIFEST {
            return Ok(Self::Manifest);
        }
        if name == AUDIT_LOG {
            return Ok(Self::AuditLog);
        }
        if let Some(id) = name.strip_prefix("documents/").and_then(|rest| rest.strip_suffix(".md")) {
            return id.parse().map(Self::Document).map_err(|_refused| UnknownMember);
        }
        if let Some(id) = name.strip_prefix("files/") {
            return id.parse().map(Self::File).map_err(|_refused| UnknownMember);
        }
        let kind = name.strip_suffix(".jsonl").ok_or(UnknownMember)?;
        let is_plain = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if is_plain { Ok(Self::Records(kind)) } else { Err(UnknownMember) }
    }

    /// Returns the maximum size of this member in bytes. Records have a limit per line instead.
    pub const fn max_bytes(&self) -> u64 {
        const MIB: u64 = 1024 * 1024;
        match self {
            // About 180 bytes per member.
            Self::Manifest => 128 * MIB,
            // The longest content plus front matter.
            Self::Document(_) => facility_documents::text::MAX_STORED_BYTES as u64 + MIB,
            // Pictures may be larger than other files.
            Self::File(_) => facility_files::picture::MAX_STORED_BYTES,
            Self::AuditLog | Self::Records(_) => 64 * 1024 * MIB,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_an_export_are_known() {
        let id = "4bf4ccea-7cea-4b91-8e5c-0f9a6f0e6b11";
        assert_eq!(Member::parse("manifest.json"), Ok(Member::Manifest));
        assert_eq!(Member::parse("audit.ndjson"), Ok(Member::AuditLog));
        assert_eq!(Member::parse("edit-steps.jsonl"), Ok(Member::Records("edit-steps")));
        let document = format!("documents/{id}.md");
        assert_eq!(Member::parse(&document), Ok(Member::Document(id.parse().unwrap())));
        let file = format!("files/{id}");
        assert_eq!(Member::parse(&file), Ok(Member::File(id.parse().unwrap())));
    }

    #[test]
    fn other_names_are_refused() {
        for bad in [
            "",
            "/etc/passwd",
            "../manifest.json",
            "documents/../../x.md",
            "documents/x.md",
            "documents/4BF4CCEA-7CEA-4B91-8E5C-0F9A6F0E6B11.md",
            "files/",
            "files/..",
            ".jsonl",
            "a/b.jsonl",
            "..jsonl",
            "documents",
            "readme.txt",
        ] {
            assert_eq!(Member::parse(bad), Err(UnknownMember), "{bad}");
        }
    }
}
