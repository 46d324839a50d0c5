//! Rules for access to a document's text: only the view shows it to readers, and only the tables store it.

use proc_macro2::TokenTree;
use regex::Regex;

use crate::finding::Finding;
use crate::rust_code::{Code, is_sign, is_word, line_of};
use crate::tree::SourceFile;

/// A function that opens sealed text, the files that may use it, and the alternative for others.
struct Door {
    word: &'static str,
    files: &'static [&'static str],
    instead: &'static str,
}

/// The restricted functions.
const DOORS: [Door; 3] = [
    Door {
        word: "reveal",
        files: &[
            "crates/documents/src/comments/view.rs",
            "crates/documents/src/sealed.rs",
            "crates/documents/src/view.rs",
        ],
        instead: "show text through documents::view",
    },
    Door {
        word: "as_stored",
        files: &[
            "crates/documents/src/sealed.rs",
            "crates/documents/src/view.rs",
            "crates/documents/src/portions/stored.rs",
        ],
        instead: "check stored text with documents::portions, and show it through documents::view",
    },
    Door {
        word: "unseal",
        files: &[
            "crates/documents/src/sealed.rs",
            "crates/infra/src/storage/documents/comments.rs",
            "crates/infra/src/storage/documents/derived.rs",
            "crates/infra/src/storage/documents/published.rs",
            "crates/infra/src/storage/documents/revisions.rs",
            "crates/infra/src/storage/submissions/edits.rs",
            "crates/infra/src/storage/submissions/submission_rows.rs",
        ],
        instead: "only the tables store text; show it through documents::view",
    },
];

/// The files that may read the column: they put it into sealed text, the index, a snippet or the table of links, look in
/// it for the id of a picture, or put it into an archive for readers who may read everything.
const COLUMN_READERS: [&str; 6] = [
    "crates/infra/src/storage/documents/published.rs",
    "crates/infra/src/storage/documents/links.rs",
    "crates/infra/src/storage/documents/revisions.rs",
    "crates/infra/src/search/",
    "crates/infra/src/storage/files/places.rs",
    "crates/infra/src/transfer/",
];

/// SQL that names the column and its table.
const COLUMN_IN_SQL: &str = r"(?s)(documents\.content\b|\bcontent\b.*\bFROM documents\b)";

/// Finds code, including tests, that opens sealed text in other files.
pub fn opened(file: &SourceFile, code: &Code) -> Vec<Finding> {
    // Skips the samples in this crate's tests.
    if file.path.starts_with("crates/xtask/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for door in DOORS.iter().filter(|door| !door.files.contains(&file.path.as_str())) {
        code.each_level(&mut |level| {
            for token in level.iter().filter(|token| is_word(token, door.word)) {
                let message = format!("{} opens sealed text: {}", door.word, door.instead);
                findings.push(Finding::at(&file.path, line_of(token), message));
            }
        });
    }
    findings
}

/// Finds code that reads the content column of documents. `code` must not contain tests.
pub fn column_read(file: &SourceFile, code: &Code) -> Vec<Finding> {
    let is_server_code = file.path.starts_with("crates/")
        && file.path.contains("/src/")
        && !["crates/xtask/", "crates/trials/"].iter().any(|folder| file.path.starts_with(folder));
    if !is_server_code || COLUMN_READERS.iter().any(|reader| file.path.starts_with(reader)) {
        return Vec::new();
    }
    let Ok(sql) = Regex::new(COLUMN_IN_SQL) else {
        return vec![Finding::about(&file.path, "could not be checked: xtask's own pattern is broken")];
    };
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for (index, token) in level.iter().enumerate() {
            let in_dsl = matches!(level.get(index..index + 4), Some([table, first, second, column])
                if is_word(table, "documents") && is_sign(first, ':') && is_sign(second, ':') && is_word(column, "content"));
            let in_sql = matches!(token, TokenTree::Literal(literal) if sql.is_match(&literal.to_string()));
            if in_dsl || in_sql {
                let message = "reads the content of documents: take it from documents::view";
                findings.push(Finding::at(&file.path, line_of(token), message));
            }
        }
    });
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::code_of;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile::new(path, text)
    }

    #[test]
    fn sealed_text_is_opened_only_in_listed_files() {
        let found = |path: &str, text: &str| opened(&file(path, text), &code_of(text)).len();
        let storing = "use documents::storage::unseal; fn a() { b(unseal(c)) }";
        assert_eq!(found("crates/infra/src/storage/documents/published.rs", storing), 0);
        assert_eq!(found("crates/infra/src/storage/audit/entries.rs", storing), 2);
        assert_eq!(found("crates/web/src/routes/documents/document.rs", "use documents::storage::unseal as open;"), 1);
        assert_eq!(found("crates/documents/src/view.rs", "fn a() { b.reveal() }"), 0);
        assert_eq!(found("crates/documents/src/services/reading.rs", "fn a() { b.map(Sealed::reveal) }"), 1);
        assert_eq!(found("crates/infra/tests/it/documents.rs", "mod tests { fn a() { unseal(b) } }"), 1);
        assert_eq!(found("crates/web/src/a.rs", "// unseal\nfn a() { b(\"unseal\") }"), 0);
    }

    #[test]
    fn the_column_is_read_by_the_tables_only() {
        let found = |path: &str, text: &str| column_read(&file(path, text), &code_of(text)).len();
        let dsl = "fn a() { documents::table.select(documents::content) }";
        let sql = "const A: &str = \"SELECT position, content FROM documents WHERE position = $1\";";
        for text in [dsl, sql, "const A: &str = \"CASE WHEN a THEN documents.content END\";"] {
            assert_eq!(found("crates/infra/src/storage/documents/published.rs", text), 0, "{text}");
            assert_eq!(found("crates/infra/src/search/excerpts.rs", text), 0, "{text}");
            assert_eq!(found("crates/infra/src/storage/submissions/submitted.rs", text), 1, "{text}");
            assert_eq!(found("crates/server/src/export.rs", text), 1, "{text}");
            assert_eq!(found("crates/infra/tests/it/documents.rs", text), 0, "{text}");
        }
        for text in ["fn a() { submissions::content }", "const A: &str = \"SELECT title FROM documents\";"] {
            assert_eq!(found("crates/infra/src/storage/submissions/submitted.rs", text), 0, "{text}");
        }
    }
}
