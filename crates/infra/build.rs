//! Generates the list of migrations, and a fingerprint of the schema code. Tests use the fingerprint to decide whether
//! a prepared database is still valid.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders that determine the schema of a migrated database.
const FOLDERS: [&str; 3] = ["../../migrations", "src/db", "src/migration"];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        hash(Path::new(folder), &mut hasher)?;
    }
    println!("cargo:rustc-env=SCHEMA_FINGERPRINT={:016x}", hasher.finish());
    let list = migrations("sqlite")? + &migrations("postgres")?;
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("migrations.rs"), list)
}

/// Returns the source of a constant with the migrations of this database, oldest first.
fn migrations(database: &str) -> io::Result<String> {
    let folder = fs::canonicalize(Path::new("../../migrations").join(database))?;
    let mut text = format!("const {}: &[Migration<'static>] = &[\n", database.to_uppercase());
    for path in listed(&folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let version = name.split('_').next().unwrap_or_default();
        let up = path.join("up.sql");
        writeln!(text, "    Migration {{ version: {version:?}, up: include_str!(\"{}\") }},", up.display())
            .map_err(io::Error::other)?;
    }
    Ok(text + "];\n")
}

/// The paths in a folder, sorted.
fn listed(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// Hashes the names and contents of all files in a folder.
fn hash(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    for path in listed(folder)? {
        path.hash(hasher);
        if path.is_dir() {
            hash(&path, hasher)?;
        } else {
            fs::read(&path)?.hash(hasher);
        }
    }
    Ok(())
}
