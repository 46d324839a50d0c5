//! Tests of reclassifying documents.

use super::*;
use crate::ports::MockEditRepository;
use facility_audit::access::MockAccessLog;
use facility_documents::ports::MockDocumentRepository;
use facility_documents::text::Category;
use facility_documents::view::testing::record;
use facility_documents::visibility::testing::document;
use facility_kernel::testing::{SequentialIds, TEST_NOW, admin, context, emergency_access};
use facility_kernel::{Clearance, DomainError as _};
use facility_users::mail::testing::reachable;
use facility_users::news::NewsKind;
use facility_users::ports::MockUserRepository;
use facility_users::user::User;

fn level(level: i64) -> Clearance {
    Clearance::parse(level).unwrap()
}

/// The service with document 1 of level 2 and this content, owned by account 9 of level 3.
fn service(content: &str, edits: MockEditRepository) -> Reclassifications {
    let record = record(document(1, 2, 9).saying(content));
    let mut documents = MockDocumentRepository::new();
    documents.expect_find().returning(move |_| Ok(Some(record.clone())));
    let mut users = MockUserRepository::new();
    users.expect_find().returning(|_| Ok(Some(User { clearance_level: level(3), ..reachable(9) })));
    let ids: Arc<dyn IdGenerator> = Arc::new(SequentialIds::default());
    Reclassifications {
        edits: Arc::new(edits),
        reading: Documents::over(documents, MockAccessLog::new()),
        users: Arc::new(users),
        ids,
    }
}

fn wanted(clearance: i64, category: Category) -> Classification {
    Classification {
        clearance: Some(level(clearance)),
        category: Some(category),
        reason: " It names the gate. ".to_owned(),
        version: 1,
    }
}

async fn refusal(content: &str, actor: &AdminActor, wanted: Classification) -> &'static str {
    let service = service(content, MockEditRepository::new());
    service.reclassify(&context(), actor, document(1, 2, 9).id, wanted).await.unwrap_err().code()
}

#[tokio::test]
async fn a_new_level_is_a_version_with_its_reason_and_the_owner_is_told() {
    for (raised_to, says_level) in [(3, false), (4, true)] {
        let mut edits = MockEditRepository::new();
        edits.expect_reclassify().times(1).returning(move |change| {
            let Reclassification { revision, news } = change.change();
            assert_eq!((revision.before, revision.after.version), (1, 2));
            assert_eq!(revision.description.as_deref(), Some("It names the gate."));
            assert_eq!(revision.after.text.category, Category::Incident);
            let news = news.as_ref().unwrap();
            assert_eq!((news.kind, news.recipient), (NewsKind::Reclassified, document(1, 2, 9).owner));
            let message = format!(
                "user-2 reclassified your record \"Document 1\", L2 to L{raised_to}, ENTITY to INCIDENT: It names the gate."
            );
            assert_eq!(news.message(), message);
            let details = change.entry().details.to_json().unwrap_or_default();
            for part in ["\"fromLevel\":2", "\"toCategory\":\"INCIDENT\"", "\"version\":2"] {
                assert!(details.contains(part), "{details}");
            }
            assert!(!details.contains("gate"), "{details}");
            let mail = change.mail().first().unwrap();
            assert_eq!(mail.body.contains("above your level, at level 4"), says_level, "{}", mail.body);
            assert_eq!(matches!(mail.about, MailSubject::Account(_)), says_level);
            Ok(())
        });
        let service = service("Nothing withheld.", edits);
        let change = wanted(raised_to, Category::Incident);
        let shown = service.reclassify(&context(), &admin(2, 5), document(1, 2, 9).id, change).await.unwrap();
        let after = &shown.document;
        assert_eq!((after.clearance, after.version, after.updated_at), (level(raised_to), 2, TEST_NOW));
    }
}

#[tokio::test]
async fn only_administrators_of_both_levels_and_all_passages_reclassify() {
    let up = || wanted(4, Category::Entity);
    assert_eq!(refusal("", &emergency_access(), up()).await, "protected_account");
    assert_eq!(refusal("", &admin(2, 1), up()).await, "insufficient_clearance");
    assert_eq!(refusal("", &admin(2, 3), up()).await, "insufficient_clearance");
    assert_eq!(refusal("{{5|x}}", &admin(2, 4), up()).await, "insufficient_clearance");
}

#[tokio::test]
async fn reclassification_without_change_or_reason_is_refused() {
    let same = wanted(2, Category::Entity);
    assert_eq!(refusal("", &admin(2, 5), same.clone()).await, "validation_failed");
    let none = Classification { clearance: None, category: None, ..same };
    assert_eq!(refusal("", &admin(2, 5), none).await, "validation_failed");
    for reason in ["  no ", &"x".repeat(501), "a\u{0}b"] {
        let change = Classification { reason: reason.to_owned(), ..wanted(4, Category::Entity) };
        assert_eq!(refusal("", &admin(2, 5), change).await, "validation_failed");
    }
    assert_eq!(refusal("{{3|x}}", &admin(2, 5), wanted(4, Category::Entity)).await, "validation_failed");
    let old = Classification { version: 2, ..wanted(4, Category::Entity) };
    assert_eq!(refusal("", &admin(2, 5), old).await, "stale");
}
