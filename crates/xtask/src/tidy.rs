//! Rules for the source tree that neither the compiler nor a linter enforces.

mod circles;
mod docs;
mod doors;
mod rust;
mod size;
mod sql;
mod text;
mod timed;

use crate::finding::Finding;
use crate::rust_code::Code;
use crate::tree::SourceFile;

/// All violations, in the order of the rules.
pub fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(size::long_files(files, size::LONG_FILES));
    findings.extend(sql::same_migrations(files));
    findings.extend(docs::dead_references(files));
    for file in files {
        findings.extend(text::white_space(file));
        findings.extend(text::forbidden_words(file));
        findings.extend(text::plain_words(file));
        findings.extend(text::switched_off_client_tests(file));
    }

    let mut code = Vec::new();
    for file in files.iter().filter(|file| file.extension() == "rs") {
        match Code::parse(&file.text) {
            Ok(parsed) => code.push((file, parsed)),
            Err(error) => findings.push(Finding::about(&file.path, error)),
        }
    }
    let test_files = rust::test_files(&code);
    findings.extend(size::kernel(&code));
    findings.extend(circles::circles(&code, &test_files));
    for (file, code) in &code {
        findings.extend(rust::module_doc(file));
        findings.extend(rust::doc_examples(file));
        findings.extend(rust::unfinished(file, code));
        findings.extend(rust::handlers(file, code));
        findings.extend(sql::bind_order(file, code));
        findings.extend(doors::opened(file, code));
        findings.extend(timed::measured(file, code));
        if !test_files.iter().any(|test| test.covers(&file.path)) {
            let code = code.without_tests();
            findings.extend(rust::unwraps(file, &code));
            findings.extend(rust::ports_in_handlers(file, &code));
            findings.extend(rust::re_exports(file, &code));
            findings.extend(doors::column_read(file, &code));
        }
    }
    findings
}

/// Parses code for the tests of the rules.
#[cfg(test)]
fn code_of(text: &str) -> Code {
    Code::parse(text).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_wired_in() {
        let files = [
            SourceFile::new("crates/web/src/routes/a.rs", "fn a() { b.unwrap(); todo!() } \nuse c::ports::D;\n"),
            SourceFile::new("crates/kernel/src/lib.rs", format!("//! K.\n{}", "// x\n".repeat(1_500))),
            SourceFile::new("crates/infra/src/b.rs", "//! B.\nconst B: &str = \"SELECT $2, $1\";\n"),
            SourceFile::new("crates/web/src/door.rs", "//! D.\nfn d() { unseal(x); documents::content }\n"),
            SourceFile::new("crates/web/src/e.rs", "//! E.\nfn e() { assert!(f.elapsed() < G) }\n"),
            SourceFile::new("crates/users/src/f.rs", "//! F.\nuse crate::g::G;\npub struct F;\n"),
            SourceFile::new("crates/users/src/g.rs", "//! G.\nuse crate::f::F;\npub use crate::h::H;\npub struct G;\n"),
            SourceFile::new("crates/infra/src/broken.rs", "//! C.\nfn c() {\n"),
            SourceFile::new("migrations/sqlite/0001_a/up.sql", "SELECT 1;\n"),
            SourceFile::new("frontend/src/a.test.ts", "it.only('a', () => {});\n"),
            SourceFile::new("README.md", concat!("See /ro", "ot/notes.\n")),
            SourceFile::new("docs/a.md", concat!("For who", "ever reads.\n")),
            SourceFile::new("docs/b.md", "See [c](c.md).\n"),
        ];
        let findings = check(&files);
        let found = crate::finding::lines(&findings);
        for part in [
            "a.rs:1: ends in whitespace",
            "a.rs: must start with",
            "a.rs:1: .unwrap()",
            "a.rs:1: todo!",
            "a.rs:2: a handler uses ports",
            "kernel: has",
            "lib.rs: has 1501 lines",
            "b.rs:2: binds",
            "door.rs:2: unseal opens",
            "door.rs:2: reads the content",
            "e.rs:2: measures time",
            "f.rs: is in a circle of imports: crates/users/src/f.rs -> crates/users/src/g.rs",
            "g.rs:3: re-exports",
            "broken.rs: is not Rust",
            "migrations/postgres: lacks 0001_a/up.sql",
            "a.test.ts:1: ",
            "README.md:1: ",
            "docs/a.md:1: ",
            "docs/b.md:1: c.md# leads nowhere",
        ] {
            assert!(found.contains(part), "{part} not in\n{found}");
        }
    }

    #[test]
    fn this_repository_is_tidy() {
        let files = crate::tree::read(&crate::repository()).unwrap();
        assert!(files.iter().any(|file| file.path == "crates/xtask/src/tidy.rs"), "the tree was not read");
        let findings = check(&files);
        assert!(findings.is_empty(), "\n{}", crate::finding::lines(&findings));
    }
}
