//! Tests of the migration runner that need its private items.

use super::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use tempfile::TempDir;

/// The texts of migrations by version.
type Texts = BTreeMap<&'static str, &'static str>;

/// Calls `run` with these migrations, which make this schema.
fn with_source<T>(texts: &Texts, schema: &str, run: impl FnOnce(&Source<'_>) -> T) -> T {
    let migrations: Vec<Migration<'_>> = texts.iter().map(|(version, up)| Migration { version, up }).collect();
    run(&Source { migrations: &migrations, schema })
}

/// A database and its own migrations.
struct Trial {
    folder: TempDir,
    texts: RefCell<Texts>,
}

const FAMILY: &str = "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents (id) ON DELETE CASCADE);
    CREATE INDEX children_parent ON children (parent);
    CREATE TRIGGER parents_kept BEFORE DELETE ON parents BEGIN SELECT RAISE(ABORT, 'parents are kept'); END;";
/// Rebuilds the referenced table, with an additional column.
const REBUILD: &str =
    "CREATE TABLE parents_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''), age INT);
    INSERT INTO parents_new (id, name) SELECT id, name FROM parents;
    DROP TABLE parents;
    ALTER TABLE parents_new RENAME TO parents;
    CREATE TRIGGER parents_kept BEFORE DELETE ON parents BEGIN SELECT RAISE(ABORT, 'parents are kept'); END;";

impl Trial {
    /// Creates the first version, with a parent and two children.
    fn filled() -> Self {
        let trial = Self { folder: tempfile::tempdir().unwrap(), texts: RefCell::default() };
        trial.add("0001", FAMILY);
        trial.migrate().unwrap();
        trial.execute("INSERT INTO parents VALUES (1, 'Mercer'); INSERT INTO children VALUES (1, 1), (2, 1)");
        trial
    }

    fn add(&self, version: &'static str, up: &'static str) {
        self.texts.borrow_mut().insert(version, up);
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("facility.db")
    }

    fn migrate(&self) -> Result<(), MigrationError> {
        let path = self.path().display().to_string();
        with_source(&self.texts.borrow(), "", |source| sqlite(&Target::Sqlite(path.clone()), &path, source))
    }

    fn plan(&self) -> Result<Plan, MigrationError> {
        with_source(&self.texts.borrow(), "", |source| plan(&Target::Sqlite(self.path().display().to_string()), source))
    }

    /// Executes SQL on a connection like the server's, with foreign keys enforced.
    fn execute(&self, sql: &str) {
        self.try_execute(sql).unwrap();
    }

    fn try_execute(&self, sql: &str) -> diesel::QueryResult<()> {
        let target = Target::Sqlite(self.path().display().to_string());
        open(&target, Access::Write).unwrap().batch_execute(sql)
    }

    fn count(&self, file: &str, table: &str) -> i64 {
        let mut conn = SqliteConnection::establish(self.folder.path().join(file).to_str().unwrap()).unwrap();
        diesel::sql_query(format!("SELECT count(*) AS n FROM {table}")).get_result::<Count>(&mut conn).unwrap().n
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

named_row! { struct Count { n: i64 } }

/// The SHA-256 of each released migration: version, on SQLite, on PostgreSQL.
const RELEASED: [(&str, &str, &str); 1] = [(
    "0001",
    "13077ced773447b90025de4035458fd2dc2098018a2cb35d2fe0471c92392e0a",
    "daf0cce81c3b372bf0090fed540cc35a131d08d2bc5d0f72bee98c810f4924c3",
)];

#[test]
fn released_migrations_never_change() {
    for (index, (version, on_sqlite, on_postgres)) in RELEASED.iter().enumerate() {
        for (source, released) in [(SQLITE, on_sqlite), (POSTGRES, on_postgres)] {
            assert_eq!(source[index].version, *version);
            assert_eq!(
                source[index].checksum(),
                **released,
                "databases have run migration {version}: restore it, and write another one (migrations/README.md)"
            );
        }
    }
}

#[test]
fn referenced_table_can_be_rebuilt() {
    let trial = Trial::filled();
    trial.add("0002", REBUILD);
    trial.migrate().unwrap();
    // Dropping the old table deleted no child, and the new one is referenced like the old one.
    assert_eq!(trial.count("facility.db", "children"), 2);
    trial.execute("UPDATE parents SET age = 40 WHERE id = 1");
    assert!(trial.try_execute("INSERT INTO children VALUES (3, 9)").is_err(), "references are enforced again");
    assert!(trial.try_execute("DELETE FROM parents").is_err(), "the trigger is there again");
}

#[test]
fn migration_with_a_dangling_reference_is_rolled_back() {
    let trial = Trial::filled();
    trial.add("0002", "DROP TRIGGER parents_kept; DELETE FROM parents");
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
    trial.add("0002", REBUILD);
    trial.add("0003", "CREATE TABLE fine (id INT); INSERT INTO nowhere VALUES (1)");
    let refused = trial.migrate().unwrap_err();
    assert!(matches!(&refused, MigrationError::Failed { version, .. } if version == "0003"), "{refused}");
    assert!(trial.try_execute("UPDATE parents SET age = 40").is_err(), "the rebuilt table is gone");
    trial.add("0003", "CREATE TABLE fine (id INT)");
    trial.migrate().unwrap();
    trial.execute("UPDATE parents SET age = 40; INSERT INTO fine VALUES (1)");
}

#[test]
fn a_database_with_data_is_copied_before_an_upgrade_and_only_then() {
    let trial = Trial::filled();
    trial.migrate().unwrap();
    assert_eq!(trial.files(), [""; 0], "nothing was pending");
    trial.add("0002", REBUILD);
    trial.add("0003", "DROP TRIGGER parents_kept; DELETE FROM children; DELETE FROM parents");
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
    trial.add("0002", REBUILD);
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
    trial.add("0002", REBUILD);
    trial.migrate().unwrap();
    trial.texts.borrow_mut().remove("0002");
    let refused = trial.migrate().unwrap_err();
    assert!(
        matches!(&refused, MigrationError::Newer { version, newest } if version == "0002" && newest == "0001"),
        "{refused}"
    );
}

#[test]
fn a_database_made_by_another_text_of_a_migration_is_refused_and_not_touched() {
    let trial = Trial::filled();
    let edited = "CREATE TABLE parents (id INTEGER PRIMARY KEY)";
    trial.add("0001", edited);
    trial.add("0002", "DELETE FROM children");
    let refused = trial.migrate().unwrap_err();
    let sum = |up| Migration { version: "0001", up }.checksum();
    assert!(
        matches!(&refused, MigrationError::Changed { version, stored, own }
            if version == "0001" && *stored == sum(FAMILY) && *own == sum(edited)),
        "{refused}"
    );
    assert_eq!((trial.count("facility.db", "children"), trial.files().len()), (2, 0));
}

#[test]
fn plan_names_what_would_run_and_changes_nothing() {
    let trial = Trial::filled();
    let plan = trial.plan().unwrap();
    assert_eq!((plan.last.as_deref(), plan.newest.as_str()), (Some("0001"), "0001"));
    assert_eq!((plan.pending, plan.copy), (Vec::new(), None));
    trial.add("0002", REBUILD);
    trial.add("0003", "DELETE FROM children");
    let before = std::fs::read(trial.path()).unwrap();
    let plan = trial.plan().unwrap();
    assert_eq!((plan.last.as_deref(), plan.newest.as_str()), (Some("0001"), "0003"));
    assert_eq!(plan.pending, ["0002", "0003"]);
    assert_eq!(plan.copy, Some(format!("{}.before-0002", trial.path().display())));
    assert_eq!(std::fs::read(trial.path()).unwrap(), before);
    assert_eq!((trial.count("facility.db", "children"), trial.files().len()), (2, 0));
    trial.migrate().unwrap();
    trial.texts.borrow_mut().remove("0003");
    let refused = trial.plan().unwrap_err();
    assert!(matches!(&refused, MigrationError::Newer { version, .. } if version == "0003"), "{refused}");
}

#[test]
fn database_of_another_program_is_refused_and_not_touched() {
    let trial = Trial { folder: tempfile::tempdir().unwrap(), texts: RefCell::default() };
    let mut conn = SqliteConnection::establish(trial.path().to_str().unwrap()).unwrap();
    conn.batch_execute("CREATE TABLE songs (title TEXT)").unwrap();
    trial.add("0001", FAMILY);
    let before = std::fs::read(trial.path()).unwrap();
    let refused = trial.plan().unwrap_err();
    assert!(matches!(&refused, MigrationError::Foreign { table } if table == "songs"), "{refused}");
    assert_eq!(std::fs::read(trial.path()).unwrap(), before);
    assert!(matches!(trial.migrate(), Err(MigrationError::Foreign { .. })));
    assert!(trial.try_execute("INSERT INTO parents VALUES (1, 'x')").is_err(), "nothing was made");
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

/// Migrations of PostgreSQL, and their database. `None` without a server.
fn on_postgres() -> Option<(crate::testing::TestDatabase, Texts)> {
    #[expect(clippy::disallowed_methods, reason = "the environment names the test server")]
    let url = std::env::var("FACILITY_TEST_POSTGRES_URL").ok()?;
    let texts = BTreeMap::from([
        ("0001", "CREATE TABLE rooms (name TEXT NOT NULL); INSERT INTO rooms VALUES ('gate')"),
        ("0002", "CREATE TABLE lamps (name TEXT NOT NULL); INSERT INTO lamps SELECT name FROM rooms"),
    ]);
    Some((crate::testing::TestDatabase::empty_postgres(&url).unwrap(), texts))
}

fn migrate_postgres(target: &Target, texts: &Texts) -> Result<(), MigrationError> {
    let Target::Postgres(url) = target else { panic!("not a database of PostgreSQL") };
    with_source(texts, "", |source| postgres(url, source))
}

fn rows(target: &Target, table: &str) -> i64 {
    let sql = format!("SELECT count(*) AS n FROM {table}");
    let mut conn = open(target, Access::Write).unwrap();
    diesel::sql_query(sql).get_result::<Count>(&mut conn).unwrap().n
}

#[test]
fn nodes_that_start_together_run_each_migration_of_postgresql_once() {
    let Some((database, texts)) = on_postgres() else { return };
    let target = database.target();
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..4).map(|_| scope.spawn(|| migrate_postgres(target, &texts))).collect();
        for node in started {
            node.join().unwrap().unwrap();
        }
    });
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (1, 1));
}

#[test]
fn plan_on_postgresql_names_what_would_run_and_refuses_another_program() {
    let Some((database, mut texts)) = on_postgres() else { return };
    let target = database.target();
    let plan_of = |texts: &Texts| with_source(texts, "", |source| plan(target, source));
    let planned = plan_of(&texts).unwrap();
    assert_eq!((planned.last, planned.pending), (None, vec!["0001".to_owned(), "0002".to_owned()]));
    open(target, Access::Write).unwrap().batch_execute("CREATE TABLE songs (title TEXT)").unwrap();
    assert!(matches!(plan_of(&texts), Err(MigrationError::Foreign { table }) if table == "songs"));
    assert!(matches!(migrate_postgres(target, &texts), Err(MigrationError::Foreign { .. })));
    open(target, Access::Write).unwrap().batch_execute("DROP TABLE songs").unwrap();
    migrate_postgres(target, &texts).unwrap();
    texts.insert("0003", "DELETE FROM rooms");
    let planned = plan_of(&texts).unwrap();
    assert_eq!((planned.last.as_deref(), planned.pending), (Some("0002"), vec!["0003".to_owned()]));
    assert_eq!((planned.copy, rows(target, "rooms")), (None, 1));
}

#[test]
fn failed_migration_of_postgresql_leaves_those_before_it() {
    let Some((database, mut texts)) = on_postgres() else { return };
    let target = database.target();
    texts.insert("0003", "DELETE FROM rooms; INSERT INTO nowhere VALUES (1)");
    let refused = migrate_postgres(target, &texts).unwrap_err();
    assert!(matches!(&refused, MigrationError::Failed { version, .. } if version == "0003"), "{refused}");
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (1, 1));
    texts.insert("0003", "DELETE FROM rooms");
    migrate_postgres(target, &texts).unwrap();
    assert_eq!((rows(target, "rooms"), rows(target, "lamps")), (0, 1));
}
