//! The pictures and files of imported pages.

use super::files::Files;
use super::progress::{Progress, Step};
use bytes::Bytes;
use facility_files::content::ContentCheck;
use facility_files::file::PictureSize;
use facility_files::kind::{FileName, picture_name};
use facility_files::ports::{PictureError, PictureReader, PreparedPicture};
use facility_files::refusal::Refusal;
use facility_files::upload::{MAX_FILE_BYTES, Upload, UploadKind, UploadStatus};
use facility_kernel::{IdGenerator, Timestamp, UploadId, UserId};
use facility_sources::plan::{FileUse, Plan};
use facility_transfer::error::TransferError;
use futures_util::{StreamExt as _, stream};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use tokio::runtime::Handle;

/// Pictures that are read at a time; their child processes take turns.
const AT_ONCE: usize = 2;

/// The stored pictures of a plan, by the index of their file.
#[derive(Default)]
pub(super) struct Pictures {
    pub(super) uploads: HashMap<usize, Upload>,
}

/// Stores files.
pub(super) struct PageFiles<'a> {
    pub(super) files: &'a Files,
    pub(super) ids: &'a dyn IdGenerator,
    pub(super) owner: UserId,
    pub(super) now: Timestamp,
}

/// What became of a file that was read.
enum Outcome {
    Refused(&'static str, String),
    Picture(Box<PreparedPicture>),
    /// It will be stored with its record.
    File,
}

/// Reads the files that a plan wants, and tells the plan which ones are refused. `keep` receives the pictures.
///
/// Errors: a file cannot be read, or that of `keep`.
pub(super) fn read_all(
    plan: &mut Plan,
    pictures: &dyn PictureReader,
    runtime: &Handle,
    progress: &mut Progress<'_>,
    mut keep: impl FnMut(usize, &str, PreparedPicture) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let wanted: Vec<usize> = plan.wanted().into_iter().collect();
    let total = wanted.len() as u64;
    for (done, some) in wanted.chunks(AT_ONCE).enumerate() {
        let reads = some.iter().map(|at| async { (*at, read(plan, *at, pictures).await) });
        let outcomes = runtime.block_on(stream::iter(reads).buffered(AT_ONCE).collect::<Vec<_>>());
        for (at, outcome) in outcomes {
            match outcome? {
                Outcome::Refused(cause, detail) => plan.refuse(at, cause, detail),
                Outcome::Picture(picture) => keep(at, plan.files.get(at).map_or("", |file| &file.path), *picture)?,
                Outcome::File => {}
            }
        }
        progress(Step::Files, ((done + 1) * AT_ONCE).min(wanted.len()) as u64, total);
    }
    Ok(())
}

async fn read(plan: &Plan, at: usize, pictures: &dyn PictureReader) -> Result<Outcome, TransferError> {
    let Some(file) = plan.files.get(at) else { return Ok(Outcome::File) };
    let is_picture = plan.uses.get(at) == Some(&FileUse::Picture);
    let bytes = match file.read(MAX_FILE_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            return Ok(refused(is_picture, Refusal::TooLarge));
        }
        Err(error) => return Err(error.into()),
    };
    if !is_picture {
        let checked = attachment(&file.path, &bytes);
        return Ok(checked.map_or_else(|refusal| refused(false, refusal), |_named| Outcome::File));
    }
    let body = Box::pin(stream::iter([Ok(Bytes::from(bytes))]));
    match pictures.prepare(None, body).await {
        Ok(picture) => Ok(Outcome::Picture(Box::new(picture))),
        Err(PictureError::Refused(refusal)) => Ok(refused(true, refusal)),
        Err(error) => Err(io::Error::other(error).into()),
    }
}

impl PageFiles<'_> {
    /// Stores a picture. `stored` has its upload from before its first byte is stored.
    pub(super) fn keep(
        &self,
        (at, path): (usize, &str),
        picture: PreparedPicture,
        stored: &mut Pictures,
    ) -> Result<(), TransferError> {
        let upload = self.upload(UploadKind::Picture);
        stored.uploads.insert(at, upload.clone());
        let upload = self.store_picture(upload, path, picture)?;
        stored.uploads.insert(at, upload);
        Ok(())
    }

    /// Stores a file that is attached to a record, and returns its upload.
    pub(super) fn store_attachment(&self, plan: &Plan, at: usize) -> Result<Option<Upload>, TransferError> {
        let Some(file) = plan.files.get(at) else { return Ok(None) };
        let bytes = file.read(MAX_FILE_BYTES)?;
        let Ok((name, content_type)) = attachment(&file.path, &bytes) else { return Ok(None) };
        let upload = described(self.upload(UploadKind::File), name, content_type, &bytes);
        self.files.put(upload.id, bytes)?;
        Ok(Some(upload))
    }

    fn store_picture(&self, upload: Upload, path: &str, picture: PreparedPicture) -> Result<Upload, TransferError> {
        let PreparedPicture { pixels, format, full, medium, small, place: _place } = picture;
        for (size, bytes) in [(PictureSize::Medium, medium), (PictureSize::Small, small)] {
            if let Some(bytes) = bytes {
                self.files.put_at(&upload.path().size_key(size), bytes)?;
            }
        }
        let name = picture_name(Path::new(path).file_name().and_then(|name| name.to_str()), format);
        let upload = described(upload, name, format.media_type().to_owned(), &full);
        self.files.put_at(&upload.path().object_key(), full)?;
        Ok(Upload { pixels: Some(pixels), ..upload })
    }

    fn upload(&self, kind: UploadKind) -> Upload {
        let id = UploadId::generate(self.ids);
        Upload {
            id,
            // No ticket matches it.
            ticket_fingerprint: format!("imported:{id}"),
            owner_id: self.owner,
            kind,
            status: UploadStatus::Final,
            filename: None,
            content_type: None,
            size: None,
            sha256: None,
            pixels: None,
            refusal: None,
            created_at: self.now,
            expires_at: self.now,
        }
    }
}

fn described(upload: Upload, name: String, content_type: String, bytes: &[u8]) -> Upload {
    Upload {
        filename: Some(name),
        content_type: Some(content_type),
        size: i64::try_from(bytes.len()).ok(),
        sha256: Some(hex::encode(Sha256::digest(bytes))),
        ..upload
    }
}

/// Returns the name and the media type of a file that may be attached.
fn attachment(path: &str, bytes: &[u8]) -> Result<(String, String), Refusal> {
    let name = FileName::parse(Some(path), None)?;
    let mut check = ContentCheck::new(name.kind);
    check.feed(bytes);
    Ok((name.name, check.finish()?))
}

fn refused(is_picture: bool, refusal: Refusal) -> Outcome {
    let cause = match (is_picture, refusal) {
        (true, Refusal::TooLarge) => "picture is larger than 10 MB",
        (true, Refusal::TooManyPixels | Refusal::TooManyFrames) => "picture has too many pixels or frames",
        (true, Refusal::NotAPicture) => "picture is not PNG, JPEG, WebP or GIF",
        (true, _) => "picture cannot be decoded",
        (false, Refusal::TooLarge) => "file is larger than 10 MB",
        (false, Refusal::Empty) => "file is empty",
        (false, _) => "file is not accepted",
    };
    Outcome::Refused(cause, refusal.to_string())
}
