//! The files of a record in a response: attached ones, and the pictures that its text shows.

use crate::http::wire::Wire;
use facility_files::file::AttachedFile;
use facility_files::upload::{Upload, UploadKind};
use facility_kernel::{Page, UploadId};
use serde::Serialize;
use utoipa::ToSchema;

/// What an upload is for.
pub type UploadKindDto = Wire<UploadKind>;

/// A file that is attached to a record, or a picture that its text shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = RecordFile)]
#[serde(rename_all = "camelCase")]
pub struct RecordFileDto {
    /// Its id, in its path `/objects/…`, and in the text after `file:` for a picture.
    pub file_id: String,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// `file` for an attached file, `picture` for a picture in the text.
    pub kind: UploadKindDto,
    /// Its width in pixels. Null for an attached file.
    #[schema(required = true)]
    pub width: Option<u32>,
    /// Its height in pixels. Null for an attached file.
    #[schema(required = true)]
    pub height: Option<u32>,
}

impl RecordFileDto {
    /// `None` if the upload is not complete.
    pub fn of(upload: &Upload) -> Option<Self> {
        let attachment = upload.attachment()?;
        Some(Self {
            file_id: upload.id.to_string(),
            name: attachment.name,
            size: attachment.size,
            kind: upload.kind.into(),
            width: upload.pixels.map(|pixels| pixels.width),
            height: upload.pixels.map(|pixels| pixels.height),
        })
    }
}

/// Returns attached files, in their order. The pictures of the text follow them: [`Illustrated`].
pub fn attached(files: &[AttachedFile]) -> Vec<RecordFileDto> {
    let attached = |AttachedFile { path, attachment }: &AttachedFile| RecordFileDto {
        file_id: path.upload_id().to_string(),
        name: attachment.name.clone(),
        size: attachment.size,
        kind: UploadKind::File.into(),
        width: None,
        height: None,
    };
    files.iter().map(attached).collect()
}

/// The pictures that a text in a response names, and the list of those that exist.
pub type NamedPictures<'a> = (Vec<UploadId>, &'a mut Vec<RecordFileDto>);

/// A response with texts that can show pictures.
pub trait Illustrated {
    /// Returns the pictures that each text names, in its order, with the list to fill.
    fn pictures(&mut self) -> Vec<NamedPictures<'_>>;
}

/// Implements [`Illustrated`] by the members of a response that have texts.
macro_rules! texts_of {
    ($response:ty: $($part:ident),+) => {
        impl $crate::routes::files::record_files::Illustrated for $response {
            fn pictures(&mut self) -> Vec<$crate::routes::files::record_files::NamedPictures<'_>> {
                let mut pictures = Vec::new();
                $(pictures.extend($crate::routes::files::record_files::Illustrated::pictures(&mut self.$part));)+
                pictures
            }
        }
    };
}

pub(crate) use texts_of;

/// Implements [`Illustrated`] for responses with one text.
macro_rules! one_text {
    ($response:ty) => {
        impl $crate::routes::files::record_files::Illustrated for $response {
            fn pictures(&mut self) -> Vec<$crate::routes::files::record_files::NamedPictures<'_>> {
                let content = self.content.as_deref();
                vec![(content.map(facility_documents::pictures::named).unwrap_or_default(), &mut self.files)]
            }
        }
    };
}

pub(crate) use one_text;

impl<T: Illustrated> Illustrated for Page<T> {
    fn pictures(&mut self) -> Vec<NamedPictures<'_>> {
        self.items.pictures()
    }
}

impl<T: Illustrated> Illustrated for Vec<T> {
    fn pictures(&mut self) -> Vec<NamedPictures<'_>> {
        self.iter_mut().flat_map(Illustrated::pictures).collect()
    }
}
