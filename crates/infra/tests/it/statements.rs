//! The number of statements of a read does not depend on its number of rows.

use crate::documents::{owners, publish};
use crate::harness::{Fixture, batch, on_each_database};
use crate::uploads::finished;
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use facility_documents::ports::VersionRepository as _;
use facility_documents::versions::VersionRecord;
use facility_documents::view::view;
use facility_documents::visibility::testing::{document, everything};
use facility_files::file::FilePath;
use facility_infra::testing::TestDatabase;
use facility_kernel::{Clearance, PageRequest, UploadId};
use std::sync::Mutex;

on_each_database![files_of_a_page_of_versions_take_one_statement];

/// The statements of all connections that were opened since [`recording`] was called, with their values.
static STATEMENTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Recorder;

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            STATEMENTS.lock().unwrap().push(query.to_string());
        }
    }
}

/// Reopens the database with connections that record their statements.
pub fn recording(database: TestDatabase) -> Fixture {
    set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap();
    Fixture::over(database)
}

/// Takes the recorded statements.
pub fn recorded() -> Vec<String> {
    std::mem::take(&mut STATEMENTS.lock().unwrap())
}

async fn files_of_a_page_of_versions_take_one_statement(f: Fixture) {
    owners(&f).await;
    let present = document(1, 1, 1);
    publish(&f, &present).await;
    let mut files: Vec<UploadId> = Vec::new();
    for n in 1..=10 {
        files.push(finished(&f, n, 1).await);
    }
    let rows = (1..).zip(&files).map(|(n, file)| {
        let path = FilePath::of(*file);
        let columns = "(id, document_id, version_number, title, category, clearance_level, file_path, created_by, created_at, preview, content)";
        format!(
            "INSERT INTO document_versions {columns} SELECT '00000000-0000-4000-8000-{n:012}', id, {n}, 'Gate', 'OTHER', 1, '{path}', \
             submitted_by, {n}, 'Text', 'Text' FROM documents;"
        )
    });
    let rows: String = rows.collect();
    f.db.write(move |conn| batch(conn, &rows)).await.unwrap();
    f.execute("UPDATE documents SET version = 11").await.unwrap();
    let f = recording(f.database);
    recorded();
    let attachments = |item: &VersionRecord| view(item.document.clone(), &everything()).files;
    for with_content in [false, true] {
        let repo = f.db.clone();
        let page = repo.list(present.id, Clearance::MAX, with_content, PageRequest::FIRST).await.unwrap();
        let known = page.items.iter().filter(|item| !attachments(item).is_empty()).count();
        assert_eq!((page.items.len(), known), (11, 10));
        let statements = recorded();
        let of_files = statements.iter().filter(|sql| files.iter().any(|file| sql.contains(&file.to_string())));
        assert_eq!(of_files.count(), 1, "{statements:#?}");
    }
}
