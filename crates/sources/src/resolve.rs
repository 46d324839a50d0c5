//! Where the links of a source lead.

use crate::collection::{Page, SourceFile};
use crate::paths::{self, folder, is_index, is_note, join, loose, page_key};
use crate::references::{Form, Reference};
use facility_documents::links::title_key;
use std::collections::HashMap;

/// Where a link leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A page, by its index.
    Page(usize),
    /// Another file, by its index.
    File(usize),
    /// The page with the link.
    Here,
    /// A page that could not be read.
    Faulty,
    /// Several pages, none of which is nearer.
    Many,
    /// Nothing in the source.
    Missing,
}

/// The names of the pages and files of a source.
#[derive(Default)]
pub(crate) struct Index {
    /// The paths of the pages, and after them those of the pages that could not be read.
    paths: Vec<String>,
    /// Number of pages that could be read.
    readable: usize,
    by_path: HashMap<String, Vec<usize>>,
    /// By each end of the path.
    by_end: HashMap<String, Vec<usize>>,
    /// By each end of an address that a page gives itself.
    by_address: HashMap<String, Vec<usize>>,
    by_loose_end: HashMap<String, Vec<usize>>,
    by_title: HashMap<String, Vec<usize>>,
    files: Vec<String>,
    files_by_end: HashMap<String, Vec<usize>>,
}

fn ends(key: &str) -> impl Iterator<Item = &str> {
    std::iter::once(key).chain(key.match_indices('/').filter_map(|(at, _)| key.get(at + 1..)))
}

impl Index {
    /// `titles` are those of the pages, in their order; `faulty` are the paths of pages that could not be read.
    pub(crate) fn new(pages: &[&Page], titles: &[&str], faulty: &[&str], files: &[SourceFile]) -> Self {
        let mut index = Self {
            paths: pages
                .iter()
                .map(|page| page.path.clone())
                .chain(faulty.iter().map(|path| (*path).to_owned()))
                .collect(),
            readable: pages.len(),
            files: files.iter().map(|file| file.path.clone()).collect(),
            ..Self::default()
        };
        for at in 0..index.paths.len() {
            let path = index.paths.get(at).cloned().unwrap_or_default();
            index.add_path(&path, at);
            // The same key twice if the path has no ending, as in wikis.
            add(&mut index.by_path, paths::key(&path), at);
        }
        for (at, page) in pages.iter().enumerate() {
            for alias in &page.aliases {
                if alias.starts_with('/') {
                    let key = page_key(alias);
                    for end in ends(&key).filter(|end| !end.is_empty()) {
                        add(&mut index.by_address, end.to_owned(), at);
                    }
                } else {
                    add(&mut index.by_title, title_key(alias), at);
                }
            }
        }
        for (at, title) in titles.iter().enumerate() {
            add(&mut index.by_title, title_key(title), at);
        }
        for (at, file) in files.iter().enumerate() {
            for end in ends(&paths::key(&file.path)) {
                index.files_by_end.entry(end.to_owned()).or_default().push(at);
            }
        }
        index
    }

    fn add_path(&mut self, path: &str, at: usize) {
        let key = page_key(path);
        add(&mut self.by_path, key.clone(), at);
        for end in ends(&key).filter(|end| !end.is_empty()) {
            add(&mut self.by_end, end.to_owned(), at);
        }
        for end in ends(&loose(&key)).filter(|end| !end.is_empty()) {
            add(&mut self.by_loose_end, end.to_owned(), at);
        }
    }

    /// Returns where a reference of this page leads.
    pub(crate) fn find(&self, from: usize, reference: &Reference) -> Found {
        let target = reference.target.trim();
        if target.is_empty() {
            return Found::Here;
        }
        let path = self.paths.get(from).map_or("", String::as_str);
        let is_file = paths::ending(target).is_some() && paths::without_ending(target) == target;
        if is_file && let Some(file) = self.file(path, target) {
            return Found::File(file);
        }
        match reference.form {
            Form::Wiki => {
                self.page(path, target, [Step::Root, Step::Beside, Step::End, Step::Title, Step::Address, Step::Loose])
            }
            Form::Inline => {
                self.page(path, target, [Step::Beside, Step::Root, Step::Below, Step::Address, Step::End, Step::Loose])
            }
        }
    }

    fn file(&self, from: &str, target: &str) -> Option<usize> {
        let beside = join(folder(from), target).map(|path| paths::key(&path));
        let whole = |key: &String| {
            let found = self.files_by_end.get(key)?;
            found.iter().copied().find(|at| self.files.get(*at).is_some_and(|path| paths::key(path) == *key))
        };
        if let Some(found) = beside.as_ref().filter(|_| !target.starts_with('/')).and_then(whole) {
            return Some(found);
        }
        let end = paths::key(target.trim_start_matches(['.', '/']));
        let found = self.files_by_end.get(&end)?;
        nearest(from, found, &self.files)
    }

    fn page(&self, from: &str, target: &str, steps: [Step; 6]) -> Found {
        for step in steps {
            let found = match step {
                Step::Beside if target.starts_with('/') => None,
                Step::Beside => join(folder(from), target).and_then(|path| self.at(&path)),
                Step::Root => join("", target).and_then(|path| self.at(&path)),
                // The address of `a/b.md` is often `a/b/`, to which its links are relative.
                Step::Below if target.starts_with('/') || is_index(from) => None,
                Step::Below => join(paths::without_ending(from), target).and_then(|path| self.at(&path)),
                Step::End => self.by_end.get(&page_key(target.trim_start_matches(['.', '/']))),
                Step::Address => self.by_address.get(&page_key(target.trim_start_matches(['.', '/']))),
                Step::Title => self.by_title.get(&title_key(target)),
                Step::Loose => self.by_loose_end.get(&loose(&page_key(target.trim_start_matches(['.', '/'])))),
            };
            let Some(found) = found else { continue };
            return match nearest(from, found, &self.paths) {
                Some(at) if at >= self.readable => Found::Faulty,
                Some(at) => Found::Page(at),
                None => Found::Many,
            };
        }
        Found::Missing
    }

    fn at(&self, path: &str) -> Option<&Vec<usize>> {
        let exact = is_note(path).then(|| self.by_path.get(&paths::key(path))).flatten();
        exact.or_else(|| self.by_path.get(&page_key(path)))
    }
}

/// A way to find a page.
#[derive(Clone, Copy)]
enum Step {
    /// From the folder of the page with the link.
    Beside,
    /// From the top of the source.
    Root,
    /// From the page with the link, as if it were a folder.
    Below,
    /// By the end of its path.
    End,
    /// By its title or another name.
    Title,
    /// By the end of an address that it gives itself.
    Address,
    /// By the end of its path, ignoring signs and numbers.
    Loose,
}

fn add(map: &mut HashMap<String, Vec<usize>>, key: String, at: usize) {
    let known = map.entry(key).or_default();
    if !known.contains(&at) {
        known.push(at);
    }
}

/// Returns the page that shares the most folders with `from`, and among these the one in the fewest folders. `None`:
/// there are several.
fn nearest(from: &str, found: &[usize], paths: &[String]) -> Option<usize> {
    let rank = |at: usize| {
        let path = paths.get(at).map_or("", String::as_str);
        let shared = folder(from).split('/').zip(folder(path).split('/')).take_while(|(a, b)| a == b).count();
        (std::cmp::Reverse(shared), path.matches('/').count())
    };
    let best = found.iter().copied().map(rank).min()?;
    let mut nearest = found.iter().copied().filter(|at| rank(*at) == best);
    nearest.next().filter(|_| nearest.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::references::references;

    fn page(path: &str, aliases: &[&str]) -> Page {
        let aliases = aliases.iter().map(|alias| (*alias).to_owned()).collect();
        Page { path: path.to_owned(), aliases, ..Page::default() }
    }

    fn found(from: usize, link: &str) -> Found {
        let pages = [
            page("content/en/a/one.md", &[]),
            page("content/en/a/The Red Door.md", &["Rotes Tor"]),
            page("content/en/b/_index.md", &[]),
            page("content/en/b/02-caf\u{e9}.md", &["/docs/cafe/"]),
            page("content/de/b/02-caf\u{e9}.md", &[]),
            page("x/same.md", &[]),
            page("y/same.md", &[]),
            page("wiki/lamp", &[]),
        ];
        let files = ["content/en/img/map.png", "static/img/logo.png"];
        let files = files
            .map(|path| SourceFile { path: path.to_owned(), location: crate::collection::Location::Disk(path.into()) });
        let titles = ["One", "The Red Door", "B", "Caf\u{e9}", "Caf\u{e9} de", "Same 1", "Same 2", "Light"];
        let index = Index::new(&pages.each_ref(), &titles, &["x/bad.md"], &files);
        index.find(from, references(link).first().unwrap())
    }

    #[test]
    fn links_lead_where_the_source_would_lead_them() {
        for (from, link, expected) in [
            (0, "[[the red door]]", Found::Page(1)),
            (0, "[[wiki/lamp]]", Found::Page(7)),
            (0, "[[Rotes Tor]]", Found::Page(1)),
            (0, "[[a/The Red Door]]", Found::Page(1)),
            (0, "[x](The%20Red%20Door.md)", Found::Page(1)),
            (0, "[x](<The Red Door.md>)", Found::Page(1)),
            (0, "[x](../b/)", Found::Page(2)),
            (0, "[x](../../b/cafe\u{301}/)", Found::Page(3)),
            (4, "[x](/b/caf\u{e9})", Found::Page(4)),
            (0, "[x](/docs/cafe)", Found::Page(3)),
            (0, "[[cafe]]", Found::Page(3)),
            (1, "[[one.md]]", Found::Page(0)),
            (0, "[[same]]", Found::Many),
            (5, "[[same]]", Found::Page(5)),
            (0, "[[bad]]", Found::Faulty),
            (0, "[[nowhere]]", Found::Missing),
            (0, "[[#Hinge]]", Found::Here),
            (0, "![[map.png]]", Found::File(0)),
            (0, "![](../img/map.png)", Found::File(0)),
            (0, "![](/img/logo.png)", Found::File(1)),
            (0, "![](/img/other.png)", Found::Missing),
        ] {
            assert_eq!(found(from, link), expected, "{link}");
        }
    }
}
