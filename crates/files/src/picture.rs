//! Pictures: their limits, sizes and formats.

/// Maximum number of pixels of a picture or of a frame of an animation: 40 megapixels.
pub const MAX_PIXELS: u64 = 40_000_000;
/// Maximum size of a stored picture, 20 MiB. Encoding it again can make it larger than the uploaded file.
pub const MAX_STORED_BYTES: u64 = 20 * 1024 * 1024;
/// Maximum width and height in pixels.
pub const MAX_SIDE: u32 = 8192;
/// Maximum number of different pictures that a text may name.
pub const MAX_PICTURES: usize = 100;

/// The size of a picture in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
}

/// The format in which a picture is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    Png,
    Jpeg,
    /// An animation. Its smaller sizes show its first frame, as PNG.
    Gif,
}

impl PictureFormat {
    const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Gif];

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Gif => "image/gif",
        }
    }

    /// Returns the format with this media type.
    pub fn by_media_type(media_type: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.media_type() == media_type)
    }

    /// The format of the smaller sizes.
    #[must_use]
    pub const fn of_sizes(self) -> Self {
        match self {
            Self::Gif => Self::Png,
            same => same,
        }
    }

    /// The file extension with its dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => ".png",
            Self::Jpeg => ".jpg",
            Self::Gif => ".gif",
        }
    }
}
