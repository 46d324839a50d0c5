//! Tests of the migration runner that need its private parts.

use super::*;
use diesel_migrations::FileBasedMigrations;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use tempfile::TempDir;

/// A database and its own migrations, in one folder.
struct Trial {
    folder: TempDir,
}

const FAMILY: &str = "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE);
    CREATE INDEX children_parent ON children (parent);
    CREATE TRIGGER parents_kept BEFORE DELETE ON parents BEGIN SELECT RAISE(ABORT, 'parents are kept'); END;";
/// Rebuilds the table that the others reference, with another column.
const REBUILD: &str =
    "CREATE TABLE parents_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''), age INT);
    INSERT INTO parents_new (id, name) SELECT id, name FROM parents;
    DROP TABLE parents;
    ALTER TABLE parents_new RENAME TO parents;
    CREATE TRIGGER parents_kept BEFORE DELETE ON parents BEGIN SELECT RAISE(ABORT, 'parents are kept'); END;";

/// Writes a migration into a folder of migrations.
fn write(folder: &std::path::Path, name: &str, up: &str) {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("up.sql"), up).unwrap();
    std::fs::write(folder.join("down.sql"), "SELECT 1").unwrap();
}

impl Trial {
    /// Creates the first version, with a parent and two children.
    fn filled() -> Self {
        let trial = Self { folder: tempfile::tempdir().unwrap() };
        trial.add("0001_family", FAMILY);
        trial.migrate().unwrap();
        trial.execute("INSERT INTO parents VALUES (1, 'Mercer'); INSERT INTO children VALUES (1, 1), (2, 1)");
        trial
    }

    fn add(&self, name: &str, up: &str) {
        write(&self.folder.path().join("migrations"), name, up);
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("facility.db")
    }

    fn migrate(&self) -> Result<(), MigrationError> {
        let source = FileBasedMigrations::from_path(self.folder.path().join("migrations")).unwrap();
        let path = self.path().display().to_string();
        sqlite(&Target::Sqlite(path.clone()), &path, &source)
    }

    /// Executes SQL on a connection like the server's, with foreign keys enforced.
    fn execute(&self, sql: &str) {
        self.try_execute(sql).unwrap();
    }

    fn try_execute(&self, sql: &str) -> diesel::QueryResult<()> {
        let target = Target::Sqlite(self.path().display().to_string());
        connect(&target, Access::Write).unwrap().batch_execute(sql)
    }

    fn count(&self, file: &str, table: &str) -> i64 {
        let mut conn = SqliteConnection::establish(self.folder.path().join(file).to_str().unwrap()).unwrap();
        diesel::sql_query(format!("SELECT count(*) AS n FROM {table}"))
            .get_result::<Count>(&mut conn)
            .unwrap()
            .n
    }

    fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.starts_with("facility.db.before"))
            .collect();
        names.sort_unstable();
        names
    }
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    n: i64,
}

#[test]
fn referenced_table_can_be_rebuilt() {
    let trial = Trial::filled();
    trial.add("0002_rebuild", REBUILD);
    trial.migrate().unwrap();
    // Dropping the old table deleted no child, and the new one is referenced like the old one.
    assert_eq!(trial.count("facility.db", "children"), 2);
    trial.execute("UPDATE parents SET age = 40 WHERE id = 1");
    assert!(
        trial.try_execute("INSERT INTO children VALUES (3, 9)").is_err(),
        "references are enforced again"
    );
    assert!(trial.try_execute("DELETE FROM parents").is_err(), "the trigger is there again");
}

#[test]
fn migration_with_a_dangling_reference_is_rolled_back() {
    let trial = Trial::filled();
    trial.add("0002_loss", "DROP TRIGGER parents_kept; DELETE FROM parents");
    let refused = trial.migrate().unwrap_err();
    assert!(
        matches!(&refused, MigrationError::DanglingReference { table, parent }
            if table == "children" && parent == "parents"),
        "{refused}"
    );
    assert_eq!(trial.count("facility.db", "parents"), 1);
}

#[test]
fn failed_migration_rolls_back_those_before_it() {
    let trial = Trial::filled();
    trial.add("0002_rebuild", REBUILD);
    trial.add("0003_broken", "CREATE TABLE fine (id INT); INSERT INTO nowhere VALUES (1)");
    let refused = trial.migrate().unwrap_err();
    assert!(matches!(&refused, MigrationError::Failed { version, .. } if version == "0003"), "{refused}");
    assert!(trial.try_execute("UPDATE parents SET age = 40").is_err(), "the rebuilt table is gone");
    trial.add("0003_broken", "CREATE TABLE fine (id INT)");
    trial.migrate().unwrap();
    trial.execute("UPDATE parents SET age = 40; INSERT INTO fine VALUES (1)");
}

#[test]
fn a_database_with_data_is_copied_before_an_upgrade_and_only_then() {
    let trial = Trial::filled();
    trial.migrate().unwrap();
    assert_eq!(trial.files(), [""; 0], "nothing was pending");
    trial.add("0002_rebuild", REBUILD);
    trial.add("0003_more", "DROP TRIGGER parents_kept; DELETE FROM children; DELETE FROM parents");
    trial.migrate().unwrap();
    assert_eq!(trial.files(), ["facility.db.before-0002"]);
    assert_eq!(trial.count("facility.db", "parents"), 0);
    assert_eq!(trial.count("facility.db.before-0002", "children"), 2);
    let copy = trial.folder.path().join("facility.db.before-0002");
    assert_eq!(std::fs::metadata(copy).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_database_that_cannot_be_copied_is_not_upgraded() {
    let trial = Trial::filled();
    trial.add("0002_rebuild", REBUILD);
    // A file cannot replace a folder of that name.
    let blocked = trial.folder.path().join("facility.db.before-0002");
    std::fs::create_dir(&blocked).unwrap();
    let refused = trial.migrate().unwrap_err();
    assert!(matches!(refused, MigrationError::Backup { .. }), "{refused}");
    assert_eq!(trial.files(), ["facility.db.before-0002"], "no incomplete copy is left");
    assert!(trial.try_execute("UPDATE parents SET age = 40").is_err(), "nothing was upgraded");
    std::fs::remove_dir(&blocked).unwrap();
    trial.migrate().unwrap();
    assert_eq!(trial.count("facility.db.before-0002", "children"), 2);
}

#[test]
fn a_database_newer_than_the_program_is_refused_and_not_touched() {
    let trial = Trial::filled();
    trial.add("0002_rebuild", REBUILD);
    trial.migrate().unwrap();
    std::fs::remove_dir_all(trial.folder.path().join("migrations/0002_rebuild")).unwrap();
    let refused = trial.migrate().unwrap_err();
    assert!(
        matches!(&refused, MigrationError::Newer { version, newest } if version == "0002" && newest == "0001"),
        "{refused}"
    );
}

#[test]
fn versions_with_the_log_reset_bug_are_refused() {
    for bad in ["3.40.1", "3.51.2", "3.51", "2.99.99", ""] {
        assert!(!is_sound(bad), "{bad}");
    }
    for good in ["3.51.3", "3.53.2", "4.0.0"] {
        assert!(is_sound(good), "{good}");
    }
}

/// Migrations of PostgreSQL that a test makes, in a folder of their own, and their database. `None` without a server.
fn on_postgres() -> Option<(crate::testing::TestDatabase, TempDir)> {
    #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
    let url = std::env::var("FACILITY_TEST_POSTGRES_URL").ok()?;
    let folder = tempfile::tempdir().unwrap();
    for (name, up) in [
        ("0001_rooms", "CREATE TABLE rooms (name TEXT NOT NULL); INSERT INTO rooms VALUES ('gate')"),
        ("0002_lamps", "CREATE TABLE lamps (name TEXT NOT NULL); INSERT INTO lamps SELECT name FROM rooms"),
    ] {
        write(folder.path(), name, up);
    }
    Some((crate::testing::TestDatabase::empty_postgres(&url).unwrap(), folder))
}

fn migrate_postgres(target: &Target, folder: &std::path::Path) -> Result<(), MigrationError> {
    let Target::Postgres(url) = target else { panic!("not a database of PostgreSQL") };
    postgres(url, &FileBasedMigrations::from_path(folder).unwrap())
}

fn rows(target: &Target, table: &str) -> i64 {
    let sql = format!("SELECT count(*) AS n FROM {table}");
    let mut conn = connect(target, Access::Write).unwrap();
    diesel::sql_query(sql).get_result::<Count>(&mut conn).unwrap().n
}

#[test]
fn nodes_that_start_together_run_each_migration_of_postgresql_once() {
    let Some((database, folder)) = on_postgres() else { return };
    let target = database.target();
    std::thread::scope(|scope| {
        let started: Vec<_> =
            (0..4).map(|_| scope.spawn(|| migrate_postgres(target, folder.path()))).collect();
        for node in started {
            node.join().unwrap().unwrap();
        }
    });
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (1, 1));
}

#[test]
fn failed_migration_of_postgresql_leaves_those_before_it() {
    let Some((database, folder)) = on_postgres() else { return };
    let target = database.target();
    write(folder.path(), "0003_broken", "DELETE FROM rooms; INSERT INTO nowhere VALUES (1)");
    let refused = migrate_postgres(target, folder.path()).unwrap_err();
    assert!(matches!(&refused, MigrationError::Failed { version, .. } if version == "0003"), "{refused}");
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (1, 1));
    write(folder.path(), "0003_broken", "DELETE FROM rooms");
    migrate_postgres(target, folder.path()).unwrap();
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (0, 1));
}
