//! A picture that was read, and its limits.

use facility_files::file::PictureSize;
use facility_files::picture::{MAX_PIXELS, MAX_SIDE, MAX_STORED_BYTES, PictureFormat};
use facility_files::refusal::Refusal;

/// Width of [`Prepared::medium`].
pub(super) const MEDIUM: u32 = PictureSize::Medium.width();
/// Width of [`Prepared::small`].
pub(super) const SMALL: u32 = PictureSize::Small.width();

/// A picture that was encoded again: upright, 8 bits for each channel, and without metadata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// Width of `full`.
    pub width: u32,
    /// Height of `full`.
    pub height: u32,
    /// Format of `full`. [`PictureFormat::of_sizes`] is that of the smaller sizes.
    pub format: PictureFormat,
    /// The whole picture.
    pub full: Vec<u8>,
    /// The picture, 1,280 pixels wide, if it is wider.
    pub medium: Option<Vec<u8>>,
    /// The picture, 480 pixels wide, if it is wider.
    pub small: Option<Vec<u8>>,
}

/// Errors: the picture has no pixels, or too many.
pub(super) fn check_size(width: u32, height: u32) -> Result<(), Refusal> {
    if width == 0 || height == 0 {
        return Err(Refusal::DamagedPicture);
    }
    if width.max(height) > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Refusal::TooManyPixels);
    }
    Ok(())
}

/// Errors: the file is too large.
pub(super) fn check_output(bytes: &[u8]) -> Result<(), Refusal> {
    if bytes.len() as u64 > MAX_STORED_BYTES { Err(Refusal::TooLarge) } else { Ok(()) }
}
