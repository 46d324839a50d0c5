//! Sections of the archive.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::{DbError, exactly_one};
use crate::db::schema::{archive_sections, users};
use crate::on_both;
use crate::storage::stored::Stored;
use crate::storage::{AdvisoryLock, exact, lock, read, read_optional};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_archive::ports::{SectionRefusal, SectionRepository};
use facility_archive::section::{Section, SectionChange, SectionRecord, SectionText, SectionType};
use facility_archive::tree;
use facility_archive::tree::MAX_SECTIONS;
use facility_audit::entry::Audited;
use facility_kernel::{SectionId, StoreError, Timestamp, UserId};
use std::collections::BTreeMap;

const TABLE: &str = "archive_sections";

columns! {
    #[derive(AsChangeset)]
    #[diesel(treat_none_as_null = true)]
    struct Columns in archive_sections, of section: Section {
        id: SectionId = section.id,
        name: String = section.text.name,
        description: String = section.text.description,
        section_type: SectionType = section.text.section_type,
        parent_section: Option<SectionId> = section.text.parent,
        display_order: i32 = section.text.display_order,
        is_active: bool = section.is_active,
        metadata: BTreeMap<String, String> = section.text.metadata,
        created_by: UserId = section.created_by,
        created_at: Timestamp = section.created_at,
        updated_at: Timestamp = section.updated_at,
    }
    fn section() -> Section = Section {
        text: SectionText { parent: parent_section, name, description, section_type, display_order, metadata },
        id, is_active, created_by, created_at, updated_at,
    }
}

/// The metadata of a section, as JSON; null if there is none.
impl Stored for BTreeMap<String, String> {
    type Raw = Option<String>;
    fn store(&self) -> Option<String> {
        (!self.is_empty()).then(|| serde_json::json!(self).to_string())
    }
    fn read(raw: Option<String>) -> Option<Self> {
        raw.map_or(Some(Self::new()), |json| serde_json::from_str(&json).ok())
    }
}

fn record((columns, created_by_username): (Columns, String)) -> Result<SectionRecord, DbError> {
    Ok(SectionRecord { section: columns.section()?, created_by_username })
}

/// Selects sections with the names of their creators. A macro, because the query's type differs per database.
macro_rules! with_creators {
    () => {
        archive_sections::table
            .inner_join(users::table.on(users::id.eq(archive_sections::created_by)))
            .select((Columns::as_select(), users::username))
    };
}

/// Returns whether the section exists and is active.
pub(crate) fn is_open(conn: &mut AnyConn, id: SectionId) -> Result<bool, DbError> {
    let is_active: Option<bool> = archive_sections::table
        .filter(archive_sections::id.eq(id.to_string()))
        .select(archive_sections::is_active)
        .first(conn)
        .optional()?;
    Ok(is_active.unwrap_or(false))
}

/// Returns the section with this name, ignoring case.
pub(crate) fn by_name(conn: &mut AnyConn, name: &str) -> Result<Option<SectionId>, DbError> {
    let named = archive_sections::table.filter(archive_sections::name_key.eq(name.to_lowercase()));
    let id: Option<String> = named.select(archive_sections::id).first(conn).optional()?;
    read_optional(id.as_deref(), TABLE, "id", name)
}

/// Counts the active sections.
pub(crate) fn count_open(conn: &mut AnyConn) -> Result<u64, DbError> {
    let rows: i64 = archive_sections::table.filter(archive_sections::is_active).count().get_result(conn)?;
    Ok(exact(rows))
}

/// Applies a change, or returns why it is refused.
pub(crate) fn apply(conn: &mut AnyConn, change: &SectionChange) -> Result<Result<(), SectionRefusal>, DbError> {
    // Two sections that move concurrently must not become each other's children, and concurrent creations must not
    // exceed the limit.
    lock(conn, AdvisoryLock::Archive)?;
    let after = change.after();
    let columns = (Columns::of(after), archive_sections::name_key.eq(after.text.name.to_lowercase()));
    let nodes = nodes(conn)?;
    if let Err(reason) = tree::admit(&nodes, after.id, after.text.parent) {
        return Ok(Err(SectionRefusal::Misplaced(reason)));
    }
    match change {
        SectionChange::Create(_) => {
            if nodes.len() as u64 >= MAX_SECTIONS {
                return Ok(Err(SectionRefusal::TooMany));
            }
            diesel::insert_into(archive_sections::table).values(columns).execute(conn)?;
        }
        SectionChange::Update { after, before } => {
            let row = archive_sections::table
                .filter(archive_sections::id.eq(after.id.to_string()))
                .filter(archive_sections::updated_at.eq(before.as_micros()));
            exactly_one(diesel::update(row).set(columns).execute(conn)?)?;
        }
    }
    Ok(Ok(()))
}

/// Returns every section with its parent.
fn nodes(conn: &mut AnyConn) -> Result<Vec<(SectionId, Option<SectionId>)>, DbError> {
    let rows: Vec<(String, Option<String>)> =
        archive_sections::table.select((archive_sections::id, archive_sections::parent_section)).load(conn)?;
    rows.into_iter()
        .map(|(id, parent)| {
            let parent = read_optional(parent.as_deref(), TABLE, "parent_section", &id)?;
            Ok((read(&id, TABLE, "id", &id)?, parent))
        })
        .collect()
}

#[async_trait]
impl SectionRepository for Database {
    async fn list(&self, with_inactive: bool) -> Result<Vec<SectionRecord>, StoreError> {
        self.read(move |conn| {
            let rows: Vec<(Columns, String)> =
                on_both!(conn, |c| with_creators!().order(archive_sections::position.asc()).load(c))?;
            let listed = rows.into_iter().filter(|(columns, _)| with_inactive || columns.is_active);
            listed.map(record).collect()
        })
        .await
    }

    async fn find(&self, id: SectionId) -> Result<Option<SectionRecord>, StoreError> {
        self.read(move |conn| {
            let row: Option<(Columns, String)> =
                on_both!(conn, |c| with_creators!().filter(archive_sections::id.eq(id.to_string())).first(c))
                    .optional()?;
            row.map(record).transpose()
        })
        .await
    }

    async fn commit(&self, change: Audited<SectionChange>) -> Result<Result<(), SectionRefusal>, StoreError> {
        self.commit_or_refuse(change, apply).await
    }
}
