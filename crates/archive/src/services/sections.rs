//! Sections: listing and administering them.

use crate::error::ArchiveError;
use crate::ports::{ArchiveQueries, SectionRefusal, SectionRepository};
use crate::section::{Section, SectionChange, SectionEdit, SectionInput, SectionRecord, SectionText};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_documents::visibility::Visibility;
use facility_kernel::{Actor, AdminActor, IdGenerator, RequestContext, SectionId};
use std::sync::Arc;

/// A section with the number of documents that the reader may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionView {
    pub record: SectionRecord,
    /// Number of documents in it that the reader may see.
    pub documents: u64,
}

/// Lists sections for everyone, and lets administrators create and change them.
#[derive(Clone)]
pub struct Sections {
    pub sections: Arc<dyn SectionRepository>,
    pub queries: Arc<dyn ArchiveQueries>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Sections {
    /// Returns the sections ordered by position, then by name. Inactive ones are returned only to administrators who
    /// request them.
    ///
    /// Errors: `admin_only`.
    pub async fn list(
        &self,
        context: &RequestContext,
        actor: &Actor,
        with_inactive: bool,
    ) -> Result<Vec<SectionView>, ArchiveError> {
        if with_inactive && !actor.is_admin {
            return Err(ArchiveError::AdminOnly);
        }
        let mut counts = self.queries.counts(Visibility::of(actor, context.now)).await?;
        let mut listed = self.sections.list(with_inactive).await?;
        listed.sort_by_cached_key(|SectionRecord { section: Section { text, .. }, .. }| {
            (text.display_order, text.name.to_lowercase())
        });
        let view = |record: SectionRecord| SectionView {
            documents: counts.remove(&record.section.id).unwrap_or_default(),
            record,
        };
        Ok(listed.into_iter().map(view).collect())
    }

    /// Creates a section.
    ///
    /// Errors: `validation_failed`, `not_found` if its parent does not exist, `name_taken`, `section_too_deep`,
    /// `too_many_sections`.
    pub async fn create(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        input: SectionInput<'_>,
    ) -> Result<SectionView, ArchiveError> {
        let text = SectionText::parse(input).map_err(ArchiveError::Invalid)?;
        let section = Section {
            id: SectionId::generate(&*self.ids),
            text,
            is_active: true,
            created_by: actor.user_id,
            created_at: context.now,
            updated_at: context.now,
        };
        self.commit(context, actor, Action::SectionCreated, SectionChange::Create(section.clone())).await?;
        let record = SectionRecord { section, created_by_username: actor.username.clone() };
        Ok(SectionView { record, documents: 0 })
    }

    /// Changes a section. An edit that changes nothing is not recorded.
    ///
    /// Errors: `not_found` for the section or its parent, `stale`, `validation_failed`, `name_taken`, `section_cycle`,
    /// `section_too_deep`.
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: SectionId,
        edit: SectionEdit,
    ) -> Result<SectionView, ArchiveError> {
        let mut record = self.sections.find(id).await?.ok_or(ArchiveError::SectionNotFound)?;
        if let Some((after, before)) = edit.apply(&record.section, context.now)? {
            let action = match (record.section.is_active, after.is_active) {
                (true, false) => Action::SectionClosed,
                (false, true) => Action::SectionReopened,
                (true, true) | (false, false) => Action::SectionUpdated,
            };
            let change = SectionChange::Update { after: after.clone(), before };
            self.commit(context, actor, action, change).await?;
            record.section = after;
        }
        let counts = self.queries.counts(Visibility::of(actor, context.now)).await?;
        Ok(SectionView { documents: counts.get(&id).copied().unwrap_or_default(), record })
    }

    async fn commit(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        action: Action,
        change: SectionChange,
    ) -> Result<(), ArchiveError> {
        let after = change.after();
        let details = Details::new().with("sectionType", after.text.section_type.as_str());
        let entry = Entry::new(&*self.ids, context, actor, action, EntityType::Section)
            .on(&after.id)
            .details(details)
            .as_admin();
        match self.sections.commit(Audited::new(change, entry)).await? {
            Ok(()) => Ok(()),
            Err(SectionRefusal::TooMany) => Err(ArchiveError::TooManySections),
            Err(SectionRefusal::Misplaced(reason)) => Err(reason.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockArchiveQueries, MockSectionRepository};
    use crate::section::testing::{record, section};
    use crate::tree::Misplaced;
    use facility_kernel::testing::{SequentialIds, TEST_NOW, actor, admin, context};
    use facility_kernel::{DomainError as _, StoreError};
    use std::collections::HashMap;

    fn service(sections: MockSectionRepository, reader: &Actor) -> Sections {
        let mut queries = MockArchiveQueries::new();
        let expected = Visibility::of(reader, TEST_NOW);
        queries
            .expect_counts()
            .withf(move |reader| *reader == expected)
            .returning(|_| Ok(HashMap::from([(section(1).id, 4)])));
        Sections { sections: Arc::new(sections), queries: Arc::new(queries), ids: Arc::new(SequentialIds::default()) }
    }

    /// A store with the first section that accepts at most one change with this action.
    fn store(
        found: Option<SectionRecord>,
        action: Option<Action>,
        answer: Result<Result<(), SectionRefusal>, StoreError>,
    ) -> MockSectionRepository {
        let mut sections = MockSectionRepository::new();
        sections.expect_find().returning(move |_| Ok(found.clone()));
        let answer = std::sync::Mutex::new(Some(answer));
        sections
            .expect_commit()
            .times(usize::from(action.is_some()))
            .withf(move |change| {
                let entry = change.entry();
                Some(entry.action) == action
                    && entry.is_admin_action
                    && entry.entity_type == EntityType::Section
                    && entry.entity_id.is_some()
            })
            .returning(move |_| answer.lock().unwrap().take().unwrap_or(Ok(Ok(()))));
        sections
    }

    #[tokio::test]
    async fn sections_follow_their_order_with_the_counts_of_the_reader() {
        let mut sections = MockSectionRepository::new();
        sections.expect_list().withf(|with_inactive| !with_inactive).returning(|_| {
            let mut first = record(3);
            first.section.text.name = "alpha".to_owned();
            let mut last = record(2);
            last.section.text.display_order = 1;
            Ok(vec![last, record(1), first])
        });
        let reader = actor(1, 2, false);
        let listed = service(sections, &reader).list(&context(), &reader, false).await.unwrap();
        let shown: Vec<_> = listed.iter().map(|view| (view.record.section.id, view.documents)).collect();
        assert_eq!(shown, [(section(3).id, 0), (section(1).id, 4), (section(2).id, 0)]);
    }

    #[tokio::test]
    async fn inactive_sections_are_for_administrators() {
        let reader = actor(1, 5, false);
        let refused = service(MockSectionRepository::new(), &reader).list(&context(), &reader, true).await;
        assert_eq!(refused.unwrap_err().code(), "admin_only");
        let mut sections = MockSectionRepository::new();
        sections.expect_list().withf(|with_inactive| *with_inactive).returning(|_| Ok(vec![record(1)]));
        let admin = actor(1, 1, true);
        assert_eq!(service(sections, &admin).list(&context(), &admin, true).await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn new_section_is_active_and_recorded() {
        let input = SectionInput { name: "Ambry", section_type: "timeline", ..SectionInput::default() };
        let admin = admin(1, 1);
        let created = service(store(None, Some(Action::SectionCreated), Ok(Ok(()))), &admin)
            .create(&context(), &admin, input)
            .await
            .unwrap();
        assert!(created.record.section.is_active);
        assert_eq!((created.record.created_by_username.as_str(), created.documents), ("user-1", 0));
    }

    #[tokio::test]
    async fn refusals_of_the_store_have_their_codes() {
        let misplaced = |reason| Ok(Err(SectionRefusal::Misplaced(reason)));
        for (answer, code) in [
            (Err(StoreError::Taken("archive_sections.name")), "name_taken"),
            (Ok(Err(SectionRefusal::TooMany)), "too_many_sections"),
            (misplaced(Misplaced::TooDeep), "section_too_deep"),
            (misplaced(Misplaced::UnknownParent), "not_found"),
            (misplaced(Misplaced::Cycle), "section_cycle"),
            (Err(StoreError::Stale), "stale"),
        ] {
            let input = SectionInput { name: "A", section_type: "general", ..SectionInput::default() };
            let refused = service(store(None, Some(Action::SectionCreated), answer), &admin(1, 1))
                .create(&context(), &admin(1, 1), input)
                .await;
            assert_eq!(refused.unwrap_err().code(), code);
        }
    }

    #[tokio::test]
    async fn each_edit_is_recorded_under_its_own_action() {
        let mut closed = record(1);
        closed.section.is_active = false;
        let active = |is_active| SectionEdit { is_active: Some(is_active), ..SectionEdit::default() };
        let renamed = SectionEdit { name: Some("Stair".to_owned()), ..SectionEdit::default() };
        for (found, edit, action) in [
            (record(1), active(false), Some(Action::SectionClosed)),
            (closed, active(true), Some(Action::SectionReopened)),
            (record(1), renamed, Some(Action::SectionUpdated)),
            (record(1), active(true), None),
        ] {
            let service = service(store(Some(found), action, Ok(Ok(()))), &admin(1, 3));
            let after = service.update(&context(), &admin(1, 3), section(1).id, edit).await.unwrap();
            assert_eq!(after.documents, 4);
        }
        let missing = service(store(None, None, Ok(Ok(()))), &admin(1, 3))
            .update(&context(), &admin(1, 3), section(1).id, SectionEdit::default())
            .await;
        assert_eq!(missing.unwrap_err().code(), "not_found");
    }
}
