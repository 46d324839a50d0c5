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

facility_kernel::named! {
    /// A size in which a picture is stored besides its full size, if it is wider.
    pub enum PictureSize {
        /// 480 pixels wide.
        Small => "small",
        /// 1,280 pixels wide.
        Medium => "medium",
    }
}

impl PictureSize {
    /// The width in pixels.
    pub const fn width(self) -> u32 {
        match self {
            Self::Small => 480,
            Self::Medium => 1280,
        }
    }
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

    /// The key of a smaller size of a picture.
    pub fn size_key(self, size: PictureSize) -> String {
        format!("uploads/{}.{}", self.0, size.as_str())
    }

    /// The keys of all objects that the upload can have.
    pub fn object_keys(self) -> impl Iterator<Item = String> {
        std::iter::once(self.object_key()).chain(PictureSize::ALL.into_iter().map(move |size| self.size_key(size)))
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
