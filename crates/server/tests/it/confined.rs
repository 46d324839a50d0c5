//! The processes that read pictures.

use bytes::Bytes;
use facility_files::picture::Pixels;
use facility_files::ports::{ByteStream, PictureError, PictureReader, PreparedPicture};
use facility_files::refusal::Refusal;
use facility_infra::confined::parent::Children;
use facility_infra::pictures::reader::PictureChild;
use std::sync::Arc;

async fn prepared_by(program: &str, bytes: Vec<u8>) -> Result<PreparedPicture, PictureError> {
    let body: ByteStream = Box::pin(futures_util::stream::iter([Ok(Bytes::from(bytes))]));
    PictureChild::new(Arc::new(Children::new(program.into()))).prepare(body).await
}

#[tokio::test]
async fn picture_of_the_maximum_size_fits_in_the_limits() {
    let prepared = prepared_by(env!("CARGO_BIN_EXE_facility"), crate::pictures::png(8000, 5000)).await.unwrap();
    assert_eq!(prepared.pixels, Pixels { width: 8000, height: 5000 });
    assert!(prepared.small.is_some() && prepared.medium.is_some());
}

#[tokio::test]
async fn a_process_that_fails_or_answers_nothing_refuses_the_picture() {
    for program in ["/bin/false", "/bin/true"] {
        let refused = prepared_by(program, crate::pictures::png(9, 9)).await.unwrap_err();
        assert!(matches!(refused, PictureError::Refused(Refusal::DamagedPicture)), "{program}");
    }
    let refused = prepared_by("/nowhere", crate::pictures::png(9, 9)).await.unwrap_err();
    assert!(matches!(refused, PictureError::Unavailable(_)));
}
