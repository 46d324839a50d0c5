//! Sections of the archive.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{archive_sections, users};
use crate::on_both;
use crate::storage::{AdvisoryLock, exact, lock, read, read_optional};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_archive::ports::{SectionRefusal, SectionRepository};
use facility_archive::section::{Section, SectionChange, SectionRecord, SectionText};
use facility_archive::tree;
use facility_archive::tree::MAX_SECTIONS;
use facility_audit::entry::Audited;
use facility_kernel::{SectionId, StoreError, Timestamp};
use std::collections::BTreeMap;

const TABLE: &str = "archive_sections";

#[derive(Insertable, AsChangeset, Queryable, Selectable)]
#[diesel(table_name = archive_sections, treat_none_as_default_value = false, treat_none_as_null = true)]
struct Columns {
    id: String,
    name: String,
    name_key: String,
    description: String,
    section_type: String,
    parent_section: Option<String>,
    display_order: i32,
    is_active: bool,
    metadata: Option<String>,
    created_by: String,
    created_at: i64,
    updated_at: i64,
}

impl Columns {
    fn of(section: &Section) -> Result<Self, DbError> {
        let text = &section.text;
        let metadata = if text.metadata.is_empty() {
            None
        } else {
            let json = serde_json::to_string(&text.metadata);
            Some(json.map_err(|error| DbError::Fault(error.to_string()))?)
        };
        Ok(Self {
            id: section.id.to_string(),
            name: text.name.clone(),
            name_key: text.name.to_lowercase(),
            description: text.description.clone(),
            section_type: text.section_type.as_str().to_owned(),
            parent_section: text.parent.map(|parent| parent.to_string()),
            display_order: text.display_order,
            is_active: section.is_active,
            metadata,
            created_by: section.created_by.to_string(),
            created_at: section.created_at.as_micros(),
            updated_at: section.updated_at.as_micros(),
        })
    }

    fn section(self) -> Result<Section, DbError> {
        let id = self.id.as_str();
        let bad = |column| DbError::Inconsistent { table: TABLE, column, row: id.to_owned() };
        let metadata = match &self.metadata {
            None => BTreeMap::new(),
            Some(json) => serde_json::from_str(json).map_err(|_refused| bad("metadata"))?,
        };
        Ok(Section {
            id: read(id, TABLE, "id", id)?,
            text: SectionText {
                section_type: read(&self.section_type, TABLE, "section_type", id)?,
                parent: read_optional(self.parent_section.as_deref(), TABLE, "parent_section", id)?,
                display_order: self.display_order,
                metadata,
                name: self.name,
                description: self.description,
            },
            is_active: self.is_active,
            created_by: read(&self.created_by, TABLE, "created_by", id)?,
            created_at: Timestamp::from_micros(self.created_at),
            updated_at: Timestamp::from_micros(self.updated_at),
        })
    }
}

fn record((columns, created_by_username): (Columns, String)) -> Result<SectionRecord, DbError> {
    Ok(SectionRecord { section: columns.section()?, created_by_username })
}

/// Selects sections with the names of their creators. A macro, because the query's type differs per database.
macro_rules! joined {
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

/// Counts the active sections.
pub(crate) fn count_open(conn: &mut AnyConn) -> Result<u64, DbError> {
    let rows: i64 = archive_sections::table.filter(archive_sections::is_active).count().get_result(conn)?;
    Ok(exact(rows))
}

/// Applies a change, or returns why it cannot be.
fn apply(conn: &mut AnyConn, change: &SectionChange) -> Result<Result<(), SectionRefusal>, DbError> {
    // Two sections that move at once must not get below each other, and two new ones not both find the last room.
    lock(conn, AdvisoryLock::Archive)?;
    let after = change.after();
    let columns = Columns::of(after)?;
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
            if diesel::update(row).set(columns).execute(conn)? != 1 {
                return Err(DbError::Stale);
            }
        }
    }
    Ok(Ok(()))
}

/// Returns every section with its parent.
fn nodes(conn: &mut AnyConn) -> Result<Vec<(SectionId, Option<SectionId>)>, DbError> {
    let rows: Vec<(String, Option<String>)> = archive_sections::table
        .select((archive_sections::id, archive_sections::parent_section))
        .load(conn)?;
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
                on_both!(conn, |c| joined!().order(archive_sections::position.asc()).load(c))?;
            let listed = rows.into_iter().filter(|(columns, _)| with_inactive || columns.is_active);
            listed.map(record).collect()
        })
        .await
    }

    async fn find(&self, id: SectionId) -> Result<Option<SectionRecord>, StoreError> {
        self.read(move |conn| {
            let row: Option<(Columns, String)> =
                on_both!(conn, |c| joined!().filter(archive_sections::id.eq(id.to_string())).first(c))
                    .optional()?;
            row.map(record).transpose()
        })
        .await
    }

    async fn commit(&self, change: Audited<SectionChange>) -> Result<Result<(), SectionRefusal>, StoreError> {
        self.commit_or_refuse(change, apply).await
    }
}
