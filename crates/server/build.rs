//! Packs the lore of the demo into one compressed file. Each entry consists of its path, its length in bytes, and its
//! content.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("lore");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("lore.gz");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", root.display());

    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for path in files(&root)? {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&path)?;
        write!(packed, "{name}\n{}\n", bytes.len())?;
        packed.write_all(&bytes)?;
    }
    fs::write(out, packed.finish()?)
}

/// Lists every file below `folder`, sorted by path.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
