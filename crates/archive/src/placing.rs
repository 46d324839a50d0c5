//! The rule for who may archive a document, request it, decide a request, and take a document out. Pure. Missing rights
//! (403) are reported before a conflicting state (409).

use crate::error::ArchiveError;
use facility_documents::document::{ArchiveRequest, Document, Placement};
use facility_documents::visibility::{Decision, decide};
use facility_kernel::{Actor, AdminActor, DocumentId, SectionId, Timestamp, UserId};
use facility_users::news::Notification;
use facility_users::ports::Administrator;

/// A change to a document's placement. Written only if the document is still in the state on which the decision is
/// based.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementChange {
    pub document: DocumentId,
    /// The version on which the decision is based.
    pub version: i32,
    /// The placement on which the decision is based.
    pub before: Placement,
    /// The new placement.
    pub after: Placement,
    /// Notification to the requester that the request was decided.
    pub news: Option<Notification>,
}

/// An administrator's decision on a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestDecision {
    /// Archive the document in the requested section.
    Approve,
    /// Keep the document in the repository.
    Reject,
}

/// Checks whether this user may archive the document or request it, whatever its state. Owners and administrators below
/// the document's level may not.
///
/// Errors: `not_found`, `insufficient_clearance`, `owner_only`.
pub fn may_archive(actor: &Actor, document: &Document, now: Timestamp) -> Result<(), ArchiveError> {
    match decide(actor, document, now) {
        Decision::Hidden => Err(ArchiveError::NotFound),
        Decision::Denied { required } => Err(ArchiveError::InsufficientClearance { required }),
        Decision::Allowed if actor.is_admin || document.owner == actor.user_id => Ok(()),
        Decision::Allowed => Err(ArchiveError::OwnerOnly),
    }
}

/// Returns the document's placement after this user asks to archive it in `section`. An administrator archives it
/// immediately, which settles a pending request; its owner requests it.
///
/// Errors: those of [`may_archive`], `already_archived`, `already_requested`.
pub fn archive(
    actor: &Actor,
    document: &Document,
    section: SectionId,
    now: Timestamp,
) -> Result<Placement, ArchiveError> {
    may_archive(actor, document, now)?;
    let by = actor.user_id;
    match document.placement {
        Placement::Archived { .. } => Err(ArchiveError::AlreadyArchived),
        Placement::Repository { .. } if actor.is_admin => Ok(Placement::Archived { section, at: now, by }),
        Placement::Repository { archive_request: Some(_) } => Err(ArchiveError::AlreadyRequested),
        Placement::Repository { archive_request: None } => {
            Ok(Placement::Repository { archive_request: Some(ArchiveRequest { section, at: now, by }) })
        }
    }
}

/// Whether another administrator must decide a request of `requester`, because the reader made it.
pub fn is_for_another(requester: UserId, reader: UserId, administrators: &[Administrator]) -> bool {
    requester == reader && administrators.iter().any(|other| other.id != reader)
}

/// Returns the document's placement after an administrator decides its request, and the request.
///
/// Errors: `insufficient_clearance`, `self_review`, `no_request`.
pub fn review(
    actor: &AdminActor,
    document: &Document,
    decision: RequestDecision,
    administrators: &[Administrator],
    now: Timestamp,
) -> Result<(Placement, ArchiveRequest), ArchiveError> {
    may_archive(actor, document, now)?;
    let request = document.placement.archive_request().copied().ok_or(ArchiveError::NoRequest)?;
    if is_for_another(request.by, actor.user_id, administrators) {
        return Err(ArchiveError::SelfReview);
    }
    let after = match decision {
        RequestDecision::Approve => Placement::Archived { section: request.section, at: now, by: actor.user_id },
        RequestDecision::Reject => Placement::REPOSITORY,
    };
    Ok((after, request))
}

/// Returns the document's placement after an administrator takes it out of the archive.
///
/// Errors: `insufficient_clearance`, `not_archived`.
pub fn unarchive(actor: &AdminActor, document: &Document, now: Timestamp) -> Result<Placement, ArchiveError> {
    may_archive(actor, document, now)?;
    if document.placement.is_archived() { Ok(Placement::REPOSITORY) } else { Err(ArchiveError::NotArchived) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_documents::visibility::testing::{document, released_at};
    use facility_kernel::testing::{TEST_NOW, actor, admin, emergency_access, numbered};
    use facility_kernel::{Clearance, DomainError as _};
    use std::fmt::Write as _;

    fn section() -> SectionId {
        SectionId::from_uuid(numbered(40))
    }

    fn requested(level: i64, by: u64) -> Document {
        let request = ArchiveRequest { section: section(), at: TEST_NOW, by: UserId::Account(numbered(by)) };
        Document { placement: Placement::Repository { archive_request: Some(request) }, ..document(1, level, by) }
    }

    fn administrators(accounts: &[u64]) -> Vec<Administrator> {
        let listed = |n: &u64| Administrator { id: UserId::Account(numbered(*n)), clearance: Clearance::MAX };
        accounts.iter().map(listed).collect()
    }

    fn outcome(result: Result<Placement, ArchiveError>) -> String {
        match result {
            Ok(Placement::Archived { .. }) => "archived".to_owned(),
            Ok(Placement::Repository { archive_request: Some(_) }) => "requested".to_owned(),
            Ok(Placement::Repository { archive_request: None }) => "in the repository".to_owned(),
            Err(error) => error.code().to_owned(),
        }
    }

    /// Every kind of caller with every state of a document of level 3, one case per line, so that a changed rule shows
    /// every case that it affects.
    #[test]
    fn the_matrix_of_archiving() {
        let states: [(&str, Document); 4] = [
            ("in the repository", document(1, 3, 1)),
            ("requested", requested(3, 1)),
            ("archived", document(1, 3, 1).archived()),
            ("unreleased", released_at(1, 3, 1)),
        ];
        let mut matrix = String::new();
        for (state, document) in &states {
            for (who, n, is_admin) in
                [("owner", 1, false), ("other", 2, false), ("admin", 2, true), ("owner and admin", 1, true)]
            {
                for level in [2, 3] {
                    let actor = actor(n, level, is_admin);
                    let result = outcome(archive(&actor, document, section(), TEST_NOW));
                    write!(matrix, "{state:17} | {who:15} of level {level} | archive: {result:22}").unwrap();
                    if is_admin {
                        let admin = admin(n, level);
                        let others = administrators(&[1, 2]);
                        for (name, decision) in
                            [("approve", RequestDecision::Approve), ("reject", RequestDecision::Reject)]
                        {
                            let result = review(&admin, document, decision, &others, TEST_NOW);
                            write!(matrix, " | {name}: {:22}", outcome(result.map(|(after, _)| after))).unwrap();
                        }
                        let result = outcome(unarchive(&admin, document, TEST_NOW));
                        write!(matrix, " | unarchive: {result}").unwrap();
                    }
                    matrix.truncate(matrix.trim_end().len());
                    matrix.push('\n');
                }
            }
        }
        insta::assert_snapshot!(matrix);
    }

    #[test]
    fn an_approval_archives_in_the_requested_section() {
        let (after, request) =
            review(&admin(2, 3), &requested(3, 1), RequestDecision::Approve, &administrators(&[2]), TEST_NOW).unwrap();
        let by = admin(2, 3).user_id;
        assert_eq!(after, Placement::Archived { section: section(), at: TEST_NOW, by });
        assert_eq!(request.by, UserId::Account(numbered(1)));
    }

    #[test]
    fn only_a_single_administrator_decides_about_their_own_request() {
        let own = requested(1, 1);
        let decided =
            |others: &[u64]| review(&admin(1, 5), &own, RequestDecision::Reject, &administrators(others), TEST_NOW);
        assert_eq!(decided(&[1, 2]).unwrap_err().code(), "self_review");
        assert!(decided(&[1]).is_ok());
    }

    #[test]
    fn emergency_access_archives_as_administrators_do() {
        let archived = archive(&emergency_access(), &document(1, 5, 1), section(), TEST_NOW).unwrap();
        assert_eq!(archived, Placement::Archived { section: section(), at: TEST_NOW, by: UserId::EmergencyAccess });
    }
}
