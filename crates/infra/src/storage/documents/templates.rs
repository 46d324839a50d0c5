//! Custom templates.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::templates;
use crate::storage::files::refs::{self, Holder};
use crate::storage::{AdvisoryLock, exact, lock};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::entry::Audited;
use facility_documents::ports::TemplateRepository;
use facility_documents::templates::{MAX_TEMPLATES, Origin, Template, TemplateChange, TemplateText};
use facility_documents::text::Category;
use facility_kernel::{Clearance, StoreError, TemplateId, Timestamp, UserId};
use std::ops::ControlFlow;

columns! {
    #[derive(Insertable, AsChangeset)]
    #[diesel(treat_none_as_default_value = false)]
    struct Columns in templates {
        id: TemplateId,
        name: String,
        description: String,
        category: Category,
        content: String,
        required_clearance: Clearance,
        is_active: bool,
        created_by: UserId,
        created_at: Timestamp,
        updated_at: Timestamp,
    }
    fn template() -> Template = Template {
        id,
        origin: Origin::Custom { created_by, created_at, updated_at, is_active },
        text: TemplateText { category, required_clearance, name, description, content },
    }
}

impl Columns {
    /// The columns of a custom template. `None` for a built-in one, which is never stored.
    fn of(template: &Template) -> Option<Self> {
        let Origin::Custom { created_by, created_at, updated_at, is_active } = template.origin else {
            return None;
        };
        let text = &template.text;
        Some(Self {
            id: template.id.to_string(),
            name: text.name.clone(),
            description: text.description.clone(),
            category: text.category.as_str().to_owned(),
            content: text.content.clone(),
            required_clearance: text.required_clearance.level().into(),
            is_active,
            created_by: created_by.to_string(),
            created_at: created_at.as_micros(),
            updated_at: updated_at.as_micros(),
        })
    }
}

/// Applies a change. Breaks, without a change, if there is already the maximum number of templates.
fn apply(conn: &mut AnyConn, change: &TemplateChange) -> Result<ControlFlow<()>, DbError> {
    let columns = |template| {
        Columns::of(template).ok_or_else(|| DbError::Fault("a built-in template cannot be stored".to_owned()))
    };
    match change {
        TemplateChange::Create(template) => {
            // Concurrent creations must not exceed the maximum.
            lock(conn, AdvisoryLock::Templates)?;
            let stored: i64 = templates::table.count().get_result(conn)?;
            if exact(stored) >= MAX_TEMPLATES {
                return Ok(ControlFlow::Break(()));
            }
            diesel::insert_into(templates::table).values(columns(template)?).execute(conn)?;
        }
        TemplateChange::Update { after, before } => {
            let row = templates::table
                .filter(templates::id.eq(after.id.to_string()))
                .filter(templates::updated_at.eq(before.as_micros()));
            exactly_one(diesel::update(row).set(columns(after)?).execute(conn)?)?;
        }
    }
    let (TemplateChange::Create(template) | TemplateChange::Update { after: template, .. }) = change;
    refs::hold_pictures(conn, &template.text.content, Holder::Template(template.id))?;
    Ok(ControlFlow::Continue(()))
}

#[async_trait]
impl TemplateRepository for Database {
    async fn list(&self, max_level: Clearance, with_retired: bool) -> Result<Vec<Template>, StoreError> {
        self.read(move |conn| {
            let admitted = templates::table
                .filter(templates::required_clearance.le(i32::from(max_level.level())))
                .order(templates::position.asc())
                .select(Columns::as_select());
            let rows: Vec<Columns> =
                if with_retired { admitted.load(conn)? } else { admitted.filter(templates::is_active).load(conn)? };
            rows.into_iter().map(Columns::template).collect()
        })
        .await
    }

    async fn count(&self, max_level: Clearance) -> Result<u64, StoreError> {
        self.read(move |conn| {
            let rows: i64 = templates::table
                .filter(templates::required_clearance.le(i32::from(max_level.level())))
                .filter(templates::is_active)
                .count()
                .get_result(conn)?;
            Ok(exact(rows))
        })
        .await
    }

    async fn find(&self, id: TemplateId) -> Result<Option<Template>, StoreError> {
        self.read(move |conn| {
            let row: Option<Columns> = templates::table
                .filter(templates::id.eq(id.to_string()))
                .select(Columns::as_select())
                .first(conn)
                .optional()?;
            row.map(Columns::template).transpose()
        })
        .await
    }

    async fn commit(&self, change: Audited<TemplateChange>) -> Result<bool, StoreError> {
        Ok(match self.commit_unless(change, apply).await? {
            ControlFlow::Continue(()) => true,
            ControlFlow::Break(()) => false,
        })
    }
}
