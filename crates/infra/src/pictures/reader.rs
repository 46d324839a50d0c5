//! Prepares pictures in child processes.

use super::child::{ARGUMENT, Header};
use super::prepared::{Prepared, check_size};
use crate::confined::answer;
use crate::confined::parent::{Children, RunError};
use async_trait::async_trait;
use bytes::Bytes;
use facility_files::picture::{PictureFormat, Pixels};
use facility_files::ports::{ByteStream, PictureError, PictureReader, PreparedPicture};
use facility_files::refusal::Refusal;
use facility_kernel::UserId;
use std::sync::Arc;

/// Prepares each picture in a child process.
#[derive(Clone)]
pub struct PictureChild {
    children: Arc<Children>,
}

impl PictureChild {
    /// Creates a reader that shares these children.
    pub const fn new(children: Arc<Children>) -> Self {
        Self { children }
    }
}

#[async_trait]
impl PictureReader for PictureChild {
    async fn prepare(&self, account: Option<UserId>, bytes: ByteStream) -> Result<PreparedPicture, PictureError> {
        match self.children.run(&[ARGUMENT], account, bytes).await {
            // The picture may control the child, so its answer is checked.
            Ok((answer, place)) => {
                let prepared =
                    parsed(&answer).unwrap_or(Err(Refusal::DamagedPicture)).map_err(PictureError::Refused)?;
                let Prepared { width, height, format, full, medium, small } = prepared;
                Ok(PreparedPicture {
                    pixels: Pixels { width, height },
                    format,
                    full: Bytes::from(full),
                    medium: medium.map(Bytes::from),
                    small: small.map(Bytes::from),
                    place: Some(Box::new(place)),
                })
            }
            Err(RunError::Failed(status)) => {
                tracing::info!(%status, "a picture made the process that read it fail");
                Err(PictureError::Refused(Refusal::DamagedPicture))
            }
            Err(RunError::Busy) => Err(PictureError::Busy),
            Err(RunError::Unavailable(error)) => Err(PictureError::Unavailable(Box::new(error))),
        }
    }
}

/// Returns what a child answered. `None`: it is not an answer.
pub(super) fn parsed(answer: &[u8]) -> Option<Result<Prepared, Refusal>> {
    let (header, files) = answer::parse(answer)?;
    match header {
        Header::Refused(reason) => Some(Err(Refusal::by_reason(&reason)?)),
        Header::Prepared { width, height, media_type, full, medium, small } => {
            check_size(width, height).ok()?;
            let format = PictureFormat::by_media_type(&media_type)?;
            let (full, files) = files.split_at_checked(full)?;
            let (medium_bytes, files) = files.split_at_checked(medium.unwrap_or_default())?;
            let (small_bytes, rest) = files.split_at_checked(small.unwrap_or_default())?;
            let (medium, small) =
                (medium.map(|_length| medium_bytes.to_vec()), small.map(|_length| small_bytes.to_vec()));
            rest.is_empty().then_some(Ok(Prepared { width, height, format, full: full.to_vec(), medium, small }))
        }
    }
}
