//! Rules for Rust code: documented modules, short handlers, no unfinished code, no panics.

use proc_macro2::{Delimiter, TokenTree};

use crate::finding::Finding;
use crate::rust_code::{Code, attribute, bracket, is_sign, is_word, line_of, starts_with_path};
use crate::tree::SourceFile;

/// Maximum number of lines in a request handler's body.
const LONGEST_HANDLER: usize = 25;

/// Crates in which a panic would abort a request or the server.
const NO_PANICS: [&str; 3] = ["crates/web/src/", "crates/infra/src/", "crates/server/src/"];

/// Macros for unfinished code.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// A module that is compiled only for tests, including its submodules.
pub struct TestFile {
    /// Its path without `.rs`.
    stem: String,
}

impl TestFile {
    /// Whether the file at `path` belongs to this module.
    pub fn covers(&self, path: &str) -> bool {
        path.strip_prefix(&self.stem).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    }
}

/// The modules that are compiled only for tests.
pub fn test_files(code: &[(&SourceFile, Code)]) -> Vec<TestFile> {
    let mut files = Vec::new();
    for (file, code) in code {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        // The submodules of a root file are in the same folder. Those of other files are in a folder with the file's
        // name.
        let children = match name {
            "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
            _ => file.path.trim_end_matches(".rs").to_owned(),
        };
        files.extend(code.test_modules().into_iter().map(|module| TestFile { stem: format!("{children}/{module}") }));
    }
    files
}

/// Every file must start with a statement of its purpose.
pub fn module_doc(file: &SourceFile) -> Option<Finding> {
    let first = file.text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let says = first.strip_prefix("//!").is_some_and(|words| !words.trim().is_empty());
    (!says).then(|| Finding::about(&file.path, "must start with a `//!` line that states the module's purpose"))
}

/// Finds re-exports outside the kernel, whose modules form one vocabulary: an import should name where an item is
/// defined. Macros are exempt because they cannot be visible otherwise.
pub fn re_exports(file: &SourceFile, code: &Code) -> Vec<Finding> {
    if !file.path.contains("/src/") || file.path.starts_with("crates/kernel/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for (index, token) in level.iter().enumerate().filter(|(_, token)| is_word(token, "use")) {
            let (before, after) = level.split_at(index);
            let is_public = match before {
                [.., public, within] if bracket(within, Delimiter::Parenthesis).is_some() => is_word(public, "pub"),
                [.., public] => is_word(public, "pub"),
                [] => false,
            };
            let mut path = after.iter().take_while(|token| !is_sign(token, ';'));
            if is_public && path.any(|token| is_sign(token, ':')) {
                let message = "re-exports an item: import it from where it is defined";
                findings.push(Finding::at(&file.path, line_of(token), message));
            }
        }
    });
    findings
}

/// Finds examples in documentation comments. The test runner does not compile them, so errors in them would go
/// unnoticed.
pub fn doc_examples(file: &SourceFile) -> Vec<Finding> {
    let is_example = |line: &str| {
        let line = line.trim_start();
        (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
    };
    let found = file.text.lines().enumerate().filter(|(_, line)| is_example(line));
    found
        .map(|(index, _)| {
            Finding::at(&file.path, index + 1, "an example in a documentation comment: write a test instead")
        })
        .collect()
}

/// Finds unfinished code and ignored tests.
pub fn unfinished(file: &SourceFile, code: &Code) -> Vec<Finding> {
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for (index, token) in level.iter().enumerate() {
            let rest = level.get(index..).unwrap_or_default();
            for name in UNFINISHED {
                if let [word, sign, TokenTree::Group(_), ..] = rest
                    && is_word(word, name)
                    && is_sign(sign, '!')
                {
                    findings.push(Finding::at(
                        &file.path,
                        line_of(token),
                        format!("{name}! marks unfinished code: remove it"),
                    ));
                }
            }
            if attribute(rest).is_some_and(|inside| switches_off(&inside)) {
                findings.push(Finding::at(&file.path, line_of(token), "an ignored test: fix it or remove it"));
            }
        }
    });
    findings
}

/// Whether an attribute is `ignore`, directly or in a `cfg_attr`.
fn switches_off(inside: &[TokenTree]) -> bool {
    match inside {
        [word, ..] if is_word(word, "ignore") => true,
        [word, condition] if is_word(word, "cfg_attr") => bracket(condition, Delimiter::Parenthesis)
            .is_some_and(|group| group.stream().into_iter().any(|token| is_word(&token, "ignore"))),
        _ => false,
    }
}

/// Finds panicking calls. `code` must not contain tests.
pub fn unwraps(file: &SourceFile, code: &Code) -> Vec<Finding> {
    if !NO_PANICS.iter().any(|folder| file.path.starts_with(folder)) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for window in level.windows(3) {
            let [dot, TokenTree::Ident(name), arguments] = window else { continue };
            let panics = (*name == "unwrap" || *name == "expect") && is_sign(dot, '.');
            if panics && bracket(arguments, Delimiter::Parenthesis).is_some() {
                let line = name.span().start().line;
                findings.push(Finding::at(&file.path, line, format!(".{name}() panics: return the error")));
            }
        }
    });
    findings
}

/// Finds request handlers that are too long.
pub fn handlers(file: &SourceFile, code: &Code) -> Vec<Finding> {
    if !file.path.starts_with("crates/web/src/routes/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for index in 0..level.len() {
            let rest = level.get(index..).unwrap_or_default();
            if attribute(rest).is_some_and(|inside| starts_with_path(&inside, &["utoipa", "path"])) {
                findings.extend(long_handler(file, rest));
            }
        }
    });
    findings
}

/// Finds handlers that use a port instead of a service. Rules belong in the services. `code` must not contain tests.
pub fn ports_in_handlers(file: &SourceFile, code: &Code) -> Vec<Finding> {
    if !file.path.starts_with("crates/web/src/routes/") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    code.each_level(&mut |level| {
        for token in level {
            if is_word(token, "ports") || is_word(token, "dyn") || is_word(token, "GateState") {
                let message = format!("a handler uses {token}: take a service as web::Data instead of a port");
                findings.push(Finding::at(&file.path, line_of(token), message));
            }
        }
    });
    findings
}

/// Returns the finding for the function after these tokens, if it is too long.
fn long_handler(file: &SourceFile, tokens: &[TokenTree]) -> Option<Finding> {
    let function = tokens.iter().position(|token| is_word(token, "fn"))?;
    let name = tokens.get(function + 1)?;
    let body = tokens.iter().skip(function).find_map(|token| bracket(token, Delimiter::Brace))?;
    let lines = body.span_close().start().line.saturating_sub(body.span_open().start().line + 1);
    (lines > LONGEST_HANDLER).then(|| {
        let message =
            format!("the handler {name} has {lines} lines; rules belong in a service, and {LONGEST_HANDLER} do");
        Finding::at(&file.path, line_of(name), message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::code_of;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile::new(path, text)
    }

    #[test]
    fn module_without_a_purpose_is_found() {
        for good in ["//! What it is.\n", "\n//! What it is.\nuse a;\n"] {
            assert_eq!(module_doc(&file("a.rs", good)), None, "{good:?}");
        }
        for bad in ["", "//!\n", "use a;\n//! Late.\n", "// No.\n", "#![no_std]\n//! Late.\n"] {
            assert!(module_doc(&file("a.rs", bad)).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn re_export_is_found_outside_of_the_kernel() {
        let found = |path: &str, text: &str| re_exports(&file(path, text), &code_of(text)).len();
        for text in ["pub use a::B;", "pub(crate) use crate::{a::B, c};", "mod d { pub(in crate::d) use a::*; }"] {
            assert_eq!(found("crates/users/src/a.rs", text), 1, "{text}");
            assert_eq!(found("crates/kernel/src/lib.rs", text), 0);
            assert_eq!(found("crates/users/tests/it/a.rs", text), 0);
        }
        for text in ["use a::B;", "pub(crate) use a_macro;", "pub fn b() { use a::B; }", "pub mod c;"] {
            assert_eq!(found("crates/users/src/a.rs", text), 0, "{text}");
        }
    }

    #[test]
    fn example_in_a_comment_is_found_by_its_line() {
        let found = |text: &str| doc_examples(&file("a.rs", text)).iter().map(|one| one.line).collect::<Vec<_>>();
        assert_eq!(found("//! It.\n\n    /// ```\n    /// a();\n    /// ```\n"), [Some(3), Some(5)]);
        assert_eq!(found("//! It.\nfn a() { b(\"```\") } // ```\n"), []);
    }

    #[test]
    fn unfinished_code_is_found_everywhere() {
        let found = |text: &str| unfinished(&file("a.rs", text), &code_of(text)).len();
        assert_eq!(found("fn a() { todo!() }"), 1);
        assert_eq!(found("fn a() { vec![dbg!(1), unimplemented!(\"x\")] }"), 2);
        assert_eq!(found("#[test] #[ignore] fn a() {}"), 1);
        assert_eq!(found("#[ignore = \"slow\"] fn a() {}"), 1);
        assert_eq!(found("#[cfg_attr(unix, ignore)] fn a() {}"), 1);
        assert_eq!(found("// todo!()\n fn a() { let todo = \"todo!()\"; ignore(todo) }"), 0);
    }

    #[test]
    fn panic_is_found_only_outside_tests() {
        let text = "fn a() { b.unwrap(); c.expect(\"d\"); e(f.unwrap()); vec![g.unwrap()]; }
            fn fine() { b.unwrap_or(1); b.unwrap_or_default(); expect(b); parser.expect_end(); }
            #[cfg(test)] mod tests { fn t() { b.unwrap(); } }";
        let found = |path: &str| unwraps(&file(path, text), &code_of(text).without_tests());
        assert_eq!(found("crates/web/src/a.rs").len(), 4);
        assert_eq!(found("crates/infra/tests/it/main.rs"), Vec::new());
        assert_eq!(found("crates/users/src/lib.rs"), Vec::new(), "the compiler's lints hold the domain");
    }

    #[test]
    fn test_module_is_recognized_by_its_declaration() {
        let root = file("crates/web/src/lib.rs", "#[cfg(test)] mod probe;");
        let child = file("crates/web/src/routes.rs", "#[cfg(test)] mod tests;");
        let code: Vec<_> = [&root, &child].into_iter().map(|file| (file, code_of(&file.text))).collect();
        let files = test_files(&code);
        let covered = |path: &str| files.iter().any(|test| test.covers(path));
        assert!(covered("crates/web/src/probe.rs"));
        assert!(covered("crates/web/src/probe/deep.rs"));
        assert!(covered("crates/web/src/routes/tests.rs"));
        assert!(!covered("crates/web/src/tests.rs"));
        assert!(!covered("crates/web/src/probes.rs"));
    }

    #[test]
    fn port_in_a_handler_is_found() {
        let found = |path: &str, text: &str| ports_in_handlers(&file(path, text), &code_of(text)).len();
        let handler = "use users::ports::SiteRepository;\nfn a(b: &dyn Clock) { c(GateState::d()); }\n";
        assert_eq!(found("crates/web/src/routes/a.rs", handler), 3);
        assert_eq!(found("crates/web/src/routes/a.rs", "use users::services::SiteControl; // dyn ports"), 0);
        assert_eq!(found("crates/web/src/watched.rs", handler), 0);
    }

    #[test]
    fn long_handler_is_found() {
        let handler = |lines: usize| {
            format!(
                "#[utoipa::path(get, path = \"/a\")]\n#[get(\"/a\")]\npub async fn a(b: B) -> C {{\n{}}}\n",
                "    x();\n".repeat(lines)
            )
        };
        let found = |path: &str, text: String| handlers(&file(path, &text), &code_of(&text)).len();
        assert_eq!(found("crates/web/src/routes/a.rs", handler(25)), 0);
        assert_eq!(found("crates/web/src/routes/a.rs", handler(26)), 1);
        assert_eq!(found("crates/web/src/routes/a.rs", format!("mod b {{ {} }}", handler(40))), 1);
        assert_eq!(found("crates/web/src/error.rs", handler(26)), 0);
        assert_eq!(found("crates/web/src/routes/a.rs", handler(40).replace("utoipa::path", "other::path")), 0);
    }
}
