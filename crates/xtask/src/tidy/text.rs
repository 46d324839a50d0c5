//! Rules for plain text: whitespace, forbidden words, disabled tests.

use regex::Regex;
use std::sync::LazyLock;

use crate::finding::Finding;
use crate::tree::SourceFile;

/// Files that a package manager writes, with its addresses.
const MANAGED: [&str; 1] = ["Cargo.lock"];

/// The system's temporary folder, in a form that does not match itself.
const TEMPORARY: &str = r"/tm[p]/";

/// Forbidden patterns and their remedies.
const FORBIDDEN: [(&str, &str); 3] = [
    (
        r#"(^|[\s"'`(=:,\[])/(work|root|home|Users)/"#,
        "a path on a developer's machine: use paths relative to the repository",
    ),
    (TEMPORARY, "a fixed temporary path: create a new one with mktemp or tempfile"),
    (
        r"\b(crates\.io|registry\.npmjs\.org|registry\.yarnpkg\.com|deb\.debian\.org)\b",
        "a registry address: the machine's settings name the registry",
    ),
];

/// Phrases of translated English, and spellings that are not American: a pattern, and the replacement.
const TRANSLATED: [(&str, &str); 14] = [
    (r"(?i-u)\bwhoever\b", "write \"everyone who\", \"anyone who\", or name the role"),
    (r"(?i-u)\banew\b", "write \"again\" or name the action: rebuild, reload, start over"),
    (r"(?i-u)\bfor ever\b", "write \"permanently\", or say what ends it"),
    (r"(?i-u)\bit is tried again\b", "write \"retrying\""),
    (r"(?i-u)\bin the clear\b", "write \"unencrypted\" or \"unhashed\""),
    (r"(?i-u)\bis no administrator\b", "write \"is not an administrator\""),
    (r"(?i-u)\banswers how (many|much|often|long)\b|\bhow many (it|they) were\b", "write \"returns the number of\""),
    (r"(?i-u)\bso long from now\b", "name the duration"),
    (r"(?i-u)\bover this (database|store)\b", "write \"creates the adapter for\""),
    (r"(?i-u)\bspoils? no\b", "write \"does not affect\""),
    (r"(?i-u)\bno use any more\b", "write \"expired\" or \"unused\""),
    (r"(?i-u)\b(come|comes) to that\b", "name the state that is not reached"),
    (r"(?i-u)\bstep(s|ped|ping)? aside\b|\bloud line\b", "write \"is skipped\" or \"a warning\""),
    (
        r"(?i-u)(behaviour|colour|authoris|recognis|serialis|synchronis|normalis|initialis|organis(e|ation|ing)\b)",
        "use American spelling",
    ),
];

/// Any of those phrases.
static TRANSLATED_PATTERN: LazyLock<Result<Regex, regex::Error>> =
    LazyLock::new(|| Regex::new(&TRANSLATED.map(|(pattern, _)| pattern).join("|")));

/// Folders without this check: released migrations are never edited, the lore has its own voice, and passwords are
/// quoted.
const MAY_BE_TRANSLATED: [&str; 4] =
    ["migrations/sqlite/", "migrations/postgres/", "crates/server/lore/", "crates/users/src/passwords/"];

/// Scripts that may name the system's temporary folder.
const MAY_NAME_TMP: [&str; 1] = ["scripts/with-postgres.sh"];

/// Calls that disable a client test or all others.
const SWITCHED_OFF: &str =
    r"\b(it|test|describe)(\.[a-z]+)*\.(skip|only|todo|fixme|fail)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(";

/// Finds tabs and trailing whitespace in Rust files, which the formatter ignores in comments and strings.
pub fn white_space(file: &SourceFile) -> Vec<Finding> {
    if file.extension() != "rs" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        if text.ends_with(char::is_whitespace) {
            findings.push(Finding::at(&file.path, line, "ends in whitespace"));
        }
        if text.contains('\t') {
            findings.push(Finding::at(&file.path, line, "contains a tab"));
        }
    }
    findings
}

pub fn forbidden_words(file: &SourceFile) -> Vec<Finding> {
    if MANAGED.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (pattern, advice) in FORBIDDEN {
        if pattern == TEMPORARY && MAY_NAME_TMP.contains(&file.path.as_str()) {
            continue;
        }
        findings.extend(lines_matching(file, pattern, advice));
    }
    findings
}

/// Finds phrases of translated English and spellings that are not American, in code, comments and documents.
pub fn plain_words(file: &SourceFile) -> Vec<Finding> {
    let is_exempt = MAY_BE_TRANSLATED.iter().any(|folder| file.path.starts_with(folder))
        // This file names the phrases.
        || file.path == "crates/xtask/src/tidy/text.rs"
        || MANAGED.contains(&file.path.as_str());
    if is_exempt {
        return Vec::new();
    }
    match &*TRANSLATED_PATTERN {
        // The whole file is searched once, because hardly any file contains a match.
        Ok(any) if !any.is_match(&file.text) => Vec::new(),
        Ok(_) => TRANSLATED.iter().flat_map(|(pattern, advice)| lines_matching(file, pattern, advice)).collect(),
        Err(error) => vec![Finding::about(&file.path, error.to_string())],
    }
}

/// Finds disabled client tests.
pub fn switched_off_client_tests(file: &SourceFile) -> Vec<Finding> {
    let is_test = [".test.", ".spec."].iter().any(|part| file.path.contains(part));
    if !file.path.starts_with("frontend/") || !is_test {
        return Vec::new();
    }
    lines_matching(file, SWITCHED_OFF, "a disabled test, or one that disables others")
}

/// Reports each line that matches.
fn lines_matching(file: &SourceFile, pattern: &str, message: &str) -> Vec<Finding> {
    match Regex::new(pattern) {
        Ok(pattern) => (1..)
            .zip(file.text.lines())
            .filter(|(_, text)| pattern.is_match(text))
            .map(|(line, _)| Finding::at(&file.path, line, message))
            .collect(),
        Err(error) => vec![Finding::about(&file.path, error.to_string())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_is_found_in_rust_files() {
        let found = |path: &str, text: &str| white_space(&SourceFile::new(path, text)).len();
        assert_eq!(found("a.rs", "fn a() {}\n\n// b\n"), 0);
        assert_eq!(found("a.rs", "fn a() {} \n\t// b\n// c\t\n"), 4);
        assert_eq!(found("Makefile", "\tcc \n"), 0);
    }

    #[test]
    fn machine_paths_and_registries_are_found() {
        let found = |path: &str, text: &str| forbidden_words(&SourceFile::new(path, text)).len();
        // Split, so that this file does not match.
        for bad in [
            concat!("cd /wo", "rk/main"),
            concat!("path = \"/ro", "ot/notes\""),
            concat!("open('/ho", "me/me/x')"),
            concat!("log=/t", "mp/x.log"),
            concat!("\"resolved\": \"https://registry.npm", "js.org/a/-/a-1.0.0.tgz\""),
            concat!("https://static.crates", ".io/x"),
            concat!("deb http://deb.deb", "ian.org/debian"),
        ] {
            assert_eq!(found("README.md", bad), 1, "{bad}");
        }
        for good in ["/api/documents/1", "frame/work/order", "the root of / is home", "https://example.org/root/"] {
            assert_eq!(found("README.md", good), 0, "{good}");
        }
        assert_eq!(found("Cargo.lock", concat!("registry+https://github.com/rust-lang/crates", ".io-index")), 0);
        assert_eq!(found("scripts/with-postgres.sh", concat!("mktemp -d /t", "mp/x.XXXXXX")), 0);
    }

    #[test]
    fn translated_phrases_and_british_spellings_are_found() {
        let found = |path: &str, text: &str| plain_words(&SourceFile::new(path, text)).len();
        for bad in [
            "Whoever is signed in",
            "builds the client anew",
            "rows keep it for ever",
            "LISTEN failed; it is tried again",
            "a key in the clear",
            "the caller is no administrator",
            "deletes replies, and answers how many",
            "how many it were",
            "a deadline so long from now",
            "Over this database.",
            "a broken row spoils no other",
            "what has no use any more",
            "it does not come to that",
            "tests fail instead of stepping aside",
            "skipped, with a loud line",
            "let colours = 1;",
            "fn authorise() {}",
            "an organisation",
        ] {
            assert_eq!(found("docs/a.md", bad), 1, "{bad}");
            assert_eq!(found("crates/web/src/a.rs", bad), 1, "{bad}");
            assert_eq!(found("frontend/src/a.tsx", bad), 1, "{bad}");
        }
        for good in
            ["a new one", "forever", "an organism", "who ever knew", "renewal", "make the way clear", "moved over this"]
        {
            assert_eq!(found("docs/a.md", good), 0, "{good}");
        }
        for exempt in ["migrations/sqlite/0001_initial/up.sql", "crates/server/lore/a.md", "Cargo.lock"] {
            assert_eq!(found(exempt, "whoever"), 0, "{exempt}");
        }
    }

    #[test]
    fn disabled_client_test_is_found() {
        let found = |path: &str, text: &str| switched_off_client_tests(&SourceFile::new(path, text)).len();
        for bad in [
            "it.skip('a')",
            "test.only('a')",
            "describe.only('a')",
            "test.describe.skip('a')",
            "xit('a')",
            "test.fixme()",
            "it.todo('a')",
            "fdescribe('a')",
        ] {
            assert_eq!(found("frontend/src/a.test.tsx", bad), 1, "{bad}");
            assert_eq!(found("frontend/e2e/a.spec.ts", bad), 1, "{bad}");
        }
        for good in ["it('skips the link')", "it.each([])('a')", "test.describe('a')", "exit(1)", "list.skip(1)"] {
            assert_eq!(found("frontend/src/a.test.tsx", good), 0, "{good}");
        }
        assert_eq!(found("frontend/src/a.ts", "it.skip"), 0);
    }
}
