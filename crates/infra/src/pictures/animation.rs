//! GIF: animations are encoded again frame by frame, with the colors and the timing that they have.

use super::prepared::{Prepared, SMALL, check_output, check_size};
use super::still::{self, Smaller};
use facility_files::picture::{MAX_PIXELS, PictureFormat};
use facility_files::refusal::Refusal;
use gif::{ColorOutput, DecodeOptions, Encoder, Frame, MemoryLimit, Repeat};
use image::ImageFormat;
use std::borrow::Cow;
use std::num::NonZeroU64;

/// Maximum number of frames.
const MAX_FRAMES: usize = 300;
/// Maximum number of pixels of all frames.
const MAX_ALL_PIXELS: u64 = 200_000_000;

/// Prepares a GIF, see [`super::prepare`].
pub(super) fn prepare(bytes: &[u8]) -> Result<Prepared, Refusal> {
    let Animation { width, height, frames, full } = rewritten(bytes)?;
    if frames < 2 {
        return still::prepare(bytes, ImageFormat::Gif);
    }
    let Smaller { medium, small } = if width > SMALL {
        still::smaller(still::decode(bytes, ImageFormat::Gif)?, PictureFormat::Png)?
    } else {
        Smaller::default()
    };
    Ok(Prepared { width, height, format: PictureFormat::Gif, full, medium, small })
}

struct Animation {
    width: u32,
    height: u32,
    frames: usize,
    full: Vec<u8>,
}

/// Decodes all frames and encodes them again. Comments and other extensions are dropped.
fn rewritten(bytes: &[u8]) -> Result<Animation, Refusal> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    if let Some(limit) = NonZeroU64::new(MAX_PIXELS) {
        options.set_memory_limit(MemoryLimit::Bytes(limit));
    }
    let mut decoder = options.read_info(bytes).map_err(damaged)?;
    let (width, height) = (decoder.width(), decoder.height());
    check_size(width.into(), height.into())?;
    let palette = decoder.global_palette().unwrap_or_default().to_vec();
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette).map_err(damaged)?;
    let (mut frames, mut pixels) = (0, 0);
    while let Some(frame) = decoder.next_frame_info().map_err(damaged)? {
        check_size(frame.width.into(), frame.height.into())?;
        frames += 1;
        pixels += u64::from(frame.width) * u64::from(frame.height);
        if frames > MAX_FRAMES || pixels > MAX_ALL_PIXELS {
            return Err(Refusal::TooManyFrames);
        }
        let (palette, size) = (frame.palette.clone(), usize::from(frame.width) * usize::from(frame.height));
        let mut frame = Frame { interlaced: false, needs_user_input: false, palette, ..frame.clone() };
        let mut buffer = vec![0; size];
        decoder.read_into_buffer(&mut buffer).map_err(damaged)?;
        frame.buffer = Cow::Owned(buffer);
        // What says how often an animation is repeated stands before its first frame.
        if frames == 1 && decoder.repeat() != Repeat::Finite(0) {
            encoder.set_repeat(decoder.repeat()).map_err(damaged)?;
        }
        encoder.write_frame(&frame).map_err(damaged)?;
        check_output(encoder.get_ref())?;
    }
    let full = encoder.into_inner().map_err(damaged)?;
    Ok(Animation { width: width.into(), height: height.into(), frames, full })
}

/// Every error of the decoder or the encoder means that the file is damaged.
fn damaged(_error: impl std::error::Error) -> Refusal {
    Refusal::DamagedPicture
}
