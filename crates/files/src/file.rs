//! Files attached to documents.

use facility_kernel::{ParseError, UploadId};
use std::fmt;
use std::str::FromStr;

/// Metadata of an attached file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// The file name, without a folder.
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// The media type with which it is served.
    pub content_type: String,
}

/// The path of an uploaded file: `/objects/{id}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilePath(UploadId);

impl FilePath {
    pub const fn of(id: UploadId) -> Self {
        Self(id)
    }

    pub const fn upload_id(self) -> UploadId {
        self.0
    }

    /// The key of the object in the object store.
    pub fn object_key(self) -> String {
        format!("uploads/{}", self.0)
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/objects/{}", self.0)
    }
}

impl FromStr for FilePath {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.strip_prefix("/objects/")
            .and_then(|id| id.parse().ok())
            .map(Self)
            .ok_or_else(|| ParseError::new("filePath", "Not the path of an uploaded file".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn a_path_names_an_upload_and_nothing_else() {
        let path = FilePath::of(UploadId::from_uuid(numbered(3)));
        assert_eq!(path.to_string().parse::<FilePath>().unwrap(), path);
        for bad in ["", "/objects/", "/objects/../secret", "/etc/passwd", "uploads/x", "/objects/a/b"] {
            assert!(bad.parse::<FilePath>().is_err(), "{bad}");
        }
    }
}
