//! Uploads: a ticket for one file, and the path of the uploaded file.

use crate::file::{Attachment, FilePath, PictureSize};
use crate::picture::Pixels;
use facility_kernel::{Timestamp, Token, UploadId, UserId};
use std::time::Duration;

/// Maximum size of a file, 10 MiB.
pub const MAX_FILE_BYTES: u64 = 10_485_760;
/// How long a ticket is valid.
pub const TICKET_LIFETIME: Duration = Duration::from_mins(15);

/// Maximum number of concurrent uploads per user and node.
pub const MAX_IN_FLIGHT: u32 = 3;
/// Maximum number of uploaded files without a submission per user.
pub const MAX_UNATTACHED_FILES: u64 = 100;
/// Maximum total size of those files, 500 MiB.
pub const MAX_UNATTACHED_BYTES: u64 = 500 * 1024 * 1024;
/// How long a file that nothing uses is kept, so that its uploader can submit it.
pub const UNUSED_FILE_RETENTION: Duration = Duration::from_hours(24);
/// How long the file of a rejected submission is kept, so that its author can submit it again.
pub const REJECTED_FILE_RETENTION: Duration = Duration::from_hours(30 * 24);

/// Totals of a user's uploaded files without a submission, including uploads in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unattached {
    pub files: u64,
    /// Bytes received for these files.
    pub bytes: u64,
}

impl Unattached {
    /// Whether the quota allows another file of this size.
    pub const fn has_room_for(self, bytes: u64) -> bool {
        self.files < MAX_UNATTACHED_FILES && self.bytes.saturating_add(bytes) <= MAX_UNATTACHED_BYTES
    }
}

facility_kernel::named! {
    /// What an upload is for.
    pub enum UploadKind {
        /// A file that is attached to one record.
        File => "file",
        /// A picture that texts show.
        Picture => "picture",
    }
}

/// Marks a token as an upload ticket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfUpload {}

/// A ticket for one upload.
pub type UploadTicket = Token<OfUpload>;

facility_kernel::named! {
    /// The status of an upload. Each transition is a conditional update, so only one of two concurrent transitions
    /// succeeds.
    pub enum UploadStatus {
        /// The ticket is unused.
        Issued => "issued",
        /// Bytes are arriving, and the ticket is used up.
        Uploading => "uploading",
        /// The file is complete and has passed its checks.
        Stored => "stored",
        /// Its uploader claimed it, and a submission may hold it.
        Final => "final",
        /// The file was refused or interrupted. Nothing of it is stored.
        Refused => "refused",
        /// The file was deleted because nothing holds it any longer.
        Deleted => "deleted",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upload {
    /// The upload's id, which is also part of the object's key.
    pub id: UploadId,
    /// [`UploadTicket::fingerprint`].
    pub ticket_fingerprint: String,
    /// The user who may use the ticket and claim the file.
    pub owner_id: UserId,
    pub kind: UploadKind,
    pub status: UploadStatus,
    /// The file's name, without a folder.
    pub filename: Option<String>,
    /// The file's media type, from the fixed table of [`crate::kind::FileKind`], with the encoding if it is text.
    pub content_type: Option<String>,
    /// Number of bytes received.
    pub size: Option<i64>,
    pub sha256: Option<String>,
    /// Size in pixels. Only of pictures.
    pub pixels: Option<Pixels>,
    /// Why it was refused: the reason of a [`crate::refusal::Refusal`].
    pub refusal: Option<String>,
    pub created_at: Timestamp,
    /// When the ticket expires. Of a picture that a text no longer names, when it was removed from it. Unused uploads are
    /// kept for [`UNUSED_FILE_RETENTION`] from then on.
    pub expires_at: Timestamp,
}

impl Upload {
    /// Creates the upload of a file for this ticket.
    pub fn issue(id: UploadId, ticket: &UploadTicket, owner_id: UserId, now: Timestamp) -> Self {
        Self {
            id,
            ticket_fingerprint: ticket.fingerprint(),
            owner_id,
            kind: UploadKind::File,
            status: UploadStatus::Issued,
            filename: None,
            content_type: None,
            size: None,
            sha256: None,
            pixels: None,
            refusal: None,
            created_at: now,
            expires_at: now.plus(TICKET_LIFETIME),
        }
    }

    /// Returns the file's name, size and type, if it has arrived.
    pub fn attachment(&self) -> Option<Attachment> {
        Some(Attachment {
            name: self.filename.clone()?,
            size: u64::try_from(self.size?).ok()?,
            content_type: self.content_type.clone()?,
        })
    }

    pub const fn path(&self) -> FilePath {
        FilePath::of(self.id)
    }
}

/// How long after its bytes an upload's final row may be written, with a wide margin for clock differences.
pub const ORPHANED_AFTER: Duration = Duration::from_hours(24);

/// Returns the upload to which an object in the store belongs, as its file or a smaller size of its picture, and whether
/// the object is complete. `None` for objects of other origin.
///
/// While writing, the local store keeps the bytes under the key with `#` and a number appended.
pub fn owner_of_object(key: &str) -> Option<(UploadId, bool)> {
    let name = key.strip_prefix("uploads/")?;
    let (id, unfinished) = match name.split_once('#') {
        Some((id, number)) if number.chars().all(|digit| digit.is_ascii_digit()) => (id, true),
        Some(_) => return None,
        None => (name, false),
    };
    let id = id.rsplit_once('.').filter(|(_, size)| PictureSize::parse(size).is_some()).map_or(id, |(id, _)| id);
    Some((id.parse().ok()?, !unfinished))
}

/// Whether an object is orphaned: it is older than [`ORPHANED_AFTER`], and it is incomplete, its upload was abandoned,
/// or the database has no such upload.
///
/// Objects older than the database's first entry belong to another database: a newly created database must not delete
/// files that are in use.
pub fn is_orphan(
    written_at: Timestamp,
    is_whole: bool,
    upload: Option<UploadStatus>,
    database_since: Timestamp,
    now: Timestamp,
) -> bool {
    let is_old = written_at < now.minus(ORPHANED_AFTER);
    let is_useless = match upload {
        Some(UploadStatus::Refused | UploadStatus::Deleted) => true,
        Some(_) => !is_whole,
        None => written_at >= database_since,
    };
    is_old && is_useless
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    #[test]
    fn an_object_belongs_to_the_upload_its_key_names() {
        let id = UploadId::from_uuid(numbered(3));
        let key = FilePath::of(id).object_key();
        assert_eq!(owner_of_object(&key), Some((id, true)));
        assert_eq!(owner_of_object(&format!("{key}#12")), Some((id, false)));
        for key in FilePath::of(id).object_keys() {
            assert_eq!(owner_of_object(&key), Some((id, true)));
            assert_eq!(owner_of_object(&format!("{key}#3")), Some((id, false)));
        }
        for foreign in [
            "",
            "uploads/",
            "uploads/notes.txt",
            "other/x",
            &format!("{key}#a"),
            &format!("{key}/x"),
            &format!("{key}.x"),
        ] {
            assert_eq!(owner_of_object(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn old_unused_object_is_an_orphan() {
        let now = facility_kernel::testing::TEST_NOW;
        let (old, young) = (now.minus(ORPHANED_AFTER + Duration::from_secs(1)), now.minus(ORPHANED_AFTER));
        let since = old.minus(Duration::from_secs(1));
        for status in UploadStatus::ALL {
            let is_useless = matches!(status, UploadStatus::Refused | UploadStatus::Deleted);
            assert_eq!(is_orphan(old, true, Some(status), since, now), is_useless, "{status:?}");
            assert!(is_orphan(old, false, Some(status), since, now), "{status:?}");
            assert!(!is_orphan(young, true, Some(status), since, now), "{status:?}");
            assert!(!is_orphan(young, false, Some(status), since, now), "{status:?}");
        }
        assert!(is_orphan(old, true, None, since, now));
        assert!(is_orphan(old, true, None, old, now));
        assert!(!is_orphan(young, true, None, since, now));
        assert!(!is_orphan(old, true, None, young, now), "older than the database");
    }

    #[test]
    fn the_quota_holds_a_hundred_files_and_500_mib() {
        let held = |files, bytes| Unattached { files, bytes };
        assert!(held(99, 0).has_room_for(MAX_FILE_BYTES));
        assert!(!held(100, 0).has_room_for(0));
        assert!(held(49, 513_802_240).has_room_for(10_485_760));
        assert!(!held(49, 513_802_240).has_room_for(10_485_761));
    }

    #[test]
    fn statuses_round_trip_as_text() {
        let names = UploadStatus::ALL.map(UploadStatus::as_str);
        assert_eq!(names, ["issued", "uploading", "stored", "final", "refused", "deleted"]);
        assert_eq!(names.map(UploadStatus::parse), UploadStatus::ALL.map(Some));
        assert_eq!(UploadStatus::parse("lost"), None);
    }

    #[test]
    fn tickets_live_a_quarter_of_an_hour_and_unused_files_a_day() {
        assert_eq!(TICKET_LIFETIME.as_secs(), 900);
        assert_eq!((UNUSED_FILE_RETENTION.as_secs(), REJECTED_FILE_RETENTION.as_secs()), (86_400, 2_592_000));
        assert_eq!((MAX_IN_FLIGHT, MAX_FILE_BYTES), (3, 10_485_760));
    }

    #[test]
    fn ticket_is_stored_only_as_a_fingerprint() {
        let ticket = UploadTicket::from_bits([9; 32]);
        assert_eq!(UploadTicket::received(ticket.expose()).fingerprint(), ticket.fingerprint());
        assert!(!format!("{ticket:?}").contains(ticket.expose()));
    }
}
