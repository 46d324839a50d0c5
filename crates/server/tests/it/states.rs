//! Every operation on a document by every kind of caller, in every state of the document. A missing operation fails the
//! test.

use crate::archive::{archive, section};
use crate::caller::{Answer, Caller};
use crate::harness::{PASSWORD, Site, on_each_database};
use facility_infra::testing::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

on_each_database!(every_operation_returns_the_specified_status_to_every_caller_in_every_state);

/// Number of callers: an anonymous one, a user of level 2, a user of level 3, the document's owner at level 3, an owner
/// below the level of their own document, an administrator of level 2, and one of level 5. Every document has level 3.
const CALLERS: usize = 7;

/// The states of a document. `portioned` has a portion of level 4, `requested` has a request to archive it, and
/// `unknown` is an id without a document.
const STATES: [&str; 7] = ["published", "archived", "scheduled", "trashed", "portioned", "requested", "unknown"];

const NONE: &str = "00000000-0000-7000-8000-00000000ffff";

/// The expected statuses: an operation, states, and the status for each caller. Operations that only read come first.
const EXPECTED: &[(&str, &str, [u16; CALLERS])] = &[
    ("getDocument", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("getDocument", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("getDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("exportDocument", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("exportDocument", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("exportDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("listBacklinks", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("listBacklinks", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("listBacklinks", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("listComments", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("listComments", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("listComments", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("listVersions", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("listVersions", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("listVersions", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("compareVersions", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("compareVersions", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("compareVersions", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    // Only the owner and administrators learn the number of readers.
    ("getDocumentViews", "published archived portioned requested", [401, 403, 403, 200, 403, 403, 200]),
    ("getDocumentViews", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("getDocumentViews", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    // Nobody has a draft of an edit yet.
    ("getEditDraft", "published archived portioned requested", [401, 403, 403, 404, 403, 403, 403]),
    ("getEditDraft", "scheduled", [401, 404, 404, 404, 404, 403, 403]),
    ("getEditDraft", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    // The role is checked before the document. The access log requires no clearance, because it contains no text.
    ("getDocumentAccessLog", "published archived scheduled portioned requested", [401, 403, 403, 403, 403, 200, 200]),
    ("getDocumentAccessLog", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    // Owners delete with this operation, administrators with the next one, which requires no clearance.
    ("deleteDocument", "published archived portioned requested", [401, 403, 403, 204, 403, 403, 403]),
    ("deleteDocument", "scheduled", [401, 404, 404, 404, 404, 403, 403]),
    ("deleteDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("adminDeleteDocument", "published archived scheduled portioned requested", [401, 403, 403, 403, 403, 204, 204]),
    ("adminDeleteDocument", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    ("reclassifyDocument", "published archived scheduled portioned requested", [401, 403, 403, 403, 403, 403, 200]),
    ("reclassifyDocument", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    // The text lacks the marker of the portion that the owner cannot read.
    ("proposeEdit", "published archived requested", [401, 403, 403, 201, 403, 403, 403]),
    ("proposeEdit", "portioned", [401, 403, 403, 409, 403, 403, 403]),
    ("proposeEdit", "scheduled", [401, 404, 404, 404, 404, 403, 403]),
    ("proposeEdit", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("deleteEditDraft", "published archived portioned requested", [401, 403, 403, 404, 403, 403, 403]),
    ("deleteEditDraft", "scheduled", [401, 404, 404, 404, 404, 403, 403]),
    ("deleteEditDraft", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("saveEditDraft", "published archived portioned requested", [401, 403, 403, 200, 403, 403, 403]),
    ("saveEditDraft", "scheduled", [401, 404, 404, 404, 404, 403, 403]),
    ("saveEditDraft", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("createComment", "published archived portioned requested", [401, 403, 201, 201, 403, 403, 201]),
    ("createComment", "scheduled", [401, 404, 404, 404, 404, 403, 201]),
    ("createComment", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("completeReaders", "published archived portioned requested", [401, 403, 200, 200, 403, 403, 200]),
    ("completeReaders", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("completeReaders", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("watchDocument", "published archived portioned requested", [401, 403, 204, 204, 403, 403, 204]),
    ("watchDocument", "scheduled", [401, 404, 404, 404, 404, 403, 204]),
    ("watchDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("unwatchDocument", "published archived portioned requested", [401, 403, 204, 204, 403, 403, 204]),
    ("unwatchDocument", "scheduled", [401, 404, 404, 404, 404, 403, 204]),
    ("unwatchDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    // The user of level 3 wrote the comment; on the scheduled document, the administrator of level 5 did.
    ("editComment", "published archived portioned requested", [401, 403, 200, 403, 403, 403, 403]),
    ("editComment", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("editComment", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("deleteComment", "published archived portioned requested", [401, 403, 204, 403, 403, 403, 204]),
    ("deleteComment", "scheduled", [401, 404, 404, 404, 404, 403, 204]),
    ("deleteComment", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("requestArchive", "published portioned", [401, 403, 403, 202, 403, 403, 200]),
    ("requestArchive", "requested", [401, 403, 403, 409, 403, 403, 200]),
    ("requestArchive", "archived", [401, 403, 403, 409, 403, 403, 409]),
    ("requestArchive", "scheduled", [401, 404, 404, 404, 404, 403, 200]),
    ("requestArchive", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    // The owner cannot read every portion, and the scheduled document has only one version.
    ("revertDocument", "published archived requested", [401, 403, 403, 200, 403, 403, 200]),
    ("revertDocument", "portioned", [401, 403, 403, 409, 403, 403, 200]),
    ("revertDocument", "scheduled", [401, 404, 404, 404, 404, 403, 409]),
    ("revertDocument", "trashed unknown", [401, 404, 404, 404, 404, 404, 404]),
    ("unarchiveDocument", "archived", [401, 403, 403, 403, 403, 403, 200]),
    ("unarchiveDocument", "published scheduled portioned requested", [401, 403, 403, 403, 403, 403, 409]),
    ("unarchiveDocument", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    ("approveArchiveRequest", "requested", [401, 403, 403, 403, 403, 403, 200]),
    ("approveArchiveRequest", "published archived scheduled portioned", [401, 403, 403, 403, 403, 403, 409]),
    ("approveArchiveRequest", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    ("rejectArchiveRequest", "requested", [401, 403, 403, 403, 403, 403, 200]),
    ("rejectArchiveRequest", "published archived scheduled portioned", [401, 403, 403, 403, 403, 403, 409]),
    ("rejectArchiveRequest", "trashed unknown", [401, 403, 403, 403, 403, 404, 404]),
    ("restoreDocument", "trashed", [401, 403, 403, 403, 403, 403, 200]),
    (
        "restoreDocument",
        "published archived scheduled portioned requested unknown",
        [401, 403, 403, 403, 403, 404, 404],
    ),
    ("purgeDocument", "trashed", [401, 403, 403, 403, 403, 403, 204]),
    ("purgeDocument", "published archived scheduled portioned requested unknown", [401, 403, 403, 403, 403, 404, 404]),
];

/// The operations whose success changes the state of a document. Each needs its own document.
const CHANGES: [&str; 10] = [
    "reclassifyDocument",
    "deleteDocument",
    "adminDeleteDocument",
    "requestArchive",
    "revertDocument",
    "unarchiveDocument",
    "approveArchiveRequest",
    "rejectArchiveRequest",
    "restoreDocument",
    "purgeDocument",
];

/// A document in one of the states.
#[derive(Clone)]
struct Subject {
    id: String,
    comment: String,
}

/// The callers and the section with which documents are created.
struct DocumentFactory<'a> {
    admin: &'a Caller<'a>,
    commenter: &'a Caller<'a>,
    section: &'a str,
}

impl DocumentFactory<'_> {
    /// Creates a document of this owner, with a comment, in this state. Documents that their owner can edit have two
    /// versions.
    async fn make(&self, owner: &Caller<'_>, state: &str) -> Subject {
        let none = || NONE.to_owned();
        if state == "unknown" {
            return Subject { id: none(), comment: none() };
        }
        let (secret, bar) = match state {
            "portioned" => ("\n:::level 4\nA key.\n:::\n", "\n:::withheld 4\n:::\n"),
            _ => ("", ""),
        };
        let lore = |text: String| json!({ "title": "Lantern", "content": text, "category": "SITE" });
        let sent = owner.post("/api/submissions", lore(format!("It burns.{secret}"))).await;
        let mut review = json!({ "status": "approved", "clearanceLevel": 3 });
        if state == "scheduled" {
            review["scheduledReleaseAt"] = json!("2199-01-01T00:00:00Z");
        }
        let path = format!("/api/admin/submissions/{}", sent.text("id"));
        let id = done(&self.admin.patch(&path, review).await).text("documentId");
        let path = format!("/api/documents/{id}");
        if state != "scheduled" {
            let mut edit = lore(format!("It burns brightly.{bar}"));
            edit["clearanceLevel"] = json!(3);
            let edit = done(&owner.post(&format!("{path}/edit"), edit).await).text("id");
            let edit = format!("/api/document-edits/{edit}");
            done(&self.admin.patch(&edit, json!({ "status": "approved" })).await);
        }
        let commenter = if state == "scheduled" { self.admin } else { self.commenter };
        let comment = done(&commenter.post(&format!("{path}/comments"), json!({ "content": "Seen" })).await).text("id");
        match state {
            "archived" => archive(self.admin, &id, self.section).await,
            "requested" => {
                let body = json!({ "sectionId": self.section });
                done(&owner.post(&format!("{path}/request-archive"), body).await);
            }
            "trashed" => assert_eq!(owner.delete(&path).await.status, 204),
            _ => {}
        }
        Subject { id, comment }
    }
}

fn done(answer: &Answer) -> &Answer {
    assert!(answer.status < 300, "{}", answer.body);
    answer
}

/// Calls an operation on a document.
async fn call(
    caller: &Caller<'_>,
    operations: &BTreeMap<String, (Method, String)>,
    (operation, subject, section): (&str, &Subject, &str),
) -> Answer {
    let (method, path) = &operations[operation];
    let Subject { id, comment } = subject;
    // The first version of a document has the document's id.
    let mut path =
        path.replace("{id}", id).replace("{documentId}", id).replace("{commentId}", comment).replace("{versionId}", id);
    if operation == "completeReaders" {
        path.push_str("?q=a");
    }
    if operation == "compareVersions" {
        path = format!("{path}?from={id}&to={id}");
    }
    let body = match operation {
        _ if *method == Method::GET => return caller.get(&path).await,
        "proposeEdit" => {
            json!({ "title": "Lantern", "content": "It is out.", "category": "SITE", "clearanceLevel": 3 })
        }
        "createComment" | "editComment" => json!({ "content": "Seen again" }),
        "requestArchive" => json!({ "sectionId": section }),
        "reclassifyDocument" => {
            let record = format!("/api/documents/{id}");
            let version = caller.get(&record).await.body["version"].as_i64().unwrap_or(1);
            json!({ "category": "OTHER", "reason": "Misfiled", "version": version })
        }
        _ => json!({}),
    };
    caller.json(method.clone(), &path, body).await
}

/// Returns the operations on a document by their ids, from the description of the API.
fn operations_of(contract: &Value) -> BTreeMap<String, (Method, String)> {
    let mut operations = BTreeMap::new();
    for (path, item) in contract["paths"].as_object().unwrap() {
        let of_document = ["/documents/{id}", "/trash/{id}", "{documentId}"];
        if !of_document.iter().any(|part| path.contains(part)) {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase().parse().unwrap();
            operations.insert(operation["operationId"].as_str().unwrap().to_owned(), (method, path.clone()));
        }
    }
    operations
}

async fn every_operation_returns_the_specified_status_to_every_caller_in_every_state(database: TestDatabase) {
    let site = Site::start(database).await;
    let admin = site.administrator().await;
    let contract = admin.get("/api/openapi.json").await.body;
    let operations = operations_of(&contract);
    let mut cases = BTreeSet::new();
    for (operation, states, _) in EXPECTED {
        for state in states.split(' ') {
            assert!(cases.insert((operation.to_string(), state)), "{operation} twice for {state}");
        }
    }
    let all = operations.keys().flat_map(|name| STATES.map(|state| (name.clone(), state)));
    assert_eq!(cases, all.collect(), "expect a status for every operation and state");

    let section = section(&admin, "Amber").await;
    let (below, peer) = (site.user(&admin, "below", 2).await, site.user(&admin, "peer", 3).await);
    let (owner, lowered) = (site.user(&admin, "owner", 3).await, site.user(&admin, "lowered", 3).await);
    let low_admin = site.user(&admin, "low-admin", 2).await;
    let account = async |caller: &Caller<'_>, change: &str, body: Value| {
        let id = caller.get("/api/user").await.text("id");
        done(&admin.patch(&format!("/api/admin/users/{id}/{change}"), body).await);
    };
    account(&low_admin, "make-admin", json!({})).await;
    let makers = DocumentFactory { admin: &admin, commenter: &peer, section: &section };
    let mut shared = BTreeMap::new();
    for state in STATES {
        let own = makers.make(&lowered, state).await;
        shared.insert(state, (makers.make(&owner, state).await, own));
    }
    account(&lowered, "update-clearance", json!({ "clearanceLevel": 2, "accessKey": "subject" })).await;
    // The change of the level ended their sessions.
    let lowered = site.sign_in("lowered", PASSWORD).await;
    let callers = [&site.anonymous(), &below, &peer, &owner, &lowered, &low_admin, &admin].map(Caller::clone);
    // Ignore that the administrator now watches the document that they commented on.
    let read = async |id: &str| {
        let mut document = admin.get(&format!("/api/documents/{id}")).await.body;
        for of_reader in ["isWatched", "mark", "openedVersion"] {
            document.as_object_mut().unwrap().remove(of_reader);
        }
        document
    };
    let mut before = Vec::new();
    for (of_owner, of_lowered) in shared.values() {
        before.extend([read(&of_owner.id).await, read(&of_lowered.id).await]);
    }

    let mut wrong = Vec::new();
    for (operation, states, statuses) in EXPECTED {
        for state in states.split(' ') {
            for (kind, (caller, expected)) in callers.iter().zip(statuses).enumerate() {
                let (of_owner, of_lowered) = &shared[state];
                let subject = match kind {
                    _ if *expected < 300 && CHANGES.contains(operation) => makers.make(&owner, state).await,
                    4 => of_lowered.clone(),
                    _ => of_owner.clone(),
                };
                let answer = call(caller, &operations, (operation, &subject, &section)).await;
                if answer.status != *expected {
                    let caller = ["nobody", "below", "at level", "owner", "lowered owner", "low admin", "admin"][kind];
                    wrong.push(format!(
                        "{operation}, {state}, by {caller}: {} instead of {expected}: {}",
                        answer.status, answer.body
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    // A refusal changes nothing.
    let mut after = Vec::new();
    for (of_owner, of_lowered) in shared.values() {
        after.extend([read(&of_owner.id).await, read(&of_lowered.id).await]);
    }
    assert_eq!(before, after);
}
