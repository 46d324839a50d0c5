//! Tells cargo about the migrations, which the macro that embeds them does not, and gives them and the code that runs
//! them a fingerprint by which the tests know whether a prepared database still fits.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What decides how a migrated database looks.
const FOLDERS: [&str; 3] = ["../../migrations", "src/db", "src/migration"];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        hash(Path::new(folder), &mut hasher)?;
    }
    println!("cargo:rustc-env=SCHEMA_FINGERPRINT={:016x}", hasher.finish());
    Ok(())
}

/// Hashes the names and contents of all files in a folder.
fn hash(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        path.hash(hasher);
        if path.is_dir() {
            hash(&path, hasher)?;
        } else {
            fs::read(&path)?.hash(hasher);
        }
    }
    Ok(())
}
