//! The settings of the site.

use crate::db::schema::site_settings;
use crate::db::{AnyConn, DbError, exactly_one};
use ::users::{SiteChange, SiteSettings};
use diesel::prelude::*;
use kernel::Timestamp;

#[derive(Queryable, Selectable)]
#[diesel(table_name = site_settings)]
pub(crate) struct Row {
    is_locked: bool,
    two_factor_required: bool,
    updated_at: i64,
    content_changed_at: i64,
}

impl From<Row> for SiteSettings {
    fn from(row: Row) -> Self {
        Self {
            is_locked: row.is_locked,
            two_factor_required: row.two_factor_required,
            updated_at: Timestamp::from_micros(row.updated_at),
            content_changed_at: Timestamp::from_micros(row.content_changed_at),
        }
    }
}

/// The settings as they are now.
pub(crate) fn settings(conn: &mut AnyConn) -> Result<SiteSettings, DbError> {
    let row: Row = site_settings::table.select(Row::as_select()).first(conn)?;
    Ok(row.into())
}

/// The members of a change that are there.
#[derive(AsChangeset)]
#[diesel(table_name = site_settings)]
struct Changed {
    is_locked: Option<bool>,
    two_factor_required: Option<bool>,
    updated_at: i64,
}

/// Makes the change that was decided at `now`.
pub(crate) fn apply(conn: &mut AnyConn, change: SiteChange, now: Timestamp) -> Result<(), DbError> {
    let changed = Changed {
        is_locked: change.is_locked,
        two_factor_required: change.two_factor_required,
        updated_at: now.as_micros(),
    };
    let touched = diesel::update(site_settings::table).set(&changed).execute(conn)?;
    exactly_one(touched)
}
