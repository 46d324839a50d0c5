//! The archive: sections, placements of documents, and lists by section.

use crate::documents::{any_document, owners, publish, shown};
use crate::harness::{Fixture, on_each_database};
use facility_archive::placing::PlacementChange;
use facility_archive::ports::{ArchiveQueries as _, SectionClosed, SectionRefusal, SectionRepository as _};
use facility_archive::section::testing::section;
use facility_archive::section::{Section, SectionChange};
use facility_archive::shelf::SectionShelf;
use facility_archive::tree::{MAX_LEVELS, MAX_SECTIONS, Misplaced};
use facility_audit::action::Action;
use facility_documents::document::{ArchiveRequest, Document, Placement};
use facility_documents::ports::DocumentRepository as _;
use facility_documents::visibility::Visibility;
use facility_documents::visibility::testing::document;
use facility_infra::db::Database;
use facility_infra::storage::documents::store::DocumentStore;
use facility_kernel::testing::{TEST_NOW, actor, numbered};
use facility_kernel::{DocumentId, Limit, PageRequest, SectionId, StoreError, UserId};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::time::Duration;

on_each_database![
    sections_are_read_back_as_they_were_written,
    names_of_sections_are_unique_in_any_case,
    sections_have_a_maximum_number_and_depth,
    only_one_of_two_sections_can_move_below_the_other_concurrently,
    update_based_on_an_old_version_of_a_section_is_stale,
    section_lists_hold_exactly_the_visible_documents,
    section_lists_are_paged_by_the_time_of_archiving,
    only_active_sections_accept_documents,
    placement_is_not_changed_without_its_audit_entry,
];

pub fn account(n: u64) -> UserId {
    UserId::Account(numbered(n))
}

fn section_at(n: u64, parent: Option<u64>) -> Section {
    let mut made = section(n);
    made.text.parent = parent.map(|n| section(n).id);
    made
}

pub async fn repo(f: &Fixture) -> Database {
    owners(f).await;
    f.db.clone()
}

pub async fn create(f: &Fixture, repo: &Database, section: Section) -> Result<(), SectionRefusal> {
    repo.commit_section(f, SectionChange::Create(section)).await.unwrap()
}

/// Commits through a named port, because two ports of the adapter have a method `commit`.
pub trait Commits {
    async fn commit_section(
        &self,
        f: &Fixture,
        change: SectionChange,
    ) -> Result<Result<(), SectionRefusal>, StoreError>;
    async fn place(&self, f: &Fixture, change: PlacementChange)
    -> Result<Result<Placement, SectionClosed>, StoreError>;
}

impl Commits for Database {
    async fn commit_section(
        &self,
        f: &Fixture,
        change: SectionChange,
    ) -> Result<Result<(), SectionRefusal>, StoreError> {
        facility_archive::ports::SectionRepository::commit(self, f.audited_as(Action::SectionUpdated, change)).await
    }

    async fn place(
        &self,
        f: &Fixture,
        change: PlacementChange,
    ) -> Result<Result<Placement, SectionClosed>, StoreError> {
        facility_archive::ports::PlacementRepository::commit(self, f.audited_as(Action::DocumentArchived, change)).await
    }
}

pub fn archived_in(n: u64) -> Placement {
    Placement::Archived { section: section(n).id, at: TEST_NOW, by: UserId::EmergencyAccess }
}

pub fn requested_in(n: u64) -> Placement {
    let request = ArchiveRequest { section: section(n).id, at: TEST_NOW, by: account(1) };
    Placement::Repository { archive_request: Some(request) }
}

/// Returns the placement change of this document.
pub fn moved(document: &Document, after: Placement) -> PlacementChange {
    PlacementChange { document: document.id, version: document.version, before: document.placement, after, news: None }
}

async fn sections_are_read_back_as_they_were_written(f: Fixture) {
    let repo = repo(&f).await;
    let mut first = section(1);
    first.text.metadata = BTreeMap::from([("Period".to_owned(), "1961 \"to\" 1974".to_owned())]);
    "Ünïcode 漢字\n🦀".clone_into(&mut first.text.description);
    first.text.display_order = 7;
    let second = Section { created_by: account(2), ..section_at(2, Some(1)) };
    for section in [&first, &second] {
        create(&f, &repo, section.clone()).await.unwrap();
    }
    let found = repo.find(first.id).await.unwrap().unwrap();
    assert_eq!((found.section, found.created_by_username.as_str()), (first.clone(), "owner-1"));
    assert_eq!(repo.find(SectionId::from_uuid(numbered(9))).await.unwrap(), None);
    let later = TEST_NOW.plus(Duration::from_secs(1));
    let mut after = Section { is_active: false, updated_at: later, ..second.clone() };
    after.text.parent = None;
    let change = SectionChange::Update { after: after.clone(), before: TEST_NOW };
    repo.commit_section(&f, change).await.unwrap().unwrap();
    let listed = async |with_inactive| {
        let listed = repo.list(with_inactive).await.unwrap();
        listed.into_iter().map(|record| record.section).collect::<Vec<_>>()
    };
    assert_eq!(listed(false).await, [first.clone()]);
    assert_eq!(listed(true).await, [first, after]);
}

async fn names_of_sections_are_unique_in_any_case(f: Fixture) {
    let repo = repo(&f).await;
    let named = |n, name: &str| {
        let mut made = section(n);
        name.clone_into(&mut made.text.name);
        SectionChange::Create(made)
    };
    repo.commit_section(&f, named(1, "Ärchiv")).await.unwrap().unwrap();
    let taken = repo.commit_section(&f, named(2, "äRCHIV")).await;
    assert!(matches!(taken, Err(StoreError::Taken("archive_sections.name"))));
    repo.commit_section(&f, named(3, "Archiv")).await.unwrap().unwrap();
    let mut renamed = section(3);
    "ÄRCHIV".clone_into(&mut renamed.text.name);
    renamed.updated_at = TEST_NOW.plus(Duration::from_secs(1));
    let taken = repo.commit_section(&f, SectionChange::Update { after: renamed, before: TEST_NOW }).await;
    assert!(matches!(taken, Err(StoreError::Taken("archive_sections.name"))));
}

async fn sections_have_a_maximum_number_and_depth(f: Fixture) {
    let repo = repo(&f).await;
    let deepest = MAX_LEVELS as u64;
    for n in 1..=deepest {
        create(&f, &repo, section_at(n, (n > 1).then(|| n - 1))).await.unwrap();
    }
    let entries = f.count("SELECT COUNT(*) AS n FROM audit_log").await;
    let deeper = create(&f, &repo, section_at(deepest + 1, Some(deepest))).await;
    assert_eq!(deeper, Err(SectionRefusal::Misplaced(Misplaced::TooDeep)));
    let orphan = create(&f, &repo, section_at(deepest + 1, Some(900))).await;
    assert_eq!(orphan, Err(SectionRefusal::Misplaced(Misplaced::UnknownParent)));
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM audit_log").await, entries);
    for n in deepest + 1..=MAX_SECTIONS {
        create(&f, &repo, section(n)).await.unwrap();
    }
    assert_eq!(create(&f, &repo, section(1000)).await, Err(SectionRefusal::TooMany));
}

async fn only_one_of_two_sections_can_move_below_the_other_concurrently(f: Fixture) {
    let repo = repo(&f).await;
    for round in 0..8 {
        let (one, other) = (round * 2 + 1, round * 2 + 2);
        for n in [one, other] {
            create(&f, &repo, section(n)).await.unwrap();
        }
        let below = |n, parent| {
            let after = Section { updated_at: TEST_NOW.plus(Duration::from_secs(1)), ..section_at(n, Some(parent)) };
            repo.commit_section(&f, SectionChange::Update { after, before: TEST_NOW })
        };
        let (first, second) = tokio::join!(below(one, other), below(other, one));
        let moved = [first.unwrap(), second.unwrap()];
        let refused = Err(SectionRefusal::Misplaced(Misplaced::Cycle));
        assert_eq!(moved.iter().filter(|done| **done == refused).count(), 1, "{moved:?}");
    }
}

async fn update_based_on_an_old_version_of_a_section_is_stale(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let after = Section { is_active: false, updated_at: TEST_NOW.plus(Duration::from_secs(1)), ..section(1) };
    let change = SectionChange::Update { after, before: TEST_NOW };
    repo.commit_section(&f, change.clone()).await.unwrap().unwrap();
    assert!(matches!(repo.commit_section(&f, change).await, Err(StoreError::Stale)));
    let gone = SectionChange::Update { after: section(2), before: TEST_NOW };
    assert!(matches!(repo.commit_section(&f, gone).await, Err(StoreError::Stale)));
}

async fn section_lists_hold_exactly_the_visible_documents(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    create(&f, &repo, section(2)).await.unwrap();
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut all = Vec::new();
    for n in 1..=60 {
        let any = any_document().new_tree(&mut runner).unwrap().current();
        let written = Document { id: DocumentId::from_uuid(numbered(n)), placement: Placement::REPOSITORY, ..any };
        publish(&f, &written).await;
        if n % 3 > 0 {
            repo.place(&f, moved(&written, archived_in(n % 3))).await.unwrap().unwrap();
            all.push((n % 3, written));
        }
    }
    let mut shown_at_all = 0;
    for reader in (1..=5).flat_map(|n| [actor(9, n, false), actor(9, n, true)]) {
        let reader = Visibility::of(&reader, TEST_NOW);
        let counts = repo.counts(reader).await.unwrap();
        for n in [1, 2] {
            let shelf = SectionShelf { section: section(n).id, reader };
            let mut expected: Vec<DocumentId> = all
                .iter()
                .filter(|(at, document)| *at == n && reader.admits(document))
                .map(|(_, document)| document.id)
                .collect();
            // Newest first by the time of archiving.
            expected.reverse();
            let listed = repo.summaries(shelf, PageRequest::FIRST).await.unwrap().items;
            let ids: Vec<_> = listed.iter().map(|summary| summary.document.id).collect();
            assert_eq!(ids, expected, "{reader:?}");
            let records = repo.records(shelf, PageRequest::FIRST).await.unwrap().items;
            assert_eq!(records.iter().map(|record| record.document.id).collect::<Vec<_>>(), expected);
            assert_eq!(repo.count(shelf).await.unwrap(), expected.len() as u64);
            assert_eq!(counts.get(&section(n).id).copied().unwrap_or_default(), expected.len() as u64);
            shown_at_all += expected.len();
        }
    }
    assert!(shown_at_all > 0);
}

async fn section_lists_are_paged_by_the_time_of_archiving(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let mut expected = Vec::new();
    for n in [4, 1, 3, 5, 2] {
        let written = document(n, 1, 1);
        publish(&f, &written).await;
        // The clock stands still, but each document gets a later time than the previous one.
        let place = repo.place(&f, moved(&written, archived_in(1))).await.unwrap().unwrap();
        let Placement::Archived { at, .. } = place else { panic!("archived") };
        expected.insert(0, (written.id, at));
    }
    assert!(expected.is_sorted_by(|one, next| one.1 > next.1));
    let reader = Visibility::of(&actor(9, 1, false), TEST_NOW);
    let shelf = SectionShelf { section: section(1).id, reader };
    let ids: Vec<DocumentId> = expected.iter().map(|(id, _)| *id).collect();
    for size in [1, 2, 5] {
        let mut page = PageRequest { limit: Limit::parse(size).unwrap(), after: None };
        let (mut short, mut whole) = (Vec::new(), Vec::new());
        loop {
            let found = repo.summaries(shelf, page).await.unwrap();
            short.extend(found.items.iter().map(|summary| summary.document.id));
            let records = repo.records(shelf, page).await.unwrap();
            assert_eq!(records.next, found.next);
            assert!(records.items.iter().all(|record| shown(record.clone()).content.is_some()));
            whole.extend(records.items.iter().map(|record| record.document.id));
            page.after = found.next;
            if page.after.is_none() {
                break;
            }
        }
        assert_eq!((&short, &whole), (&ids, &ids), "pages of {size}");
    }
}

async fn only_active_sections_accept_documents(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let plain = document(1, 1, 1);
    publish(&f, &plain).await;
    let later = TEST_NOW.plus(Duration::from_secs(1));
    let closed = Section { is_active: false, updated_at: later, ..section(1) };
    repo.commit_section(&f, SectionChange::Update { after: closed, before: TEST_NOW }).await.unwrap().unwrap();
    for after in [archived_in(1), requested_in(1), archived_in(2)] {
        assert_eq!(repo.place(&f, moved(&plain, after)).await.unwrap(), Err(SectionClosed));
    }
    assert_eq!(f.count("SELECT COUNT(*) AS n FROM audit_log WHERE action = 'document_archived'").await, 0);
}

async fn placement_is_not_changed_without_its_audit_entry(f: Fixture) {
    let repo = repo(&f).await;
    create(&f, &repo, section(1)).await.unwrap();
    let plain = document(1, 1, 1);
    publish(&f, &plain).await;
    f.break_audit_log().await;
    assert!(repo.place(&f, moved(&plain, archived_in(1))).await.is_err());
    let found = DocumentStore::new(f.db.clone()).find(plain.id).await.unwrap().unwrap();
    assert_eq!(found.document.placement, Placement::REPOSITORY);
    assert!(repo.commit_section(&f, SectionChange::Create(section(2))).await.is_err());
    assert_eq!(repo.list(true).await.unwrap().len(), 1);
}
