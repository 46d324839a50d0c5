//! Templates: listing them, and administering the custom ones.

use crate::pictures::{self, PictureAccess};
use crate::ports::TemplateRepository;
use crate::templates::built_in::built_in;
use crate::templates::may_set;
use crate::templates::{Origin, Template, TemplateChange, TemplateEdit, TemplateError, TemplateInput, TemplateText};
use facility_audit::action::{Action, EntityType};
use facility_audit::entry::{Audited, Details, Entry};
use facility_kernel::{Actor, AdminActor, IdGenerator, RequestContext, StoreError, TemplateId};
use std::sync::Arc;

/// Lists templates for everyone, and lets administrators create, change and retire custom ones.
#[derive(Clone)]
pub struct Templates {
    pub templates: Arc<dyn TemplateRepository>,
    pub pictures: Arc<dyn PictureAccess>,
    pub ids: Arc<dyn IdGenerator>,
}

impl Templates {
    /// Returns the templates up to the caller's level: the built-in ones, then the custom ones, oldest first. Retired
    /// templates are returned only to administrators who request them.
    ///
    /// Errors: `admin_only`.
    pub async fn list(&self, actor: &Actor, with_retired: bool) -> Result<Vec<Template>, TemplateError> {
        if with_retired && !actor.is_admin {
            return Err(TemplateError::AdminOnly);
        }
        let custom = self.templates.list(actor.clearance, with_retired).await?;
        Ok(readable(actor).cloned().chain(custom).collect())
    }

    /// Counts the templates that are offered to the caller.
    pub async fn count(&self, actor: &Actor) -> Result<u64, StoreError> {
        Ok(readable(actor).count() as u64 + self.templates.count(actor.clearance).await?)
    }

    /// Creates a custom template.
    ///
    /// Errors: `validation_failed`, `insufficient_clearance` if its level is above the administrator's,
    /// `too_many_templates`.
    pub async fn create(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        input: TemplateInput<'_>,
    ) -> Result<Template, TemplateError> {
        let text = TemplateText::parse(input).map_err(TemplateError::Invalid)?;
        may_set(actor, text.required_clearance)?;
        pictures::check(&*self.pictures, (context, actor), &text.content, TemplateError::invalid).await?;
        let origin = Origin::Custom {
            created_by: actor.user_id,
            created_at: context.now,
            updated_at: context.now,
            is_active: true,
        };
        let template = Template { id: TemplateId::generate(&*self.ids), text, origin };
        let entry = self.entry(context, actor, Action::TemplateCreated, &template);
        let change = TemplateChange::Create(template.clone());
        if self.templates.commit(Audited::new(change, entry)).await? {
            Ok(template)
        } else {
            Err(TemplateError::TooMany)
        }
    }

    /// Changes, retires or restores a custom template. An edit that changes nothing is not recorded.
    ///
    /// Errors: `not_found`, and those of [`TemplateEdit::apply`].
    pub async fn update(
        &self,
        context: &RequestContext,
        actor: &AdminActor,
        id: TemplateId,
        edit: TemplateEdit,
    ) -> Result<Template, TemplateError> {
        let template = match built_in().iter().find(|template| template.id == id) {
            Some(template) => template.clone(),
            None => self.templates.find(id).await?.ok_or(TemplateError::NotFound)?,
        };
        let Some((after, before)) = edit.apply(actor, &template, context.now)? else { return Ok(template) };
        if after.text.content != template.text.content {
            pictures::check(&*self.pictures, (context, actor), &after.text.content, TemplateError::invalid).await?;
        }
        let action = match (template.is_active(), after.is_active()) {
            (true, false) => Action::TemplateRetired,
            (false, true) => Action::TemplateRestored,
            (true, true) | (false, false) => Action::TemplateUpdated,
        };
        let entry = self.entry(context, actor, action, &after);
        let change = TemplateChange::Update { after: after.clone(), before };
        self.templates.commit(Audited::new(change, entry)).await?;
        Ok(after)
    }

    fn entry(&self, context: &RequestContext, actor: &AdminActor, action: Action, after: &Template) -> Entry {
        // The name and content are omitted, because administrators of every level read the log.
        let details = Details::new()
            .with("category", after.text.category.as_str())
            .with("requiredClearanceLevel", after.text.required_clearance.level());
        Entry::new(&*self.ids, context, actor, action, EntityType::Template).on(&after.id).details(details).as_admin()
    }
}

fn readable(actor: &Actor) -> impl Iterator<Item = &'static Template> {
    built_in().iter().filter(|template| actor.is_cleared_for(template.text.required_clearance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::MockTemplateRepository;
    use crate::templates::testing::{input, template};
    use crate::text::Category;
    use facility_kernel::testing::{SequentialIds, actor, admin, context};
    use facility_kernel::{Clearance, DomainError};

    fn service(templates: MockTemplateRepository) -> Templates {
        Templates {
            templates: Arc::new(templates),
            pictures: pictures::testing::all_shown(),
            ids: Arc::new(SequentialIds::default()),
        }
    }

    fn level(level: i64) -> Clearance {
        Clearance::parse(level).unwrap()
    }

    /// A store with this template that accepts at most one change with this action.
    fn store(found: Option<Template>, action: Option<Action>, answer: Result<bool, StoreError>) -> Templates {
        let mut templates = MockTemplateRepository::new();
        templates.expect_find().returning(move |_| Ok(found.clone()));
        let answer = std::sync::Mutex::new(Some(answer));
        templates
            .expect_commit()
            .times(usize::from(action.is_some()))
            .withf(move |change| {
                let details = change.entry().details.to_json().unwrap_or_default();
                Some(change.entry().action) == action
                    && change.entry().is_admin_action
                    && change.entry().entity_type == EntityType::Template
                    && !details.contains("Patrol")
            })
            .returning(move |_| answer.lock().unwrap().take().unwrap_or(Ok(true)));
        service(templates)
    }

    #[tokio::test]
    async fn list_has_the_templates_up_to_the_level_of_the_reader() {
        for (reader, expected) in [(actor(1, 1, false), 0), (actor(1, 2, false), 1), (actor(2, 5, true), 6)] {
            let mut templates = MockTemplateRepository::new();
            let clearance = reader.clearance;
            templates
                .expect_list()
                .withf(move |max, with_retired| *max == clearance && !with_retired)
                .returning(|_, _| Ok(vec![template(9, 1)]));
            templates.expect_count().withf(move |max| *max == clearance).returning(|_| Ok(4));
            let service = service(templates);
            let listed = service.list(&reader, false).await.unwrap();
            assert_eq!(listed.len(), expected + 1);
            assert_eq!(listed.last(), Some(&template(9, 1)));
            assert!(listed.iter().all(|template| template.text.required_clearance <= clearance));
            assert_eq!(service.count(&reader).await.unwrap(), expected as u64 + 4);
        }
    }

    #[tokio::test]
    async fn retired_templates_are_for_administrators() {
        let refused = service(MockTemplateRepository::new()).list(&actor(1, 5, false), true).await;
        assert_eq!(refused.unwrap_err().code(), "admin_only");
        let mut templates = MockTemplateRepository::new();
        templates.expect_list().withf(|_, with_retired| *with_retired).returning(|_, _| Ok(vec![]));
        assert_eq!(service(templates).list(&actor(1, 3, true), true).await.unwrap().len(), 4);
    }

    #[tokio::test]
    async fn administrators_create_templates_up_to_their_own_level() {
        let created = store(None, Some(Action::TemplateCreated), Ok(true))
            .create(&context(), &admin(1, 3), TemplateInput { required_clearance: 3, ..input() })
            .await
            .unwrap();
        assert_eq!((created.text.required_clearance, created.text.category), (level(3), Category::Site));
        assert!(created.is_active());
        let above = store(None, None, Ok(true))
            .create(&context(), &admin(1, 3), TemplateInput { required_clearance: 4, ..input() })
            .await
            .unwrap_err();
        assert_eq!((above.code(), above.required_clearance()), ("insufficient_clearance", Some(level(4))));
        let full =
            store(None, Some(Action::TemplateCreated), Ok(false)).create(&context(), &admin(1, 3), input()).await;
        assert_eq!(full.unwrap_err().code(), "too_many_templates");
    }

    #[tokio::test]
    async fn each_edit_is_recorded_under_its_own_action() {
        let retire = TemplateEdit { is_active: Some(false), ..TemplateEdit::default() };
        let rename = TemplateEdit { name: Some("Night patrol".to_owned()), ..TemplateEdit::default() };
        let restore = TemplateEdit { is_active: Some(true), ..TemplateEdit::default() };
        let mut retired = template(1, 2);
        if let Origin::Custom { is_active, .. } = &mut retired.origin {
            *is_active = false;
        }
        for (found, edit, action) in [
            (template(1, 2), retire, Some(Action::TemplateRetired)),
            (template(1, 2), rename, Some(Action::TemplateUpdated)),
            (retired, restore.clone(), Some(Action::TemplateRestored)),
            (template(1, 2), restore, None),
        ] {
            let id = found.id;
            store(Some(found), action, Ok(true)).update(&context(), &admin(1, 2), id, edit).await.unwrap();
        }
    }

    #[tokio::test]
    async fn edits_of_what_cannot_be_changed_are_refused() {
        let edit = || TemplateEdit { name: Some("x".to_owned()), ..TemplateEdit::default() };
        let missing = template(1, 2).id;
        let unknown = store(None, None, Ok(true)).update(&context(), &admin(1, 5), missing, edit()).await;
        assert_eq!(unknown.unwrap_err().code(), "not_found");
        let fixed = built_in().first().unwrap().id;
        let built_in = store(None, None, Ok(true)).update(&context(), &admin(1, 5), fixed, edit()).await;
        assert_eq!(built_in.unwrap_err().code(), "built_in_template");
        let raced = store(Some(template(1, 2)), Some(Action::TemplateUpdated), Err(StoreError::Stale))
            .update(&context(), &admin(1, 5), missing, edit())
            .await;
        assert_eq!(raced.unwrap_err().code(), "stale");
    }
}
