//! Draws QR codes as PNG pictures (ISO/IEC 15948), black on white, with one bit for each pixel.
//!
//! The encoders of general image crates support formats that are not needed here and take longer to compile than the
//! rest of this crate's dependencies for second factors.

use facility_kernel::StoreError;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use qrcodegen::{QrCode, QrCodeEcc};
use std::io::Write as _;

/// Pixels of a module's side.
const SCALE: i32 = 5;
/// Modules of the white margin (ISO/IEC 18004 requires four).
const MARGIN: i32 = 4;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Returns a picture of the QR code of this text. Errors: the text is too long for a QR code.
pub(crate) fn qr_code(text: &str) -> Result<Vec<u8>, StoreError> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium)
        .map_err(|error| StoreError::internal(format!("cannot encode the QR code: {error}")))?;
    let side = (code.size() + 2 * MARGIN) * SCALE;
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
    for y in 0..side {
        let is_white = |x| x >= side || !code.get_module(x / SCALE - MARGIN, y / SCALE - MARGIN);
        let bytes = (0..side).step_by(8).map(|x| (0..8).fold(0_u8, |byte, n| (byte << 1) | u8::from(is_white(x + n))));
        // Each row starts with its filter: none.
        let row: Vec<u8> = std::iter::once(0).chain(bytes).collect();
        rows.write_all(&row).map_err(failed)?;
    }
    let data = rows.finish().map_err(failed)?;
    let side = u32::try_from(side).map_err(|_negative| StoreError::internal("a QR code without a size"))?;
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    // One bit of gray, deflate, no filter, not interlaced.
    header.extend_from_slice(&[1, 0, 0, 0, 0]);
    Ok([SIGNATURE.to_vec(), chunk(*b"IHDR", &header), chunk(*b"IDAT", &data), chunk(*b"IEND", &[])].concat())
}

/// Returns a chunk: the length of its data, its name, its data, and the CRC of both.
fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    let named = [name.as_slice(), data].concat();
    let sum = crc32fast::hash(&named);
    [length.to_be_bytes().as_slice(), &named, &sum.to_be_bytes()].concat()
}

fn failed(error: std::io::Error) -> StoreError {
    StoreError::Internal(Box::new(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::ZlibDecoder;
    use std::io::Read as _;

    /// Returns the side and the pixels of a picture, after checking the sums of its chunks. White is true.
    fn pixels(png: &[u8]) -> (usize, Vec<Vec<bool>>) {
        let mut rest = png.strip_prefix(SIGNATURE).unwrap();
        let (mut side, mut data, mut names) = (0, Vec::new(), Vec::new());
        while !rest.is_empty() {
            let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
            let (named, sum) = (&rest[4..8 + length], &rest[8 + length..12 + length]);
            assert_eq!(crc32fast::hash(named).to_be_bytes(), sum);
            match &named[..4] {
                b"IHDR" => side = u32::from_be_bytes(named[4..8].try_into().unwrap()) as usize,
                b"IDAT" => data = named[4..].to_vec(),
                _ => {}
            }
            names.push(named[..4].to_vec());
            rest = &rest[12 + length..];
        }
        assert_eq!(names, [b"IHDR", b"IDAT", b"IEND"]);
        let mut rows = Vec::new();
        ZlibDecoder::new(&*data).read_to_end(&mut rows).unwrap();
        let width = 1 + side.div_ceil(8);
        assert_eq!(rows.len(), side * width);
        let bit = |row: &[u8], x: usize| (row[1 + x / 8] >> (7 - x % 8)) & 1 == 1;
        (side, rows.chunks(width).map(|row| (0..side).map(|x| bit(row, x)).collect()).collect())
    }

    #[test]
    fn every_module_has_its_pixels() {
        let text = "otpauth://totp/Facility%20Terminal:mercer?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).unwrap();
        let (side, pixels) = pixels(&qr_code(text).unwrap());
        assert_eq!(i32::try_from(side).unwrap(), (code.size() + 8) * 5);
        for (y, row) in pixels.iter().enumerate() {
            for (x, white) in row.iter().enumerate() {
                let module = |n: usize| i32::try_from(n).unwrap() / 5 - 4;
                assert_eq!(*white, !code.get_module(module(x), module(y)), "{x} {y}");
            }
        }
    }

    #[test]
    fn a_text_that_is_too_long_is_an_error() {
        assert!(qr_code(&"x".repeat(5000)).is_err());
    }
}
