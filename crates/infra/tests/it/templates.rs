//! Custom templates.

use crate::harness::{Fixture, on_each_database};
use crate::users::{create, user};
use facility_documents::ports::TemplateRepository;
use facility_documents::templates::testing::template;
use facility_documents::templates::{MAX_TEMPLATES, Origin, Template, TemplateChange};
use facility_kernel::testing::TEST_NOW;
use facility_kernel::{Clearance, StoreError, Timestamp};
use std::sync::Arc;

on_each_database![
    update_based_on_an_old_version_of_a_template_is_stale,
    templates_have_a_maximum_number,
    template_is_not_stored_without_its_entry,
];

fn level(level: i64) -> Clearance {
    Clearance::parse(level).unwrap()
}

fn retired(template: &Template, updated_at: Timestamp) -> Template {
    let mut after = template.clone();
    if let Origin::Custom { is_active, updated_at: stamp, .. } = &mut after.origin {
        *is_active = false;
        *stamp = updated_at;
    }
    after
}

async fn repo(f: &Fixture) -> Arc<dyn TemplateRepository> {
    create(f, user(1, "author")).await;
    f.templates()
}

async fn update_based_on_an_old_version_of_a_template_is_stale(f: Fixture) {
    let repo = repo(&f).await;
    repo.commit(f.audited(TemplateChange::Create(template(1, 1)))).await.unwrap();
    let later = TEST_NOW.plus(std::time::Duration::from_secs(1));
    let update = TemplateChange::Update { after: retired(&template(1, 1), later), before: TEST_NOW };
    repo.commit(f.audited(update.clone())).await.unwrap();
    assert!(matches!(repo.commit(f.audited(update)).await, Err(StoreError::Stale)));
    let gone = TemplateChange::Update { after: template(2, 1), before: TEST_NOW };
    assert!(matches!(repo.commit(f.audited(gone)).await, Err(StoreError::Stale)));
}

async fn templates_have_a_maximum_number(f: Fixture) {
    let repo = repo(&f).await;
    for n in 1..=MAX_TEMPLATES {
        assert!(repo.commit(f.audited(TemplateChange::Create(template(n, 1)))).await.unwrap());
    }
    let entries = f.count("SELECT COUNT(*) AS n FROM audit_log").await;
    assert!(!repo.commit(f.audited(TemplateChange::Create(template(1000, 1)))).await.unwrap());
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM audit_log").await, entries);
    assert_eq!(repo.count(level(5)).await.unwrap(), MAX_TEMPLATES);
}

async fn template_is_not_stored_without_its_entry(f: Fixture) {
    let repo = repo(&f).await;
    f.break_audit_log().await;
    assert!(repo.commit(f.audited(TemplateChange::Create(template(1, 1)))).await.is_err());
    assert_eq!(repo.list(level(5), true).await.unwrap(), []);
}
