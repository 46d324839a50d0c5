//! The site settings.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{audit_log, counters, site_settings};
use crate::storage::users::administrators;
use crate::storage::{AdvisoryLock, lock};
use async_trait::async_trait;
use diesel::dsl::auto_type;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use facility_audit::entry::Audited;
use facility_kernel::{StoreError, Timestamp};
use facility_users::ports::SiteRepository;
use facility_users::site::{SiteChange, SiteSettings};

/// The content-changed timestamp as of the newest audit entry. Null if there is none.
#[auto_type]
fn content_changed_at() -> _ {
    let one: i64 = 1;
    audit_log::table.select(audit_log::content_changed_at).order(audit_log::number.desc()).limit(one).single_value()
}

/// The number of texts of published files that were read. Each of them changed what searches find, without an audit
/// entry, and counts as a microsecond. Null if there is none.
#[auto_type]
fn texts_read() -> _ {
    counters::table.filter(counters::name.eq("file_texts")).select(counters::value).single_value()
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = site_settings)]
pub(crate) struct Row {
    is_locked: bool,
    two_factor_required: bool,
    updated_at: i64,
    #[diesel(select_expression = content_changed_at(), select_expression_type = content_changed_at)]
    content_changed_at: Option<i64>,
    #[diesel(select_expression = texts_read(), select_expression_type = texts_read)]
    texts_read: Option<i64>,
}

impl From<Row> for SiteSettings {
    fn from(row: Row) -> Self {
        Self {
            is_locked: row.is_locked,
            two_factor_required: row.two_factor_required,
            updated_at: Timestamp::from_micros(row.updated_at),
            content_changed_at: row.content_changed_at.map_or(Timestamp::EPOCH, |changed| {
                Timestamp::from_micros(changed.saturating_add(row.texts_read.unwrap_or_default()))
            }),
        }
    }
}

/// Returns the current settings.
pub(crate) fn settings(conn: &mut AnyConn) -> Result<SiteSettings, DbError> {
    let row: Option<Row> = site_settings::table.select(Row::as_select()).first(conn).optional()?;
    Ok(row.ok_or(DbError::NoSettings)?.into())
}

/// The present members of a change.
#[derive(AsChangeset)]
#[diesel(table_name = site_settings)]
struct Changed {
    is_locked: Option<bool>,
    two_factor_required: Option<bool>,
    updated_at: i64,
}

/// Applies the change that was decided at `now`. Errors: [`DbError::Stale`] if it changes nothing, or if it would
/// require second factors while no administrator has one.
fn apply(conn: &mut AnyConn, change: SiteChange, now: Timestamp) -> Result<(), DbError> {
    if change.two_factor_required == Some(true) {
        // An administrator who turns theirs off at the same time waits for this transaction, and then finds that it is
        // required.
        lock(conn, AdvisoryLock::Administrators)?;
        if !administrators::have_second_factor(conn, None)? {
            return Err(DbError::Stale);
        }
    }
    let changed = Changed {
        is_locked: change.is_locked,
        two_factor_required: change.two_factor_required,
        updated_at: now.as_micros(),
    };
    // An absent member changes nothing.
    let is_locked = change.is_locked.unwrap_or(false);
    let lock_differs = site_settings::is_locked.ne(is_locked).and(change.is_locked.is_some().into_sql::<Bool>());
    let required = change.two_factor_required.unwrap_or(false);
    let factor_differs =
        site_settings::two_factor_required.ne(required).and(change.two_factor_required.is_some().into_sql::<Bool>());
    let differing = site_settings::table.filter(lock_differs.or(factor_differs));
    if diesel::update(differing).set(&changed).execute(conn)? == 1 {
        return Ok(());
    }
    settings(conn)?;
    Err(DbError::Stale)
}

#[async_trait]
impl SiteRepository for Database {
    async fn settings(&self) -> Result<SiteSettings, StoreError> {
        self.read_at_once(settings).await
    }

    async fn commit(&self, change: Audited<SiteChange>) -> Result<(), StoreError> {
        let now = change.entry().timestamp;
        self.commit(change, move |conn, change| apply(conn, *change, now)).await
    }
}
