//! A document as a Markdown file.

use crate::front_matter::{self, Fields};
use facility_documents::document::Placement;
use facility_documents::view::Visible;
use facility_files::file::AttachedFiles;
use serde_json::json;

/// Returns a document as its reader sees it: its non-empty fields as front matter, and its text. `None` if the text is
/// withheld.
pub fn markdown(seen: Visible) -> Option<String> {
    let mut fields = fields(&seen);
    if let Placement::Archived { at, .. } = &seen.document.placement {
        fields.insert("archivedAt".to_owned(), json!(at.to_string()));
    }
    fields.insert("author".to_owned(), json!(seen.submitted_by_username));
    fields.retain(|_name, value| !value.is_null());
    let content = seen.text.and_then(|text| text.content)?;
    Some(front_matter::join(&fields, &content))
}

/// Returns the fields of a document, named as in the API.
pub fn fields(seen: &Visible) -> Fields {
    let document = &seen.document;
    let fields = [
        ("id", json!(document.id.to_string())),
        ("title", json!(document.text.title)),
        ("category", json!(document.text.category.as_str())),
        ("clearanceLevel", json!(document.clearance.level())),
        ("filePath", json!(document.files.first().map(|path| path.to_string()))),
        ("files", json!((!document.files.is_empty()).then(|| ids(&document.files)))),
        ("archiveSection", json!(document.placement.section().map(|section| section.to_string()))),
        ("scheduledReleaseAt", json!(document.release_at.map(|at| at.to_string()))),
        ("version", json!(document.version)),
        ("createdAt", json!(document.created_at.to_string())),
        ("updatedAt", json!(document.updated_at.to_string())),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the ids of files, as the API names them.
pub fn ids(files: &AttachedFiles) -> Vec<String> {
    files.uploads().map(|id| id.to_string()).collect()
}
