//! The steps of the approval of submissions and of edits.

use crate::db::conn::AnyConn;
use crate::db::error::DbError;
use crate::db::schema::submission_steps;
use crate::on_both;
use crate::storage::read;
use crate::storage::submissions::resubmissions::{ItemTables, among};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text};
use facility_kernel::{SubmissionId, Timestamp};
use facility_submissions::case::{Status, Step};
use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

named_row! {
    struct Row {
        id: String,
        item: String,
        step_number: i32,
        approver_id: String,
        approver_username: String,
        status: String,
        comments: Option<String>,
        approved_at: i64,
    }
}

impl Row {
    fn step<Id: FromStr>(self, ItemTables { steps: table, of, .. }: ItemTables) -> Result<Step<Id>, DbError> {
        let bad = |column| DbError::Inconsistent { table, column, row: self.id.clone() };
        Ok(Step {
            id: read(&self.id, table, "id", &self.id)?,
            item: read(&self.item, table, of, &self.id)?,
            approver_id: read(&self.approver_id, table, "approver_id", &self.id)?,
            status: Status::parse(&self.status).ok_or_else(|| bad("status"))?,
            step_number: self.step_number,
            approver_username: self.approver_username,
            comments: self.comments,
            approved_at: Timestamp::from_micros(self.approved_at),
        })
    }
}

/// Returns the steps of the items with these ids, in order.
pub(crate) fn of<Id: FromStr + Eq + Hash + Copy>(
    conn: &mut AnyConn,
    tables: ItemTables,
    ids: Vec<&str>,
) -> Result<HashMap<Id, Vec<Step<Id>>>, DbError> {
    let mut found = HashMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let ItemTables { steps, of, .. } = tables;
    let statement = format!(
        "SELECT id, {of} AS item, step_number, approver_id, approver_username, status, comments, approved_at \
         FROM {steps} WHERE {of} {} ORDER BY step_number",
        among(conn)
    );
    let query = diesel::sql_query(statement);
    let rows: Vec<Row> = match conn {
        AnyConn::Sqlite(c) => query.bind::<Text, _>(serde_json::json!(ids).to_string()).load(c)?,
        AnyConn::Pg(c) => query.bind::<Array<Text>, _>(ids).load(c)?,
    };
    for row in rows {
        let step: Step<Id> = row.step(tables)?;
        found.entry(step.item).or_default().push(step);
    }
    Ok(found)
}

pub(crate) fn delete(conn: &mut AnyConn, submission: SubmissionId) -> Result<(), DbError> {
    let steps = submission_steps::table.filter(submission_steps::submission_id.eq(submission.to_string()));
    diesel::delete(steps).execute(conn)?;
    Ok(())
}

pub(crate) fn insert<Id: Display>(conn: &mut AnyConn, tables: ItemTables, step: &Step<Id>) -> Result<(), DbError> {
    let ItemTables { steps, of, .. } = tables;
    let statement = format!(
        "INSERT INTO {steps} (id, {of}, step_number, approver_id, approver_username, status, comments, approved_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let insert = diesel::sql_query(statement)
        .bind::<Text, _>(step.id.to_string())
        .bind::<Text, _>(step.item.to_string())
        .bind::<Integer, _>(step.step_number)
        .bind::<Text, _>(step.approver_id.to_string())
        .bind::<Text, _>(&step.approver_username)
        .bind::<Text, _>(step.status.as_str())
        .bind::<Nullable<Text>, _>(step.comments.as_deref())
        .bind::<BigInt, _>(step.approved_at.as_micros());
    on_both!(conn, |c| insert.execute(c))?;
    Ok(())
}
