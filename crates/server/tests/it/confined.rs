//! The processes that read pictures and texts.

use bytes::Bytes;
use facility_files::picture::Pixels;
use facility_files::ports::{ByteStream, PictureError, PictureReader, PreparedPicture};
use facility_files::refusal::Refusal;
use facility_infra::confined::parent::{Children, RunError};
use facility_infra::pictures::reader::PictureChild;
use facility_infra::testing::documents::pdf;
use std::sync::Arc;

async fn prepared_by(program: &str, bytes: Vec<u8>) -> Result<PreparedPicture, PictureError> {
    let body: ByteStream = Box::pin(futures_util::stream::iter([Ok(Bytes::from(bytes))]));
    PictureChild::new(Arc::new(Children::new(program.into()))).prepare(None, body).await
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

async fn text_by(media_type: &str, bytes: Vec<u8>) -> Result<String, RunError> {
    let body: ByteStream = Box::pin(futures_util::stream::iter([Ok(Bytes::from(bytes))]));
    let children = Children::new(env!("CARGO_BIN_EXE_facility").into());
    let (answer, _place) = children.run(&["read-text", media_type], None, body).await?;
    Ok(String::from_utf8(answer).unwrap())
}

#[tokio::test]
async fn text_of_a_file_is_read_within_the_limits() {
    let pages = ["The obsidian gate opens"; 400];
    let answer = text_by("application/pdf", pdf(&pages).unwrap()).await.unwrap();
    assert!(answer.starts_with("true\n") && answer.matches("obsidian gate").count() == 400, "{answer}");
    assert_eq!(text_by("application/pdf", b"%PDF-1.7 and nothing else".to_vec()).await.unwrap(), "false\n");
}

#[tokio::test]
async fn a_file_that_nests_without_end_brings_down_its_process_only() {
    // Arrays in arrays: a parser that recurses runs out of stack.
    let nested = format!("{}{}", "[".repeat(2_000_000), "]".repeat(2_000_000));
    let file = String::from_utf8(pdf(&["The gate"]).unwrap())
        .unwrap()
        .replace("/Type /Catalog", &format!("/A {nested} /Type /Catalog"));
    let read = text_by("application/pdf", file.into_bytes()).await;
    assert!(
        matches!(&read, Ok(answer) if answer == "false\n") || matches!(&read, Err(RunError::Failed(_))),
        "{read:?}"
    );
}
