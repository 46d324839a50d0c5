//! Tests of what becomes of pictures.

use super::prepared::Prepared;
use super::reader::parsed;
use super::*;
use gif::{DecodeOptions, Encoder, Frame, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, GrayImage, ImageBuffer, Luma, LumaA, Rgb, RgbImage, Rgba, RgbaImage, load_from_memory};
use proptest::prelude::*;
use std::io::Cursor;

/// A picture whose left half is red and whose right half is blue.
fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) })
}

fn written(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn png(width: u32, height: u32) -> Vec<u8> {
    written(halves(width, height), ImageFormat::Png)
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    written(halves(width, height), ImageFormat::Jpeg)
}

fn webp(image: impl Into<DynamicImage>) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.into().write_with_encoder(WebPEncoder::new_lossless(&mut bytes)).unwrap();
    bytes
}

/// A GIF with frames of one color each, a comment, and a delay of 70 ms.
fn gif(width: u16, height: u16, frames: u8) -> Vec<u8> {
    let mut encoder = Encoder::new(Vec::new(), width, height, &[0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]).unwrap();
    encoder.set_repeat(Repeat::Infinite).unwrap();
    encoder.write_raw_extension(gif::AnyExtension(0xFE), &[b"a secret comment"]).unwrap();
    for number in 0..frames {
        let buffer = vec![number % 4; usize::from(width) * usize::from(height)].into();
        encoder.write_frame(&Frame { width, height, delay: 7, buffer, ..Frame::default() }).unwrap();
    }
    encoder.into_inner().unwrap()
}

/// Inserts a segment after the first two bytes of a JPEG.
fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, marker], &length, content, &jpeg[2..]].concat()
}

/// Metadata of a camera: that the picture is turned, and where it was taken.
fn camera_metadata(orientation: u8) -> Vec<u8> {
    let mut tiff = b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x02".to_vec();
    tiff.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
    tiff.extend([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x26]);
    tiff.extend([0, 0, 0, 0]);
    // The place: one entry, the reference of the latitude.
    tiff.extend(b"\0\x01\0\x01\0\x02\0\0\0\x02N\0\0\0\0\0\0\0GPS-SECRET");
    tiff
}

fn contains(bytes: &[u8], text: &[u8]) -> bool {
    bytes.windows(text.len()).any(|window| window == text)
}

/// The names of a PNG's chunks.
fn chunks(png: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = &png[8..];
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        names.push(String::from_utf8(after[..4].to_vec()).unwrap());
        rest = &after[8 + usize::try_from(u32::from_be_bytes(*length)).unwrap()..];
    }
    names.dedup();
    names
}

#[test]
fn formats_are_recognized_by_content_and_stored_as_three() {
    let transparent = RgbaImage::from_pixel(30, 20, Rgba([1, 2, 3, 100]));
    let opaque = RgbaImage::from_pixel(30, 20, Rgba([1, 2, 3, 255]));
    for (bytes, media_type) in [
        (png(30, 20), "image/png"),
        (jpeg(30, 20), "image/jpeg"),
        (gif(30, 20, 1), "image/png"),
        (gif(30, 20, 3), "image/gif"),
        (webp(halves(30, 20)), "image/jpeg"),
        (webp(opaque), "image/jpeg"),
        (webp(transparent), "image/png"),
    ] {
        let prepared = prepare(&bytes).unwrap();
        assert_eq!((prepared.width, prepared.height, prepared.format.media_type()), (30, 20, media_type));
        assert_eq!((prepared.medium, prepared.small), (None, None));
        let format = ImageFormat::from_mime_type(media_type).unwrap();
        assert_eq!(guess_format(&prepared.full).unwrap(), format);
        assert_eq!(load_from_memory(&prepared.full).unwrap().width(), 30);
    }
    for other in
        [b"".as_slice(), b"%PDF-1.4", b"BM\x3e\0\0\0", b"II*\0\x08\0\0\0", b"<svg xmlns=''/>", b"RIFF\0\0\0\0WAVE"]
    {
        assert_eq!(prepare(other), Err(Refusal::NotAPicture));
    }
}

#[test]
fn depths_of_color_become_eight_bits() {
    let deep = ImageBuffer::<Rgb<u16>, Vec<u16>>::from_pixel(9, 9, Rgb([0x1234, 0x8000, 0xFFFF]));
    let deep_gray = ImageBuffer::<Luma<u16>, Vec<u16>>::from_pixel(9, 9, Luma([0x8000]));
    let half = ImageBuffer::<LumaA<u16>, Vec<u16>>::from_pixel(9, 9, LumaA([0x8000, 0x4000]));
    for (image, pixel) in [
        (DynamicImage::from(deep), [0x12, 0x80, 0xFF, 0xFF]),
        (deep_gray.into(), [0x80, 0x80, 0x80, 0xFF]),
        (half.into(), [0x80, 0x80, 0x80, 0x40]),
        (GrayImage::from_pixel(9, 9, Luma([7])).into(), [7, 7, 7, 0xFF]),
    ] {
        let full = prepare(&written(image, ImageFormat::Png)).unwrap().full;
        assert_eq!(full[24], 8, "bits for each channel");
        assert_eq!(load_from_memory(&full).unwrap().to_rgba8().get_pixel(4, 4).0, pixel);
    }
    let gray = prepare(&written(GrayImage::new(9, 9), ImageFormat::Jpeg)).unwrap();
    assert!(!load_from_memory(&gray.full).unwrap().color().has_color());
}

#[test]
fn wide_pictures_have_smaller_sizes() {
    let sizes = |bytes: &[u8]| {
        let Prepared { full, medium, small, .. } = prepare(bytes).unwrap();
        [Some(full), medium, small].map(|file| {
            let image = load_from_memory(&file?).unwrap();
            Some((image.width(), image.height()))
        })
    };
    assert_eq!(sizes(&jpeg(480, 300)), [Some((480, 300)), None, None]);
    assert_eq!(sizes(&jpeg(481, 300)), [Some((481, 300)), None, Some((480, 299))]);
    assert_eq!(sizes(&png(1281, 641)), [Some((1281, 641)), Some((1280, 640)), Some((480, 240))]);
    assert_eq!(sizes(&png(6000, 3000)), [Some((6000, 3000)), Some((1280, 640)), Some((480, 240))]);
    assert_eq!(sizes(&png(8192, 1)), [Some((8192, 1)), Some((1280, 1)), Some((480, 1))]);
    assert_eq!(sizes(&gif(500, 250, 2)), [Some((500, 250)), None, Some((480, 240))]);

    let Prepared { medium, small, .. } = prepare(&jpeg(2000, 100)).unwrap();
    for file in [medium, small] {
        assert_eq!(guess_format(&file.unwrap()).unwrap(), ImageFormat::Jpeg);
    }
    let small = load_from_memory(&prepare(&png(6000, 3000)).unwrap().small.unwrap()).unwrap().to_rgb8();
    assert_eq!((small.get_pixel(100, 100).0, small.get_pixel(400, 100).0), ([220, 20, 20], [20, 20, 220]));
}

#[test]
fn transparent_pixels_do_not_color_others() {
    // White columns between transparent black ones.
    let image = RgbaImage::from_fn(900, 10, |x, _| if x % 3 == 0 { Rgba([255; 4]) } else { Rgba([0; 4]) });
    let small = prepare(&written(image, ImageFormat::Png)).unwrap().small.unwrap();
    let small = load_from_memory(&small).unwrap().to_rgba8();
    assert!(small.pixels().filter(|pixel| pixel.0[3] > 20).all(|pixel| pixel.0[0] > 230));
}

#[test]
fn picture_is_upright_and_has_no_metadata() {
    let plain = jpeg(64, 32);
    for (orientation, size, red) in
        [(1, (64, 32), (8, 8)), (3, (64, 32), (56, 8)), (6, (32, 64), (8, 8)), (8, (32, 64), (8, 56))]
    {
        let bytes = with_segment(&plain, 0xE1, &camera_metadata(orientation));
        let bytes = with_segment(&bytes, 0xFE, b"a secret comment");
        let prepared = prepare(&bytes).unwrap();
        assert_eq!((prepared.width, prepared.height), size, "orientation {orientation}");
        let pixel = load_from_memory(&prepared.full).unwrap().to_rgb8().get_pixel(red.0, red.1).0;
        assert!(pixel[0] > 180 && pixel[2] < 60, "orientation {orientation}: {pixel:?}");
        for secret in [b"Exif".as_slice(), b"GPS", b"secret"] {
            assert!(contains(&bytes, secret) && !contains(&prepared.full, secret));
        }
    }
    // Unreadable metadata is dropped as well.
    let bytes = with_segment(&plain, 0xE1, b"Exif\0\0MM\0\x2A\xFF\xFF\xFF\xFF");
    assert_eq!(prepare(&bytes).unwrap().width, 64);
}

#[test]
fn png_text_and_color_profiles_are_dropped() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 3, 3);
    encoder.add_text_chunk("Author".into(), "secret".into()).unwrap();
    encoder.add_itxt_chunk("XML:com.adobe.xmp".into(), "secret".into()).unwrap();
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: 1, yppu: 1, unit: png::Unit::Meter }));
    encoder.write_header().unwrap().write_image_data(&[5; 9]).unwrap();
    assert!(contains(&bytes, b"secret"));
    assert_eq!(chunks(&prepare(&bytes).unwrap().full), ["IHDR", "IDAT", "IEND"]);
}

#[test]
fn palette_of_a_png_is_resolved() {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette(vec![9, 9, 9, 200, 0, 0, 0, 200, 0]);
    encoder.write_header().unwrap().write_image_data(&[0b0001_1001]).unwrap();
    let full = prepare(&bytes).unwrap().full;
    assert_eq!(load_from_memory(&full).unwrap().to_rgb8().into_raw(), [9, 9, 9, 200, 0, 0, 0, 200, 0, 200, 0, 0]);
}

#[test]
fn animation_keeps_frames_and_timing_and_loses_its_comment() {
    let bytes = gif(20, 10, 5);
    let full = prepare(&bytes).unwrap().full;
    assert!(contains(&bytes, b"secret") && !contains(&full, b"secret"));
    let frames = |bytes: &[u8]| {
        let mut decoder = DecodeOptions::new().read_info(bytes).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.delay, frame.buffer.to_vec()));
        }
        (decoder.repeat() == Repeat::Infinite, frames)
    };
    assert_eq!(frames(&full), frames(&bytes));
    assert_eq!(prepare(&gif(2, 2, 201)).map(|prepared| prepared.format.media_type()), Ok("image/gif"));
}

#[test]
fn long_animations_are_refused() {
    let mut encoder = Encoder::new(Vec::new(), 1, 1, &[0, 0, 0]).unwrap();
    for _ in 0..301 {
        encoder.write_frame(&Frame { width: 1, height: 1, buffer: vec![0].into(), ..Frame::default() }).unwrap();
    }
    assert_eq!(prepare(&encoder.into_inner().unwrap()), Err(Refusal::TooManyFrames));
    // Few frames, with more pixels than are decoded in all.
    assert_eq!(prepare(&gif(6000, 6000, 6)), Err(Refusal::TooManyFrames));
}

#[test]
fn file_that_ends_early_is_damaged() {
    let turned = with_segment(&jpeg(64, 32), 0xE1, &[camera_metadata(6), jpeg(8, 8)].concat());
    for bytes in [png(64, 32), jpeg(64, 32), turned, gif(64, 32, 1), gif(64, 32, 3), webp(halves(64, 32))] {
        assert!(prepare(&bytes).is_ok());
        for tenth in 1..10 {
            let refusal = prepare(&bytes[..bytes.len() * tenth / 10]).unwrap_err();
            let is_short = bytes.len() * tenth / 10 < 24 && refusal == Refusal::NotAPicture;
            assert!(
                is_short || refusal == Refusal::DamagedPicture,
                "{refusal:?} at {tenth} tenths of {} bytes",
                bytes.len()
            );
        }
        assert_eq!(prepare(&bytes[..bytes.len() - 1]).is_ok(), guess_format(&bytes).unwrap() == ImageFormat::Png);
    }
}

#[test]
fn what_follows_a_picture_is_dropped() {
    for picture in [png(64, 32), jpeg(64, 32), gif(64, 32, 1), gif(64, 32, 3), webp(halves(64, 32))] {
        let bytes = [&picture, b"PK\x03\x04<script>alert(1)</script>".as_slice()].concat();
        let prepared = prepare(&bytes).unwrap();
        assert_eq!(prepared, prepare(&picture).unwrap());
        assert!(!contains(&prepared.full, b"script"));
    }
}

#[test]
fn sizes_above_the_limits_are_refused_before_decoding() {
    let mut png_bomb = png(64, 32);
    let mut jpeg_bomb = jpeg(64, 32);
    let start = jpeg_bomb.windows(2).position(|bytes| bytes == [0xFF, 0xC0]).unwrap();
    let mut gif_bomb = gif(64, 32, 2);
    let mut gif_frame_bomb = gif(64, 32, 2);
    let frame = gif_frame_bomb.windows(9).position(|bytes| bytes == [0x2C, 0, 0, 0, 0, 64, 0, 32, 0]).unwrap();
    jpeg_bomb[start + 5..start + 9].copy_from_slice(&[0x75, 0x30, 0x75, 0x30]);
    gif_bomb[6..10].copy_from_slice(&[0xFF; 4]);
    gif_frame_bomb[frame + 5..frame + 9].copy_from_slice(&[0xFF; 4]);
    png_bomb[16..24].copy_from_slice(&[0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]);
    let sum = crc32fast::hash(&png_bomb[12..29]).to_be_bytes();
    png_bomb[29..33].copy_from_slice(&sum);
    for bomb in [png_bomb, jpeg_bomb, gif_bomb, gif_frame_bomb, png(8193, 1), gif(1, 8193, 1), png(6400, 6300)] {
        assert_eq!(prepare(&bomb), Err(Refusal::TooManyPixels));
    }
}

#[test]
fn picture_that_grows_too_much_is_refused() {
    // Noise in a small JPEG of the lowest quality would not grow; noise as GIF does, as PNG with a byte for each channel.
    let mut state = 1_u32;
    let noise: Vec<u8> = (0..5000 * 5000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u8::try_from(state >> 24).unwrap()
        })
        .collect();
    let palette: Vec<u8> = (0..=255_u8).flat_map(|n| [n, n.wrapping_mul(7), n.wrapping_mul(31)]).collect();
    let mut encoder = Encoder::new(Vec::new(), 5000, 5000, &palette).unwrap();
    encoder.write_frame(&Frame { width: 5000, height: 5000, buffer: noise.into(), ..Frame::default() }).unwrap();
    assert_eq!(prepare(&encoder.into_inner().unwrap()), Err(Refusal::TooLarge));
}

#[test]
fn answer_of_the_child_is_read_as_it_was_written_and_checked() {
    let answered = |input: &[u8]| {
        let mut answer = Vec::new();
        child::answer_to(input, &mut answer).unwrap();
        answer
    };
    for bytes in [png(30, 20), jpeg(1500, 20), gif(500, 20, 2)] {
        assert_eq!(parsed(&answered(&bytes)), Some(prepare(&bytes)));
    }
    assert_eq!(parsed(&answered(b"text")), Some(Err(Refusal::NotAPicture)));
    assert_eq!(
        parsed(&answered(&vec![0; usize::try_from(facility_files::upload::MAX_FILE_BYTES).unwrap() + 1])),
        Some(Err(Refusal::TooLarge))
    );
    let good = answered(&png(30, 20));
    assert_eq!(parsed(&good[..good.len() - 1]), None);
    assert_eq!(parsed(&[good.as_slice(), b"x"].concat()), None);
    for header in ["", "{}", "{\"prepared\":{\"width\":1,\"height\":1,\"media_type\":\"text/html\",\"full\":0}}"] {
        assert_eq!(parsed(format!("{header}\n").as_bytes()), None);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn changed_bytes_never_panic(
        which in 0_usize..6,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let picture = match which {
            0 => png(24, 18),
            1 => jpeg(24, 18),
            2 => with_segment(&jpeg(24, 18), 0xE1, &camera_metadata(6)),
            3 => gif(24, 18, 3),
            4 => webp(halves(24, 18)),
            _ => gif(24, 18, 1),
        };
        let mut bytes = picture;
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(prepared) = prepare(&bytes) {
            prop_assert!(load_from_memory(&prepared.full).is_ok());
        }
    }
}

#[test]
fn quality_of_a_jpeg_is_kept() {
    let image = RgbImage::from_fn(64, 64, |x, y| Rgb([u8::try_from(x * 4).unwrap(), u8::try_from(y * 4).unwrap(), 99]));
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 95).encode_image(&image).unwrap();
    let again = load_from_memory(&prepare(&bytes).unwrap().full).unwrap().to_rgb8();
    let off = image.iter().zip(again.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
    assert!(off / u64::from(64_u32 * 64 * 3) < 3, "{off}");
}
