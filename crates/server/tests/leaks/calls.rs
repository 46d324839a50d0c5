//! The read operations that a reader calls. Every GET operation of the API description is classified here; a missing
//! one fails the tests.

use crate::archive::Archive;
use crate::chance::Chance;
use serde_json::Value;
use std::collections::BTreeSet;

/// The operations that a reader calls for every pair.
const READ: [&str; 26] = [
    "completeReaders",
    "compareVersions",
    "downloadObject",
    "getFileText",
    "exportDocument",
    "getBoard",
    "getDocument",
    "getDocumentViews",
    "getDraft",
    "getEditDraft",
    "getOwnEdit",
    "getOwnSubmission",
    "listArchiveSections",
    "listArchivedDocuments",
    "listBacklinks",
    "listComments",
    "listDocuments",
    "listDrafts",
    "listNotifications",
    "listOwnEdits",
    "listOwnPendingEdits",
    "listOwnSubmissions",
    "listTemplates",
    "listTimedOut",
    "listVersions",
    "suggestWords",
];
/// The operations for administrators: every reader gets the same refusal, which is compared as well.
const REFUSED: [&str; 30] = [
    "exportAuditLog",
    "exportInstallation",
    "getActivityAnalytics",
    "getAnalyticsSeries",
    "getAuditCheckpoint",
    "getDocumentAccessLog",
    "getDocumentEdit",
    "getMail",
    "getSecurityAnalytics",
    "getSecuritySummary",
    "getSiteSettings",
    "compareSubmission",
    "getSubmissionCase",
    "getSystemAnalytics",
    "listActiveSessions",
    "listLockedNames",
    "listAllDocuments",
    "listArchiveRequests",
    "listAuditActions",
    "listAuditLogs",
    "listDeadlineReminders",
    "listDocumentEdits",
    "listMail",
    "listPendingSubmissions",
    "listRecentLogins",
    "listSecurityAlerts",
    "listSuspiciousLogins",
    "listTrash",
    "listUsers",
    "verifyAuditLog",
];
/// The operations that read no record: those for the reader's own account and sessions, the health of the site, its
/// lock, and the API description.
const OF_NO_RECORD: [&str; 9] = [
    "getCurrentUser",
    "getDocs",
    "getHealth",
    "getLiveness",
    "getMailSettings",
    "getOpenapi",
    "getReadiness",
    "getSiteLockStatus",
    "listOwnSessions",
];
/// The operation that returns the reader's own records as a compressed file. It is unpacked before the comparison, and
/// compared less often than the others.
const UNPACKED: [&str; 1] = ["exportOwnRecords"];
/// The path of [`UNPACKED`].
pub const EXPORT: &str = "/api/user/export";

/// An id that no record has.
const NONE: &str = "00000000-0000-4000-8000-00000000ffff";

/// Returns the paths of the administrators' operations. Fails if an operation is not classified, or no longer exists.
pub fn refused_paths(described: &Value) -> Vec<String> {
    let mut paths = Vec::new();
    let mut operations = BTreeSet::new();
    for (path, item) in described["paths"].as_object().unwrap() {
        let Some(operation) = item["get"]["operationId"].as_str() else { continue };
        operations.insert(operation);
        if REFUSED.contains(&operation) {
            let filled = path.split('/').map(|part| if part.starts_with('{') { NONE } else { part });
            paths.push(filled.collect::<Vec<_>>().join("/"));
        }
    }
    let classified: BTreeSet<&str> = READ.into_iter().chain(REFUSED).chain(OF_NO_RECORD).chain(UNPACKED).collect();
    assert_eq!(operations, classified, "classify every reading operation in tests/leaks/calls.rs");
    paths
}

/// Number of administrators' operations that the reader calls after each round of events, in turn.
const REFUSED_AT_ONCE: usize = 3;

/// Returns the calls of one reader after this round of events. The choices are the same for both archives of a pair.
pub fn readings(archive: &Archive, chance: &mut Chance, refused: &[String], round: usize) -> Vec<String> {
    let (level, above) = (archive.level, archive.level + 1);
    let words = chance.words(1);
    let misspelt = chance.one_of(&["lantren", "celar", "obsidain", "meridiam", "wardne", "gardenn"]);
    let query = chance.one_of(&[
        "is%3Aarchived",
        "is%3Aarchived+lantern",
        "author%3Aadministrator+brass",
        "after%3A2020-01-01+-cellar",
        "lantern+-obsidian",
        "%22brass+lantern%22",
        "category%3Aincident+signal",
    ]);
    let section = &archive.sections[chance.below(archive.sections.len())];
    let known = &archive.known;
    let mut paths = vec![
        "/api/documents".to_owned(),
        "/api/documents?limit=3".to_owned(),
        "/api/documents?limit=2&skip=2&view=summary".to_owned(),
        format!("/api/documents?level={level}&limit=4"),
        format!("/api/documents?level={above}"),
        format!("/api/documents?category={}&view=summary", chance.one_of(&["INCIDENT", "OTHER", "ENTITY"])),
        format!("/api/documents?q={}&view=summary&limit=4", words.replace(' ', "+")),
        format!("/api/documents?q={query}&view=summary&limit=10"),
        format!("/api/documents?q={}&sort=newest", chance.one_of(&["obsidian", "meridian", "obs", "lant"])),
        format!("/api/documents/suggestions?q={misspelt}"),
        format!("/api/documents/suggestions?q={}", chance.one_of(&["obsidian", "lintern", "latern"])),
        format!("/api/documents?id={}", label(known)),
        format!("/api/documents/{known}"),
        format!("/api/documents/{known}/export"),
        format!("/api/documents/{known}/versions"),
        format!("/api/documents/{known}/comments"),
        format!("/api/documents/{known}/backlinks"),
        format!("/api/documents/{known}/edit-draft"),
        format!("/api/documents/{known}/views"),
        format!("/api/documents/{known}/versions/compare?from={known}&to={known}"),
        "/api/archive/sections".to_owned(),
        format!("/api/archive/documents/{section}"),
        format!("/api/archive/documents/{section}?limit=2&view=summary"),
        "/api/templates".to_owned(),
        "/api/user/board".to_owned(),
        "/api/user/notifications".to_owned(),
        "/api/user/submissions".to_owned(),
        "/api/user/pending-edits".to_owned(),
        format!("/api/user/submissions/{NONE}"),
        "/api/user/edits".to_owned(),
        format!("/api/user/edits/{NONE}"),
        "/api/user/timed-out".to_owned(),
        "/api/user/drafts".to_owned(),
        format!("/api/user/drafts/{NONE}"),
        format!("/objects/{NONE}"),
        format!("/objects/{}", archive.hidden_picture),
        format!("/objects/{}?size=small", archive.hidden_picture),
        archive.hidden_file.clone(),
        format!("/api{}/text", archive.hidden_file),
        format!("/api/objects/{NONE}/text"),
    ];
    paths.extend(refused.iter().cycle().skip(REFUSED_AT_ONCE * round).take(REFUSED_AT_ONCE).cloned());
    let discussed = if archive.discussed.is_empty() { NONE } else { &archive.discussed };
    paths.push(format!("/api/documents/{discussed}/comments"));
    paths.push(format!("/api/documents/{discussed}/readers?q=a"));
    if let Some(record) = archive.below.get(chance.below(archive.below.len().max(1))) {
        let id = &record.id;
        paths.push(format!("/api/documents/{id}"));
        paths.push(format!("/api/documents/{id}/export"));
        paths.push(format!("/api/documents?id={}", label(id)));
        paths.push(format!("/api/documents/{id}/versions"));
        paths.push(format!("/api/documents/{id}/versions?view=summary&limit=1"));
        paths.push(format!("/api/documents/{id}/versions/compare?from={id}&to={id}"));
        paths.push(format!("/api/documents/{id}/backlinks"));
    }
    // Opening a document is recorded in the background and then changes lists and notifications, so read those first.
    paths.sort_by_key(|path| path.starts_with("/api/documents/") && !path.contains("/suggestions"));
    paths
}

/// Returns the longest short label of a record, so that it names one record.
fn label(id: &str) -> String {
    id.replace('-', "").chars().take(12).collect()
}
