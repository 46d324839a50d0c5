//! Embeds the built client into the binary: every file, plus compressed forms where they are smaller.
//!
//! Without a built client, a placeholder page is embedded instead: building the server does not require Node.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PLACEHOLDER: &str = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Facility Terminal</title>\n\
    <h1>The client is not built</h1>\n\
    <p>This server was built without its client. <code>make build</code> builds both.</p></html>\n";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../frontend/dist");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", root.display());

    let mut table = String::from("&[\n");
    let mut page = PLACEHOLDER.to_owned();
    for path in files(&root)? {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if name == "index.html" {
            page = fs::read_to_string(&path)?;
        } else if path.extension().is_none_or(|extension| extension != "map") {
            add(&mut table, &out, &name, &fs::read(&path)?)?;
        }
    }
    table.push(']');
    fs::write(out.join("page.html"), page)?;
    fs::write(out.join("assets.rs"), table)
}

/// Lists every file below `root`, sorted by name. Empty if there is no `index.html`, that is, no built client.
fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    if !root.join("index.html").exists() {
        println!("cargo:warning=the client is not built: the server will show a placeholder instead");
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            found.push(entry.into_path());
        }
    }
    found.sort();
    Ok(found)
}

/// Writes a file and its compressed forms into the output folder and adds its line to the table.
fn add(table: &mut String, out: &Path, name: &str, raw: &[u8]) -> io::Result<()> {
    let hash = hex::encode(Sha256::digest(raw));
    let short = hash.get(..20).unwrap_or(&hash);
    fs::write(out.join(format!("{short}.raw")), raw)?;
    let kind = media_type(name);
    let mut forms = [("br", None), ("gz", None)];
    if kind.1 {
        let packed = [brotli(raw)?, gzip(raw)?];
        for ((suffix, form), bytes) in forms.iter_mut().zip(packed) {
            if bytes.len() < raw.len() {
                let file = format!("{short}.{suffix}");
                fs::write(out.join(&file), bytes)?;
                *form = Some(file);
            }
        }
    }
    let include = |file: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))");
    let [br, gz] = forms.map(|(_, form)| match form {
        Some(file) => format!("Some({})", include(&file)),
        None => "None".to_owned(),
    });
    let immutable = is_hashed(name);
    let raw = include(&format!("{short}.raw"));
    writeln!(
        table,
        "    Asset {{ path: {name:?}, kind: {:?}, tag: {short:?}, immutable: {immutable}, raw: {raw}, br: {br}, gz: {gz} }},",
        kind.0
    )
    .map_err(io::Error::other)
}

/// Returns the media type of a file, and whether to compress it.
fn media_type(name: &str) -> (&'static str, bool) {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "html" => ("text/html; charset=utf-8", true),
        "svg" => ("image/svg+xml", true),
        "json" => ("application/json", true),
        "webmanifest" => ("application/manifest+json", true),
        "txt" => ("text/plain; charset=utf-8", true),
        "woff2" => ("font/woff2", false),
        "png" => ("image/png", false),
        "ico" => ("image/x-icon", false),
        _ => ("application/octet-stream", false),
    }
}

/// Returns whether the name contains a hash of the content, as in `main.0123456789.js`: such a file never changes.
fn is_hashed(name: &str) -> bool {
    name.split('.').any(|part| part.len() >= 8 && part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn brotli(raw: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    // The best level takes ten seconds of one core, so only release builds use it.
    let quality = if env::var_os("PROFILE").is_some_and(|profile| profile == "release") { 11 } else { 5 };
    let parameters = brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    brotli::BrotliCompress(&mut &*raw, &mut packed, &parameters)?;
    Ok(packed)
}

fn gzip(raw: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(raw)?;
    encoder.finish()
}
