//! Tells cargo about the migrations, which the macro that embeds them does not, and gives them a fingerprint by which
//! the tests know whether a prepared database still fits.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("../../migrations/postgres");
    println!("cargo:rerun-if-changed=../../migrations");
    let mut names: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    let mut hasher = DefaultHasher::new();
    for name in names {
        name.file_name().hash(&mut hasher);
        fs::read(name.path().join("up.sql"))?.hash(&mut hasher);
    }
    println!("cargo:rustc-env=SCHEMA_FINGERPRINT={:016x}", hasher.finish());
    Ok(())
}
