//! The records that entries of the audit log are about.

use crate::db::Database;
use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::{archive_sections, document_edits, documents, submissions, templates, users};
use crate::storage::{clearance, read, read_optional};
use async_trait::async_trait;
use diesel::prelude::*;
use facility_audit::action::EntityType;
use facility_kernel::{DocumentId, StoreError};
use facility_oversight::ports::{Subject, SubjectKey, SubjectQueries};
use std::collections::HashMap;

/// The types of entities that have subjects.
const WITH_SUBJECTS: [EntityType; 6] = [
    EntityType::Document,
    EntityType::Submission,
    EntityType::Edit,
    EntityType::Template,
    EntityType::Section,
    EntityType::User,
];

fn titled_documents(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(String, String, i32)> = documents::table
        .filter(documents::id.eq_any(ids))
        .select((documents::id, documents::title, documents::clearance_level))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, name, required)| {
            let level = Some(clearance(required, "documents", "clearance_level", &id)?);
            let document = Some(read(&id, "documents", "id", &id)?);
            Ok((id, Subject { name, level, document }))
        })
        .collect()
}

/// A published submission has the title and the level of its document.
fn titled_submissions(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    let rows: Vec<(String, String, Option<i32>, Option<String>)> = submissions::table
        .filter(submissions::id.eq_any(ids))
        .select((submissions::id, submissions::title, submissions::assigned_clearance_level, submissions::document_id))
        .load(conn)?;
    let published: Vec<&str> = rows.iter().filter_map(|row| row.3.as_deref()).collect();
    let mut published: HashMap<String, Subject> = titled_documents(conn, &published)?.into_iter().collect();
    let mut found = Vec::new();
    for (id, name, assigned, document) in rows {
        let document: Option<DocumentId> = read_optional(document.as_deref(), "submissions", "document_id", &id)?;
        let subject = if let Some(document) = document {
            published.remove(&document.to_string())
        } else {
            let level =
                assigned.map(|assigned| clearance(assigned, "submissions", "clearance_level", &id)).transpose()?;
            Some(Subject { name, level, document: None })
        };
        found.extend(subject.map(|subject| (id, subject)));
    }
    Ok(found)
}

/// An edit's id and title, its three levels, and its document.
type TitledEdit = (String, String, (i32, i32, i32), String);

/// An edit has its own title, and the highest of its levels.
fn titled_edits(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    let rows: Vec<TitledEdit> = document_edits::table
        .inner_join(documents::table.on(documents::id.eq(document_edits::document_id)))
        .filter(document_edits::id.eq_any(ids))
        .select((
            document_edits::id,
            document_edits::title,
            (document_edits::clearance_level, document_edits::base_clearance, documents::clearance_level),
            document_edits::document_id,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, name, (proposed, base, present), document)| {
            let level = Some(clearance(proposed.max(base).max(present), "document_edits", "clearance_level", &id)?);
            let document = Some(read(&document, "document_edits", "document_id", &id)?);
            Ok((id, Subject { name, level, document }))
        })
        .collect()
}

fn named_accounts(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    let rows: Vec<(String, String)> = users::table
        .filter(users::id.eq_any(ids).and(users::deleted_at.is_null()))
        .select((users::id, users::username))
        .load(conn)?;
    Ok(rows.into_iter().map(|(id, name)| (id, Subject { name, level: None, document: None })).collect())
}

fn named_templates(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    let rows: Vec<(String, String, i32)> = templates::table
        .filter(templates::id.eq_any(ids))
        .select((templates::id, templates::name, templates::required_clearance))
        .load(conn)?;
    rows.into_iter()
        .map(|(id, name, required)| {
            let level = Some(clearance(required, "templates", "clearance_level", &id)?);
            Ok((id, Subject { name, level, document: None }))
        })
        .collect()
}

fn named_sections(conn: &mut AnyConn, ids: &[&str]) -> Result<Vec<(String, Subject)>, DbError> {
    let rows: Vec<(String, String)> = archive_sections::table
        .filter(archive_sections::id.eq_any(ids))
        .select((archive_sections::id, archive_sections::name))
        .load(conn)?;
    Ok(rows.into_iter().map(|(id, name)| (id, Subject { name, level: None, document: None })).collect())
}

#[async_trait]
impl SubjectQueries for Database {
    async fn find(&self, keys: Vec<SubjectKey>) -> Result<HashMap<SubjectKey, Subject>, StoreError> {
        self.read(move |conn| {
            let mut found = HashMap::new();
            for entity_type in WITH_SUBJECTS {
                let of_type = keys.iter().filter(|key| key.entity_type == entity_type);
                let ids: Vec<&str> = of_type.map(|key| key.id.as_str()).collect();
                let rows = match entity_type {
                    _ if ids.is_empty() => continue,
                    EntityType::Document => titled_documents(conn, &ids)?,
                    EntityType::Submission => titled_submissions(conn, &ids)?,
                    EntityType::Edit => titled_edits(conn, &ids)?,
                    EntityType::Template => named_templates(conn, &ids)?,
                    EntityType::Section => named_sections(conn, &ids)?,
                    _ => named_accounts(conn, &ids)?,
                };
                found.extend(rows.into_iter().map(|(id, subject)| (SubjectKey { entity_type, id }, subject)));
            }
            Ok(found)
        })
        .await
    }
}
