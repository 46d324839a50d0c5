//! Files that documents hold.

use facility_kernel::{ParseError, UploadId};
use std::fmt;
use std::str::FromStr;

/// What is known of an attached file besides its path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// The file's name, without any folder.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// The media type it is served with.
    pub content_type: String,
}

/// The path of an uploaded file: `/objects/{id}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FilePath(UploadId);

impl FilePath {
    /// The path of this upload.
    pub const fn of(id: UploadId) -> Self {
        Self(id)
    }

    /// The upload.
    pub const fn upload_id(self) -> UploadId {
        self.0
    }

    /// The key of the object in the store.
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
