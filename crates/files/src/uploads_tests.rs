//! Tests of what an upload stores and returns.

use super::*;
use crate::picture::{PictureFormat, Pixels};
use crate::ports::{MockBlobs, MockPictureReader, MockUploadRepository, StoredBlob};
use crate::upload::Unattached;
use bytes::Bytes;
use facility_kernel::DomainError;
use facility_kernel::MockRandomness;
use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, context, numbered};
use facility_kernel::throttle::MockThrottle;

fn ticket() -> UploadTicket {
    UploadTicket::from_bits([9; 32])
}

fn issued(status: UploadStatus) -> Upload {
    let id = UploadId::from_uuid(numbered(50));
    Upload { status, ..Upload::issue(id, &ticket(), UserId::Account(numbered(1)), TEST_NOW) }
}

fn body(pieces: Vec<Result<Bytes, std::io::Error>>) -> ByteStream {
    Box::pin(futures_util::stream::iter(pieces))
}

fn incoming(name: &str, pieces: Vec<Result<Bytes, std::io::Error>>) -> Incoming {
    Incoming { filename: Some(name.to_owned()), content_type: None, announced_bytes: None, body: body(pieces) }
}

fn uploads(upload: Upload) -> MockUploadRepository {
    uploads_of(upload, Unattached::default())
}

fn uploads_of(upload: Upload, unattached: Unattached) -> MockUploadRepository {
    let mut uploads = MockUploadRepository::new();
    uploads
        .expect_find_by_ticket()
        .returning(move |fingerprint| Ok((fingerprint == upload.ticket_fingerprint).then(|| upload.clone())));
    uploads.expect_unattached().returning(move |_| Ok(unattached));
    uploads
}

/// A store that reads the whole body, like the real one, and fails if the body fails.
fn taking_blobs(deletes: usize) -> MockBlobs {
    let mut blobs = MockBlobs::new();
    blobs.expect_put().returning(|_, mut body| {
        futures_util::FutureExt::now_or_never(async move {
            let mut size = 0;
            while let Some(piece) = body.next().await {
                size += piece.map_err(BlobError::Interrupted)?.len() as u64;
            }
            Ok(StoredBlob { size })
        })
        .unwrap()
    });
    blobs.expect_delete().times(deletes).withf(|key| key == format!("uploads/{}", numbered(50))).returning(|_| Ok(()));
    blobs
}

fn service(uploads: MockUploadRepository, blobs: MockBlobs) -> Uploads {
    let mut throttle = MockThrottle::new();
    // Limited per user, not per session.
    let key = format!("upload:{}", UserId::Account(numbered(1)));
    throttle
        .expect_count_call()
        .withf(move |by, limit, window, _| *by == key && *limit == 60 && *window == WINDOW)
        .returning(|_, _, _, _| Ok(None));
    let mut random = MockRandomness::new();
    random.expect_bits().returning(|| Ok([9; 32]));
    Uploads {
        uploads: Arc::new(uploads),
        blobs: Arc::new(blobs),
        pictures: Arc::new(MockPictureReader::new()),
        throttle: Arc::new(throttle),
        random: Arc::new(random),
        ids: Arc::new(SequentialIds::default()),
        limits: RateLimits::Strict,
        in_flight: InFlight::default(),
    }
}

/// Expects exactly one result with this status and, for a refusal, this reason.
fn expect_finish(uploads: &mut MockUploadRepository, status: UploadStatus, refusal: Option<&'static str>) {
    uploads.expect_spend().times(1).returning(|_| Ok(()));
    uploads
        .expect_finish()
        .times(1)
        .withf(move |upload| upload.change().status == status && upload.change().refusal.as_deref() == refusal)
        .returning(|_| Ok(()));
}

async fn receive(service: &Uploads, incoming: Incoming) -> Result<Upload, FileError> {
    service.receive(&context(), &actor(1, 1, false), &ticket(), incoming).await
}

#[tokio::test]
async fn a_file_is_counted_hashed_and_stored() {
    let mut uploads = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads, UploadStatus::Stored, None);
    let pieces = vec![Ok(Bytes::from_static(b"It ")), Ok(Bytes::from_static(b"answers."))];
    let stored = receive(&service(uploads, taking_blobs(0)), incoming("notes.MD", pieces)).await.unwrap();
    assert_eq!(stored.size, Some(11));
    assert_eq!(stored.sha256, Some(hex::encode(Sha256::digest(b"It answers."))));
    assert_eq!(stored.content_type.as_deref(), Some("text/markdown; charset=utf-8"));
}

#[tokio::test]
async fn file_of_maximum_size_is_accepted_and_one_byte_more_is_refused() {
    let whole = vec![b'x'; usize::try_from(MAX_FILE_BYTES).unwrap()];
    let mut uploads_ok = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads_ok, UploadStatus::Stored, None);
    let taken = receive(&service(uploads_ok, taking_blobs(0)), incoming("a.txt", vec![Ok(Bytes::from(whole.clone()))]))
        .await
        .unwrap();
    assert_eq!(taken.size, Some(10_485_760));

    let mut uploads_over = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads_over, UploadStatus::Refused, Some("too_large"));
    let pieces = vec![Ok(Bytes::from(whole)), Ok(Bytes::from_static(b"x"))];
    let error = receive(&service(uploads_over, taking_blobs(0)), incoming("a.txt", pieces)).await.unwrap_err();
    assert_eq!(error.code(), "too_large");

    let mut uploads_announced = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads_announced, UploadStatus::Refused, Some("too_large"));
    let announced = Incoming { announced_bytes: Some(MAX_FILE_BYTES + 1), ..incoming("a.txt", vec![]) };
    let error = receive(&service(uploads_announced, MockBlobs::new()), announced).await.unwrap_err();
    assert_eq!(error.code(), "too_large");
}

#[tokio::test]
async fn content_that_does_not_match_the_extension_is_removed() {
    let mut uploads = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads, UploadStatus::Refused, Some("content_unknown"));
    let pieces = vec![Ok(Bytes::from_static(b"MZ\x90\0"))];
    let error = receive(&service(uploads, taking_blobs(1)), incoming("a.pdf", pieces)).await.unwrap_err();
    assert_eq!(error.code(), "unsupported_type");
}

#[tokio::test]
async fn interrupted_body_uses_up_the_ticket() {
    let mut uploads = uploads(issued(UploadStatus::Issued));
    expect_finish(&mut uploads, UploadStatus::Refused, Some("upload_interrupted"));
    let pieces = vec![Ok(Bytes::from_static(b"It ")), Err(std::io::Error::other("gone"))];
    let error = receive(&service(uploads, taking_blobs(0)), incoming("a.txt", pieces)).await.unwrap_err();
    assert_eq!(error.code(), "upload_interrupted");
}

#[tokio::test]
async fn ticket_works_once_for_its_owner_within_fifteen_minutes() {
    let used = service(uploads(issued(UploadStatus::Stored)), MockBlobs::new());
    assert_eq!(receive(&used, incoming("a.txt", vec![])).await.unwrap_err().code(), "ticket_used");

    let mut raced = uploads(issued(UploadStatus::Issued));
    raced.expect_spend().times(1).returning(|_| Err(StoreError::Stale));
    let raced = service(raced, MockBlobs::new());
    assert_eq!(receive(&raced, incoming("a.txt", vec![])).await.unwrap_err().code(), "ticket_used");

    let old = Upload { expires_at: TEST_NOW, ..issued(UploadStatus::Issued) };
    let expired = service(uploads(old), MockBlobs::new());
    assert_eq!(receive(&expired, incoming("a.txt", vec![])).await.unwrap_err().code(), "ticket_expired");

    let foreign = service(uploads(issued(UploadStatus::Issued)), MockBlobs::new());
    let error =
        foreign.receive(&context(), &actor(2, 5, true), &ticket(), incoming("a.txt", vec![])).await.unwrap_err();
    assert_eq!(error.code(), "not_found");
}

#[tokio::test]
async fn bytes_are_kept_when_the_row_is_in_doubt() {
    let outcomes: [fn() -> StoreError; 3] = [
        || StoreError::Unavailable("the answer to the commit was lost".into()),
        || StoreError::internal("the statement was refused"),
        || StoreError::Stale,
    ];
    for outcome in outcomes {
        let mut uploads = uploads(issued(UploadStatus::Issued));
        uploads.expect_spend().times(1).returning(|_| Ok(()));
        uploads.expect_finish().times(1).returning(move |_| Err(outcome()));
        let pieces = vec![Ok(Bytes::from_static(b"text"))];
        assert!(receive(&service(uploads, taking_blobs(0)), incoming("a.txt", pieces)).await.is_err());
    }
}

#[tokio::test]
async fn fourth_concurrent_upload_is_refused_and_keeps_its_ticket() {
    let mut uploads = uploads(issued(UploadStatus::Issued));
    uploads.expect_spend().times(4).returning(|_| Ok(()));
    uploads.expect_finish().times(4).returning(|_| Ok(()));
    let service = service(uploads, taking_blobs(0));
    let held: Vec<_> = (0..3).map(|_| service.in_flight.begin(actor(1, 1, false).user_id).unwrap()).collect();
    let file = || incoming("a.txt", vec![Ok(Bytes::from_static(b"text"))]);
    assert_eq!(receive(&service, file()).await.unwrap_err().code(), "rate_limited");
    drop(held);
    for _ in 0..4 {
        assert!(receive(&service, file()).await.is_ok(), "a finished upload stops counting");
    }
    assert!(service.in_flight.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn quota_refuses_tickets_and_uploads() {
    for unattached in [Unattached { files: 100, bytes: 0 }, Unattached { files: 1, bytes: 500 * 1024 * 1024 }] {
        let full = service(uploads_of(issued(UploadStatus::Issued), unattached), MockBlobs::new());
        assert_eq!(
            full.request(&context(), &actor(1, 1, false), UploadKind::File).await.unwrap_err().code(),
            "upload_quota"
        );
        let refused = receive(&full, incoming("a.txt", vec![])).await.unwrap_err();
        assert_eq!(refused.code(), "upload_quota");
        assert!(refused.to_string().contains("100 files or 500 MB"), "{refused}");
    }
}

async fn claim(status: UploadStatus, refusal: Option<&str>, claims: usize, url: &str) -> Result<FilePath, FileError> {
    let upload = Upload { refusal: refusal.map(str::to_owned), ..issued(status) };
    let mut uploads = uploads(upload);
    uploads.expect_claim().times(claims).returning(|_| Ok(()));
    let service = service(uploads, MockBlobs::new());
    service.claim(&context(), &actor(1, 1, false), url).await.map(|upload| upload.path())
}

#[tokio::test]
async fn claim_accepts_only_the_callers_ticket_and_fetches_nothing() {
    let path = format!("/api/objects/upload/{}", ticket().expose());
    for url in &[format!("{path}?filename=a.txt"), path.clone()] {
        let claimed = claim(UploadStatus::Stored, None, 1, url).await.unwrap();
        assert_eq!(claimed.to_string(), format!("/objects/{}", numbered(50)));
    }
    assert!(claim(UploadStatus::Final, None, 0, &path).await.is_ok(), "claiming again is not an error");
    for foreign in [format!("http://169.254.169.254{path}"), "/etc/passwd".to_owned(), String::new()] {
        assert_eq!(claim(UploadStatus::Stored, None, 0, &foreign).await.unwrap_err().code(), "validation_failed");
    }
    let unknown = "/api/objects/upload/unknown";
    assert_eq!(claim(UploadStatus::Stored, None, 0, unknown).await.unwrap_err().code(), "not_found");
    for (status, refusal, code) in [
        (UploadStatus::Issued, None, "not_uploaded"),
        (UploadStatus::Refused, Some("unsupported_type"), "unsupported_type"),
        (UploadStatus::Refused, Some("password_protected"), "unsupported_type"),
        (UploadStatus::Refused, Some("too_large"), "too_large"),
        (UploadStatus::Deleted, None, "not_found"),
    ] {
        assert_eq!(claim(status, refusal, 0, &path).await.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn a_ticket_is_issued_and_recorded() {
    let mut uploads = uploads(issued(UploadStatus::Issued));
    uploads
        .expect_issue()
        .times(1)
        .withf(|upload| {
            upload.change().status == UploadStatus::Issued
                && upload.change().ticket_fingerprint == ticket().fingerprint()
                && upload.entry().action == Action::UploadRequested
        })
        .returning(|_| Ok(()));
    let service = service(uploads, MockBlobs::new());
    assert_eq!(service.request(&context(), &actor(1, 1, false), UploadKind::File).await.unwrap(), ticket());
    let mut emergency = actor(1, 5, true);
    emergency.user_id = UserId::EmergencyAccess;
    assert_eq!(
        service.request(&context(), &emergency, UploadKind::File).await.unwrap_err().code(),
        "protected_account"
    );
}

/// A store with these bytes under the key of the upload, which records the keys that are written and deleted.
fn recording_blobs(log: &Arc<Mutex<Vec<String>>>) -> MockBlobs {
    let mut blobs = MockBlobs::new();
    let (puts, deletes) = (Arc::clone(log), Arc::clone(log));
    blobs.expect_put().returning(move |key, mut body| {
        puts.lock().unwrap().push(format!("put {key}"));
        futures_util::FutureExt::now_or_never(async move {
            let mut size = 0;
            while let Some(piece) = body.next().await {
                size += piece.map_err(BlobError::Interrupted)?.len() as u64;
            }
            Ok(StoredBlob { size })
        })
        .unwrap()
    });
    blobs.expect_get().returning(|_, _| Ok(body(vec![Ok(Bytes::from_static(b"raw"))])));
    blobs.expect_delete().returning(move |key| {
        deletes.lock().unwrap().push(format!("delete {key}"));
        Ok(())
    });
    blobs
}

fn picture_upload() -> Upload {
    Upload { kind: UploadKind::Picture, ..issued(UploadStatus::Issued) }
}

#[tokio::test]
async fn a_picture_is_stored_as_its_reader_encodes_it() {
    let mut uploads = uploads(picture_upload());
    expect_finish(&mut uploads, UploadStatus::Stored, None);
    let log = Arc::default();
    let mut reader = MockPictureReader::new();
    reader.expect_prepare().times(1).withf(|account, _| *account == Some(actor(1, 1, false).user_id)).returning(
        |_, mut bytes| {
            let raw = futures_util::FutureExt::now_or_never(bytes.next()).unwrap().unwrap().unwrap();
            assert_eq!(raw, "raw");
            Ok(PreparedPicture {
                pixels: Pixels { width: 600, height: 400 },
                format: PictureFormat::Png,
                full: Bytes::from_static(b"full"),
                medium: None,
                small: Some(Bytes::from_static(b"small")),
                place: None,
            })
        },
    );
    let service = Uploads { pictures: Arc::new(reader), ..service(uploads, recording_blobs(&log)) };
    let stored = receive(&service, incoming("gate.webp", vec![Ok(Bytes::from_static(b"raw"))])).await.unwrap();
    assert_eq!((stored.filename.as_deref(), stored.content_type.as_deref()), (Some("gate.png"), Some("image/png")));
    assert_eq!((stored.size, stored.pixels), (Some(4), Some(Pixels { width: 600, height: 400 })));
    assert_eq!(stored.sha256, Some(hex::encode(Sha256::digest(b"full"))));
    let key = format!("uploads/{}", numbered(50));
    assert_eq!(*log.lock().unwrap(), [format!("put {key}"), format!("put {key}.small"), format!("put {key}")]);
}

#[tokio::test]
async fn a_picture_for_which_there_is_no_place_can_be_sent_again_in_a_minute() {
    let mut uploads = uploads(picture_upload());
    expect_finish(&mut uploads, UploadStatus::Refused, Some("upload_interrupted"));
    let log = Arc::default();
    let mut reader = MockPictureReader::new();
    reader.expect_prepare().returning(|_, _| Err(PictureError::Busy));
    let service = Uploads { pictures: Arc::new(reader), ..service(uploads, recording_blobs(&log)) };
    let refused = receive(&service, incoming("gate.png", vec![Ok(Bytes::from_static(b"raw"))])).await.unwrap_err();
    assert_eq!((refused.code(), refused.facts().retry_after), ("pictures_busy", Some(Duration::from_mins(1))));
    assert!(log.lock().unwrap().iter().any(|line| line.starts_with("delete ")));
}

#[tokio::test]
async fn nothing_of_a_refused_picture_is_stored() {
    let mut uploads = uploads(picture_upload());
    expect_finish(&mut uploads, UploadStatus::Refused, Some("damaged_picture"));
    let log = Arc::default();
    let mut reader = MockPictureReader::new();
    reader.expect_prepare().returning(|_, _| Err(PictureError::Refused(Refusal::DamagedPicture)));
    let service = Uploads { pictures: Arc::new(reader), ..service(uploads, recording_blobs(&log)) };
    let refused = receive(&service, incoming("gate.png", vec![Ok(Bytes::from_static(b"raw"))])).await.unwrap_err();
    assert_eq!(refused.code(), "damaged_picture");
    let key = format!("uploads/{}", numbered(50));
    let sizes = ["", ".small", ".medium"].map(|size| format!("delete {key}{size}"));
    assert_eq!(log.lock().unwrap()[1..], sizes);
}
