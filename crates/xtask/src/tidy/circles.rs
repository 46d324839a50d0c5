//! A rule against circular imports: no file of a crate may import a file that imports it, directly or through others.
//!
//! An arrow goes from a file to the file of each item that it names. Re-exports are followed; a module that re-exports
//! its submodules does not thereby depend on them. Inline modules belong to the file that contains them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Spacing, TokenTree};

use super::rust::TestFile;
use crate::finding::Finding;
use crate::rust_code::{Code, bracket, is_sign, is_word};
use crate::tree::SourceFile;

type Path = Vec<String>;

/// A module: its file, its imports, and the paths that it names outside imports.
#[derive(Default)]
struct Module<'f> {
    file: &'f str,
    imports: Vec<Import>,
    paths: Vec<Path>,
}

struct Import {
    name: String,
    path: Path,
    is_public: bool,
}

/// The modules of a crate by their paths.
type Crate<'f> = BTreeMap<Path, Module<'f>>;

/// Finds files that import each other in a circle. Test code is ignored.
pub fn circles(code: &[(&SourceFile, Code)], tests: &[TestFile]) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Crate<'_>> = BTreeMap::new();
    for (file, code) in code.iter().filter(|(file, _)| !tests.iter().any(|test| test.covers(&file.path))) {
        let inside = file.path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"));
        if let Some((name, path)) = inside {
            let mut path: Path = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if path.last().is_some_and(|last| matches!(last.as_str(), "lib" | "main" | "mod")) {
                path.pop();
            }
            let mut module = Module { file: &file.path, ..Module::default() };
            code.without_tests().each_level(&mut |level| module.read(level));
            crates.entry(name).or_default().insert(path, module);
        }
    }
    crates.values().flat_map(|modules| tied(&arrows(modules))).collect()
}

impl Module<'_> {
    /// Adds the imports and paths in these tokens.
    fn read(&mut self, level: &[TokenTree]) {
        let (mut rest, mut before): (_, Option<&TokenTree>) = (level, None);
        while let Some(first) = rest.first() {
            let mut length = 1;
            if is_word(first, "use") {
                length = rest.iter().position(|token| is_sign(token, ';')).unwrap_or(rest.len());
                let is_public = before
                    .is_some_and(|token| is_word(token, "pub") || bracket(token, Delimiter::Parenthesis).is_some());
                add(rest.get(1..length).unwrap_or_default(), &[], is_public, &mut self.imports);
            } else if starts_with_colons(rest) {
                // The rest of a path into another crate or a type.
                length = 2 + path_at(rest.get(2..).unwrap_or_default()).1;
            } else if let (path, tokens @ 1..) = path_at(rest) {
                length = tokens;
                self.paths.extend((path.len() > 1).then_some(path));
            }
            before = Some(first);
            rest = rest.get(length..).unwrap_or_default();
        }
    }
}

fn starts_with_colons(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [TokenTree::Punct(first), second, ..]
        if first.as_char() == ':' && first.spacing() == Spacing::Joint && is_sign(second, ':'))
}

/// Returns the path at the start of these tokens, and its number of tokens.
fn path_at(tokens: &[TokenTree]) -> (Path, usize) {
    let (mut path, mut length) = (Path::new(), 0);
    while let Some(TokenTree::Ident(name)) = tokens.get(length) {
        path.push(name.to_string());
        length += 1;
        match tokens.get(length..) {
            Some(rest @ [_, _, TokenTree::Ident(_), ..]) if starts_with_colons(rest) => length += 2,
            _ => break,
        }
    }
    (path, length)
}

/// Adds the items in an import tree.
fn add(tree: &[TokenTree], above: &[String], is_public: bool, imports: &mut Vec<Import>) {
    for part in tree.split(|token| is_sign(token, ',')).filter(|part| !starts_with_colons(part)) {
        let (mut path, mut name) = (above.to_vec(), None);
        for (index, token) in part.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    add(&inside, &path, is_public, imports);
                }
                TokenTree::Ident(word) if *word == "as" => {
                    name = part.get(index + 1).map(ToString::to_string);
                    break;
                }
                TokenTree::Ident(word) if *word == "self" && !path.is_empty() => {}
                TokenTree::Ident(_) => path.push(token.to_string()),
                _ if is_sign(token, '*') => path.push("*".to_owned()),
                _ => {}
            }
        }
        let is_whole = part.last().is_some_and(|token| bracket(token, Delimiter::Brace).is_none());
        if let Some(last) = path.last().filter(|_| is_whole) {
            imports.push(Import { name: name.unwrap_or_else(|| last.clone()), path, is_public });
        }
    }
}

/// Resolves a path named in a module to a path in its crate. `None` if it leads out of the crate, or to an item of the
/// module itself.
fn absolute(modules: &Crate<'_>, module: &[String], path: &[String]) -> Option<Path> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" if rest.first().is_some_and(|next| next == "super") => absolute(modules, module.split_last()?.1, rest),
        "super" => Some([module.split_last()?.1, rest].concat()),
        name if modules.contains_key(&[module, &[name.to_owned()]].concat()) => Some([module, path].concat()),
        name => {
            let import = modules.get(module)?.imports.iter().find(|import| import.name == name)?;
            let path = import.path.first().filter(|start| *start != name).map(|_| &import.path)?;
            Some([absolute(modules, module, path)?.as_slice(), rest].concat())
        }
    }
}

/// Returns the file of the item at this path, through at most `steps` re-exports. `None` for a module, and for an item
/// of another crate.
fn file_of<'f>(modules: &Crate<'f>, path: &[String], steps: u32) -> Option<&'f str> {
    // An item may have the same name as a module beside it.
    let depth = (0..path.len()).rev().find(|depth| path.get(..*depth).is_some_and(|at| modules.contains_key(at)))?;
    let (at, rest) = path.split_at_checked(depth)?;
    let (module, (name, rest)) = (modules.get(at)?, rest.split_first()?);
    let Some(import) = module.imports.iter().find(|import| import.name == *name) else {
        return (!modules.contains_key(path)).then_some(module.file);
    };
    let target = [absolute(modules, at, &import.path)?.as_slice(), rest].concat();
    if target == path { None } else { file_of(modules, &target, steps.checked_sub(1)?) }
}

/// The files that each file imports.
type Arrows<'f> = BTreeMap<&'f str, BTreeSet<&'f str>>;

fn arrows<'f>(modules: &Crate<'f>) -> Arrows<'f> {
    let mut arrows = Arrows::new();
    for (at, module) in modules {
        let imports = module.imports.iter().map(|import| (&import.path, import.is_public));
        for (path, is_public) in imports.chain(module.paths.iter().map(|path| (path, false))) {
            let target = absolute(modules, at, path).filter(|target| !(is_public && target.starts_with(at)));
            let file = target.and_then(|target| file_of(modules, &target, 8));
            arrows.entry(module.file).or_default().extend(file.filter(|file| *file != module.file));
        }
    }
    arrows
}

/// Returns the files that this one imports, directly or through others.
fn reached<'f>(arrows: &Arrows<'f>, start: &'f str) -> BTreeSet<&'f str> {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![start]);
    while let Some(file) = waiting.pop() {
        for next in arrows.get(file).into_iter().flatten() {
            if seen.insert(*next) {
                waiting.push(*next);
            }
        }
    }
    seen
}

/// Returns the circles, each with its arrows.
fn tied(arrows: &Arrows<'_>) -> Vec<Finding> {
    let reached: Arrows<'_> = arrows.keys().map(|file| (*file, reached(arrows, file))).collect();
    let mut findings = Vec::new();
    for (file, all) in &reached {
        let returns = |other: &&str| reached.get(*other).is_some_and(|back| back.contains(file));
        let circle: BTreeSet<&str> = all.iter().copied().filter(returns).collect();
        if circle.first() != Some(file) {
            continue;
        }
        let mut ties = Vec::new();
        for from in &circle {
            for to in arrows.get(from).into_iter().flatten().filter(|to| circle.contains(*to)) {
                ties.push(format!("{from} -> {to}"));
            }
        }
        findings.push(Finding::about(*file, format!("is in a circle of imports: {}", ties.join(", "))));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::{code_of, rust::test_files};

    /// Returns the circles of a crate with these files.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<SourceFile> =
            files.iter().map(|(path, text)| SourceFile::new(format!("crates/k/src/{path}"), *text)).collect();
        let code: Vec<_> = files.iter().map(|file| (file, code_of(&file.text))).collect();
        let found = circles(&code, &test_files(&code));
        found.iter().map(|finding| finding.message.replace("crates/k/src/", "")).collect()
    }

    #[test]
    fn circle_is_found_however_it_is_written() {
        let one = "is in a circle of imports: a.rs -> b.rs, b.rs -> a.rs";
        let root = ("lib.rs", "mod a; mod b; pub use b::B;");
        for (a, b) in [
            ("use crate::b::B; pub struct A;", "use crate::a::A; pub struct B;"),
            ("use super::b::{self, B as C}; pub struct A;", "pub struct B; fn b() { crate::a::A; }"),
            ("use crate::B; pub struct A;", "use super::a::{A}; pub struct B;"),
            ("use crate::b; pub struct A; fn a() { b::c(vec![b::B]) }", "use crate::a::*; pub struct B;"),
        ] {
            assert_eq!(found(&[root, ("a.rs", a), ("b.rs", b)]), [one], "{a}");
        }
    }

    #[test]
    fn submodules_may_be_re_exported_but_not_used_by_what_they_import() {
        let child = ("a/b.rs", "use super::A; pub struct B;");
        assert_eq!(found(&[("a.rs", "mod b; pub use b::B; pub struct A;"), child]), Vec::<String>::new());
        let circle = "is in a circle of imports: a.rs -> a/b.rs, a/b.rs -> a.rs";
        assert_eq!(found(&[("a.rs", "mod b; use b::B; pub struct A;"), child]), [circle]);
        let through_root = [
            ("lib.rs", "mod a; mod b; mod c; pub use c::c;"),
            ("a.rs", "use crate::b::B;"),
            ("b.rs", "pub struct B; fn b() { crate::c() }"),
            ("c.rs", "pub fn c() { crate::a::a() }"),
        ];
        let circle = "is in a circle of imports: a.rs -> b.rs, b.rs -> c.rs, c.rs -> a.rs";
        assert_eq!(found(&through_root), [circle], "a function with the name of its module");
    }

    #[test]
    fn other_crates_tests_and_layers_are_no_circle() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use other::b::Z;"),
            ("a.rs", "use crate::b::B; use crate::Z; pub struct A; #[cfg(test)] mod tests;"),
            ("a/tests.rs", "use crate::b::B; use super::A;"),
            (
                "b.rs",
                "use ::a::A; use a::A as C; pub struct B; // crate::a::A\n#[cfg(test)] mod t { use crate::a::A; }",
            ),
        ];
        assert_eq!(found(&files), Vec::<String>::new());
    }
}
