//! The export of a reader's own records, in a form that is equal for both archives of a pair.

use crate::mask;
use serde_json::Value;
use std::io::Read as _;

/// Returns the members of an export and their lines, each without ids and times, and sorted because their order follows
/// the ids. The manifest is without the checksums, which depend on the ids.
pub fn shown(archive: &[u8]) -> String {
    let mut tar = tar::Archive::new(zstd::Decoder::new(archive).unwrap());
    let mut members = Vec::new();
    for entry in tar.entries().unwrap() {
        let mut entry = entry.unwrap();
        let name = entry.path().unwrap().display().to_string();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        if name == "manifest.json" {
            let mut manifest: Value = serde_json::from_str(&text).unwrap();
            manifest.as_object_mut().unwrap().remove("members").unwrap();
            text = manifest.to_string();
        }
        let mut lines: Vec<_> = text.lines().map(mask::unnumbered).collect();
        // The lines of a document do not depend on ids, so keep their order.
        if !name.starts_with("documents/") {
            lines.sort();
        }
        members.push(format!("{}\n{}", mask::unnumbered(&name), lines.join("\n")));
    }
    members.sort();
    members.join("\n")
}
