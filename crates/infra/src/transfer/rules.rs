//! The rules for the records of an archive, which imports and the check of an export apply.

use super::catalog::{DOCUMENTS, TRASHED_ROWS, Table};
use super::columns::Column;
use super::progress::{Progress, Step};
use super::reader::{Content, walk};
use super::trashed::Sources;
use super::{catalog, columns, insert, lines, store, sums};
use crate::db::conn::{Access, AnyConn, Target};
use crate::opening::open;
use facility_transfer::error::TransferError;
use facility_transfer::front_matter;
use facility_transfer::front_matter::Fields;
use facility_transfer::manifest::Manifest;
use facility_transfer::member::Member;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;

/// The columns of the tables, and the number of records of each kind so far.
#[derive(Default)]
pub(super) struct Rules {
    columns: HashMap<&'static str, Vec<Column>>,
    /// The tables whose rows can be in the trash, read with the first such row.
    sources: Option<Sources>,
    seen: BTreeMap<&'static str, u64>,
}

impl Rules {
    /// Checks a record, and adds the fields that are not exported. Errors: what is wrong with this member.
    pub(super) fn check(
        &mut self,
        conn: &mut AnyConn,
        table: &'static Table,
        member: &str,
        fields: &mut Fields,
    ) -> Result<(), TransferError> {
        *self.seen.entry(table.kind).or_default() += 1;
        if !self.columns.contains_key(table.name) {
            let columns = columns::of(conn, table, true).map_err(store)?;
            self.columns.insert(table.name, insert::completed(table, columns));
        }
        let columns = self.columns.get(table.name).map_or(&[][..], Vec::as_slice);
        let damaged = |reason| TransferError::damaged(member, reason);
        insert::check(table, columns, fields).map_err(damaged)?;
        if table.name == TRASHED_ROWS.name {
            if self.sources.is_none() {
                self.sources = Some(Sources::read(conn).map_err(store)?);
            }
            self.sources.as_ref().map_or(Ok(()), |sources| sources.check(fields)).map_err(damaged)?;
        }
        Ok(())
    }

    /// Checks that there were as many records as the manifest counts. Errors: the numbers of a kind differ.
    pub(super) fn check_counts(&self, manifest: &Manifest) -> Result<(), TransferError> {
        for (kind, expected) in &manifest.counts {
            let seen = self.seen.get(kind.as_str()).copied().unwrap_or(0);
            if seen != *expected {
                let reason = format!("counts {expected} {kind}, and there are {seen}");
                return Err(TransferError::damaged(facility_transfer::member::MANIFEST, reason));
            }
        }
        Ok(())
    }
}

/// Calls `each` with every record of a member that contains records: its table, the member's name, its fields, and its
/// size in bytes.
pub(super) fn records(
    member: Member<'_>,
    content: &mut Content<'_>,
    mut each: impl FnMut(&'static Table, &str, Fields, usize) -> Result<(), TransferError>,
) -> Result<(), TransferError> {
    let name = content.name;
    match member {
        Member::Manifest | Member::AuditLog | Member::File(_) => Ok(()),
        Member::Document(id) => {
            let document = String::from_utf8(content.read_all()?)
                .map_err(|_refused| TransferError::damaged(name, "is not UTF-8"))?;
            let (mut fields, text) =
                front_matter::split(&document).map_err(|error| TransferError::damaged(name, error.to_string()))?;
            if fields.get("id").and_then(Value::as_str) != Some(&*id.to_string()) {
                return Err(TransferError::damaged(name, "has a different id than its name"));
            }
            fields.insert("content".to_owned(), json!(text));
            each(&DOCUMENTS, name, fields, document.len())
        }
        Member::Records(kind) => {
            let (table, _) =
                catalog::find(kind).ok_or_else(|| TransferError::damaged(name, "is of an unknown kind"))?;
            lines::each(name, &mut *content.bytes, |fields, size| each(table, name, fields, size))
        }
    }
}

/// Reads a finished archive as an import would, and changes nothing. `target` is a database of the version that is to
/// import it. Blocks; call it on a thread that may block.
///
/// Errors: an import would refuse it.
pub fn check(archive: &File, target: &Target, progress: &mut Progress<'_>) -> Result<(), TransferError> {
    let manifest = sums::verify(archive, progress)?;
    let mut conn = open(target, Access::Read).map_err(store)?;
    let mut rules = Rules::default();
    walk(archive, (Step::Checking, progress), |member, mut content| {
        records(member, &mut content, |table, name, mut fields, _size| rules.check(&mut conn, table, name, &mut fields))
    })?;
    rules.check_counts(&manifest)
}
