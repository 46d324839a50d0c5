//! Pictures without movement.

use super::prepared::{MEDIUM, Prepared, SMALL, check_output, check_size};
use facility_files::picture::PictureFormat;
use facility_files::refusal::Refusal;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::FilterType as Resampling;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits, Rgba, RgbaImage};
use std::io::Cursor;

/// What a decoder may allocate: a picture of the maximum size with 16 bits for each channel, and what it reads.
const MAX_ALLOCATION: u64 = 360 * 1024 * 1024;
const JPEG_QUALITY: u8 = 88;

/// [`Prepared::medium`] and [`Prepared::small`].
#[derive(Default)]
pub(super) struct Smaller {
    pub medium: Option<Vec<u8>>,
    pub small: Option<Vec<u8>>,
}

/// Prepares a picture of a format that the content has, see [`super::prepare`].
pub(super) fn prepare(bytes: &[u8], format: ImageFormat) -> Result<Prepared, Refusal> {
    let image = decode(bytes, format)?;
    let stored = match format {
        ImageFormat::Jpeg => PictureFormat::Jpeg,
        ImageFormat::WebP if !image.color().has_alpha() => PictureFormat::Jpeg,
        _ => PictureFormat::Png,
    };
    let (width, height) = (image.width(), image.height());
    let full = encode(&image, stored)?;
    let Smaller { medium, small } = smaller(image, stored)?;
    Ok(Prepared { width, height, format: stored, full, medium, small })
}

/// Decodes a picture, or the first frame of an animation: upright, with 8 bits for each channel, and with an alpha
/// channel only if a pixel is not opaque.
pub(super) fn decode(bytes: &[u8], format: ImageFormat) -> Result<DynamicImage, Refusal> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOCATION);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refused)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    // Unreadable metadata says nothing about the picture.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = plain(DynamicImage::from_decoder(decoder).map_err(refused)?);
    image.apply_orientation(orientation);
    Ok(image)
}

/// Says why a decoder or an encoder failed. Taken by value, for `map_err`.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refused(error: ImageError) -> Refusal {
    if matches!(error, ImageError::Limits(_)) { Refusal::TooManyPixels } else { Refusal::DamagedPicture }
}

/// Reduces a picture to 8 bits for each channel, and to the channels that it needs.
fn plain(image: DynamicImage) -> DynamicImage {
    let color = image.color();
    // Of 16 bits, the higher ones are converted before the check, which is then the same for all.
    let image = match (color.has_color(), color.has_alpha()) {
        (false, false) => image.into_luma8().into(),
        (false, true) => image.into_luma_alpha8().into(),
        (true, false) => image.into_rgb8().into(),
        (true, true) => image.into_rgba8().into(),
    };
    match image {
        DynamicImage::ImageLumaA8(pixels) if pixels.pixels().all(|pixel| pixel.0.ends_with(&[u8::MAX])) => {
            DynamicImage::ImageLumaA8(pixels).into_luma8().into()
        }
        DynamicImage::ImageRgba8(pixels) if pixels.pixels().all(|pixel| pixel.0.ends_with(&[u8::MAX])) => {
            DynamicImage::ImageRgba8(pixels).into_rgb8().into()
        }
        image => image,
    }
}

/// Returns the picture in the medium and the small size, where it is wider than these.
pub(super) fn smaller(image: DynamicImage, stored: PictureFormat) -> Result<Smaller, Refusal> {
    let mut smaller = Smaller::default();
    if image.width() <= SMALL {
        return Ok(smaller);
    }
    let mut image = multiplied(image);
    if image.width() > MEDIUM {
        image = shrunk(&image, MEDIUM);
        smaller.medium = Some(encode(&divided(image.clone()), stored)?);
    }
    smaller.small = Some(encode(&divided(shrunk(&image, SMALL)), stored)?);
    Ok(smaller)
}

/// Shrinks a picture. One that is much larger is first averaged to twice the size, which is faster and looks the same.
fn shrunk(image: &DynamicImage, width: u32) -> DynamicImage {
    let height = ((image.height() * width + image.width() / 2) / image.width()).max(1);
    let averaged = (image.width() / 4 >= width && image.height() / 4 >= height)
        .then(|| image.thumbnail_exact(width * 2, height * 2));
    averaged.as_ref().unwrap_or(image).resize_exact(width, height, Resampling::CatmullRom)
}

/// Multiplies the colors of a picture with its alpha channel, so that a transparent pixel does not color others.
fn multiplied(image: DynamicImage) -> DynamicImage {
    per_alpha(image, |color, alpha| color * alpha / u32::from(u8::MAX))
}

/// The reverse of [`multiplied`].
fn divided(image: DynamicImage) -> DynamicImage {
    per_alpha(image, |color, alpha| (color * u32::from(u8::MAX)).checked_div(alpha).unwrap_or_default())
}

fn per_alpha(image: DynamicImage, change: impl Fn(u32, u32) -> u32) -> DynamicImage {
    if !image.color().has_alpha() {
        return image;
    }
    let mut pixels: RgbaImage = image.into_rgba8();
    for Rgba([red, green, blue, alpha]) in pixels.pixels_mut() {
        for color in [red, green, blue] {
            *color = u8::try_from(change(u32::from(*color), u32::from(*alpha))).unwrap_or(u8::MAX);
        }
    }
    pixels.into()
}

fn encode(image: &DynamicImage, stored: PictureFormat) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let written = match stored {
        PictureFormat::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)),
        PictureFormat::Png | PictureFormat::Gif => image.write_with_encoder(PngEncoder::new_with_quality(
            &mut bytes,
            CompressionType::Default,
            FilterType::Adaptive,
        )),
    };
    written.map_err(refused)?;
    check_output(&bytes)?;
    Ok(bytes)
}
