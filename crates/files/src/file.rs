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

/// Maximum number of files attached to a record.
pub const MAX_ATTACHED: usize = 20;

/// The files attached to a record, in its author's order and without duplicates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AttachedFiles(Vec<FilePath>);

impl AttachedFiles {
    /// Validates what a caller sends: the ids of all files, or the path of the only one. If both are sent, the path is
    /// that of the first file. Duplicates are omitted.
    ///
    /// Errors: the path or an id is malformed, the path is not that of the first file, or there are more than
    /// [`MAX_ATTACHED`].
    pub fn parse(path: Option<&str>, ids: Option<&[String]>) -> Result<Self, ParseError> {
        let path: Option<FilePath> = path.map(str::parse).transpose()?;
        let Some(ids) = ids else { return Ok(path.into_iter().collect()) };
        if ids.len() > MAX_ATTACHED {
            return Err(ParseError::new("files", format!("A record can have at most {MAX_ATTACHED} files")));
        }
        let refused = |_| ParseError::new("files", "Not the id of an uploaded file".to_owned());
        let ids = ids.iter().map(|id| id.parse::<UploadId>().map_err(refused));
        let files = ids.collect::<Result<Self, _>>()?;
        if path.is_some() && path != files.first() {
            return Err(ParseError::new("filePath", "This is not the path of the first file".to_owned()));
        }
        Ok(files)
    }

    /// Like [`Self::parse`]. `None` if neither is sent.
    pub fn parse_sent(path: Option<&str>, ids: Option<&[String]>) -> Result<Option<Self>, ParseError> {
        let is_sent = path.is_some() || ids.is_some();
        Ok(Some(Self::parse(path, ids)?).filter(|_| is_sent))
    }

    /// Returns it, unless it is empty.
    pub fn non_empty(&self) -> Option<Self> {
        (!self.is_empty()).then(|| self.clone())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn first(&self) -> Option<FilePath> {
        self.0.first().copied()
    }

    pub fn contains(&self, file: FilePath) -> bool {
        self.0.contains(&file)
    }

    pub fn uploads(&self) -> impl Iterator<Item = UploadId> {
        self.0.iter().copied().map(FilePath::upload_id)
    }

    /// Returns the files that this list has, but the other has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.0.iter().filter(|file| !other.contains(**file)).copied().collect()
    }
}

impl FromIterator<FilePath> for AttachedFiles {
    fn from_iter<T: IntoIterator<Item = FilePath>>(files: T) -> Self {
        let mut unique = Vec::new();
        for file in files {
            if !unique.contains(&file) {
                unique.push(file);
            }
        }
        Self(unique)
    }
}

impl FromIterator<UploadId> for AttachedFiles {
    fn from_iter<T: IntoIterator<Item = UploadId>>(uploads: T) -> Self {
        uploads.into_iter().map(FilePath::of).collect()
    }
}

/// The paths, separated by blanks.
impl fmt::Display for AttachedFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, file) in self.0.iter().enumerate() {
            write!(f, "{}{file}", if n == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for AttachedFiles {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.split_whitespace().map(str::parse::<FilePath>).collect()
    }
}

/// A file attached to a record, with its metadata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttachedFile {
    pub path: FilePath,
    pub attachment: Attachment,
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn up_to_twenty_files_are_sent_by_id_and_the_path_is_that_of_the_first() {
        let id = |n| UploadId::from_uuid(numbered(n)).to_string();
        let path = |n| FilePath::of(UploadId::from_uuid(numbered(n))).to_string();
        let parse = |first: Option<u64>, ids: Option<&[u64]>| {
            let ids: Option<Vec<String>> = ids.map(|ids| ids.iter().copied().map(id).collect());
            let files = AttachedFiles::parse(first.map(path).as_deref(), ids.as_deref());
            files.map(|files| files.to_string()).map_err(|error| error.field)
        };
        assert_eq!(parse(None, None), Ok(String::new()));
        assert_eq!(parse(Some(7), None), Ok(path(7)));
        assert_eq!(parse(None, Some(&[7, 8, 7])), Ok(format!("{} {}", path(7), path(8))));
        assert_eq!(parse(Some(7), Some(&[7, 8])), Ok(format!("{} {}", path(7), path(8))));
        assert_eq!(parse(Some(8), Some(&[7, 8])), Err("filePath"));
        assert_eq!(parse(Some(7), Some(&[])), Err("filePath"));
        let (most, more): (Vec<u64>, Vec<u64>) = ((1..=20).collect(), (1..=21).collect());
        assert_eq!(parse(None, Some(&more)), Err("files"));
        let whole: AttachedFiles = parse(None, Some(&most)).unwrap().parse().unwrap();
        assert_eq!(whole.uploads().count(), MAX_ATTACHED);
        assert_eq!(AttachedFiles::parse(None, Some(&["7".to_owned()])).unwrap_err().field, "files");
    }

    #[test]
    fn a_path_names_an_upload_and_nothing_else() {
        let path = FilePath::of(UploadId::from_uuid(numbered(3)));
        assert_eq!(path.to_string().parse::<FilePath>().unwrap(), path);
        for bad in ["", "/objects/", "/objects/../secret", "/etc/passwd", "uploads/x", "/objects/a/b"] {
            assert!(bad.parse::<FilePath>().is_err(), "{bad}");
        }
    }
}
