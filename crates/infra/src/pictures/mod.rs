//! Pictures: decodes what users upload, and encodes it again, without metadata and in smaller sizes.
//!
//! [`prepare`] runs in a child process ([`child`]), which a server starts and feeds through a [`reader::PictureChild`].

mod animation;
pub mod child;
mod jpeg;
mod prepared;
pub mod reader;
mod still;
#[cfg(test)]
mod tests;

use facility_files::refusal::Refusal;
use image::{ImageFormat, guess_format};
use prepared::Prepared;

/// Decodes a picture, whose format its content decides, and encodes it again. JPEG stays JPEG, PNG stays PNG, and an
/// animated GIF stays one, frame by frame. Another GIF becomes PNG; WebP becomes JPEG, or PNG if it is not opaque. Of an
/// animated PNG or WebP, one frame remains.
pub fn prepare(bytes: &[u8]) -> Result<Prepared, Refusal> {
    let format = guess_format(bytes).map_err(|_unknown| Refusal::NotAPicture)?;
    match format {
        ImageFormat::Jpeg if !jpeg::is_complete(bytes) => Err(Refusal::DamagedPicture),
        ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP => still::prepare(bytes, format),
        ImageFormat::Gif => animation::prepare(bytes),
        _ => Err(Refusal::NotAPicture),
    }
}
