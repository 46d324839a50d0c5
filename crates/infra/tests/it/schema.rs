//! The schema of a migrated database, as `migrations/schema.DATABASE.sql` shows it, and migrated databases of other
//! programs.

use crate::harness::{Fixture, on_each_database};
use std::path::Path;

on_each_database![
    a_migrated_database_has_the_written_schema,
    a_database_newer_than_the_binary_is_refused,
    a_database_made_by_another_text_of_a_migration_is_refused,
    a_database_from_before_checksums_is_taken_over_if_it_has_the_schema,
];

/// With `FACILITY_WRITE_SCHEMA` set, writes the file instead.
async fn a_migrated_database_has_the_written_schema(f: Fixture) {
    let name = if f.is_sqlite() { "schema.sqlite.sql" } else { "schema.postgres.sql" };
    let schema = facility_infra::testing::schema(&f.db).await.unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(name);
    #[expect(clippy::disallowed_methods, reason = "the environment asks for the file")]
    if std::env::var("FACILITY_WRITE_SCHEMA").is_ok() {
        std::fs::write(&path, &schema).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == schema, "{name} is not what the migrations make: run this test with FACILITY_WRITE_SCHEMA=1");
}

/// Opens the database as a starting server does, and returns why it was refused.
async fn refused(f: &Fixture) -> Option<String> {
    let target = f.database.target().clone();
    let opened = tokio::task::spawn_blocking(move || facility_infra::testing::open(&target).map(drop));
    opened.await.unwrap().err().map(|error| error.to_string())
}

/// Imitates a later release: a migration that this binary does not know.
const FROM_THE_FUTURE: &str = "INSERT INTO facility_migrations (version, checksum) VALUES ('9001', '')";

async fn a_database_newer_than_the_binary_is_refused(f: Fixture) {
    f.execute(FROM_THE_FUTURE).await.unwrap();
    let message = refused(&f).await.unwrap();
    assert!(message.starts_with("the database is newer than this program: it holds migration 9001"), "{message}");
    assert_eq!(f.count("SELECT count(*) AS n FROM users").await, 0);
}

async fn a_database_made_by_another_text_of_a_migration_is_refused(f: Fixture) {
    f.execute("UPDATE facility_migrations SET checksum = 'c0ffee' WHERE version = '0001'").await.unwrap();
    let message = refused(&f).await.unwrap();
    let start = "this database was made by another version of migration 0001: its checksum is c0ffee, and ";
    let own = message.strip_prefix(start).unwrap_or_else(|| panic!("{message}"));
    assert!(own.contains(" in this program. Start the program that made it"), "{message}");
    assert_eq!(own.find(' '), Some(64), "{message}");
}

async fn a_database_from_before_checksums_is_taken_over_if_it_has_the_schema(f: Fixture) {
    let before = "ALTER TABLE facility_migrations DROP COLUMN checksum; \
         ALTER TABLE facility_migrations RENAME TO __diesel_schema_migrations";
    let all = f.count("SELECT count(*) AS n FROM facility_migrations").await;
    f.execute(before).await.unwrap();
    assert_eq!(refused(&f).await, None);
    assert_eq!(f.count("SELECT count(*) AS n FROM facility_migrations WHERE length(checksum) = 64").await, all);
    assert_eq!(refused(&f).await, None);

    f.execute(before).await.unwrap();
    f.execute("ALTER TABLE site_settings ADD COLUMN motto TEXT").await.unwrap();
    let message = refused(&f).await.unwrap();
    assert!(message.starts_with("this database is from before migrations had checksums"), "{message}");
    assert_eq!(f.count("SELECT count(*) AS n FROM __diesel_schema_migrations").await, all, "it is unchanged");
}
