//! The sections of the archive that folders become.

use super::{Become, Plan, PlannedSection, State};
use crate::collection::Finding;
use crate::paths;
use facility_archive::section::MAX_SECTION_NAME_CHARS;
use facility_archive::tree::{MAX_LEVELS, MAX_SECTIONS};
use facility_kernel::{ShortText, has_visible_character, nfc};
use std::collections::{BTreeMap, HashMap};

pub(crate) const TOO_MANY_SECTIONS: &str = "more folders than the archive has sections";

impl Plan {
    /// Gives each new document the section of its folder. Documents outside of folders stay in the repository.
    pub(super) fn make_sections(&mut self) {
        if !self.options.makes_sections || self.options.r#become == Become::Submissions {
            return;
        }
        let folders: Vec<Vec<String>> = self.pages.iter().map(|page| names(&page.page.path)).collect();
        let common = common(&folders);
        let folders: Vec<&[String]> = folders
            .iter()
            .map(|folder| folder.get(common..).unwrap_or_default())
            .map(|folder| folder.get(..MAX_LEVELS).unwrap_or(folder))
            .collect();
        // Of all pages, so that a later import of the same source finds the same names.
        let names = unique_names(&folders);
        let mut known: HashMap<&[String], usize> = HashMap::new();
        for (page, folder) in self.pages.iter_mut().zip(&folders).filter(|(page, _)| page.state == State::New) {
            for depth in 1..=folder.len() {
                let Some(path) = folder.get(..depth) else { break };
                let at = known.get(path).copied().unwrap_or_else(|| {
                    let name = names.get(path).cloned().unwrap_or_default();
                    self.sections.push(PlannedSection { name, parent: page.section });
                    self.sections.len() - 1
                });
                known.insert(path, at);
                page.section = Some(at);
            }
        }
        if self.sections.len() as u64 > MAX_SECTIONS {
            let detail = format!("{} folders, {MAX_SECTIONS} sections at most", self.sections.len());
            self.faults.push(Finding::of(TOO_MANY_SECTIONS, "", detail));
        }
    }
}

/// Returns the names of the folders of a page that can name sections, outermost first.
fn names(path: &str) -> Vec<String> {
    paths::folder(path).split('/').filter_map(name).collect()
}

/// Returns the name of a section as close to that of a folder as the archive allows.
fn name(folder: &str) -> Option<String> {
    let plain: String = nfc(folder.trim()).chars().filter(|c| !c.is_control()).take(MAX_SECTION_NAME_CHARS).collect();
    let plain = plain.trim();
    let parsed = ShortText::<MAX_SECTION_NAME_CHARS>::parse("name", plain).ok()?;
    has_visible_character(plain).then(|| parsed.into_string())
}

/// Returns the number of outer folders that all pages share.
fn common(folders: &[Vec<String>]) -> usize {
    let Some((first, rest)) = folders.split_first() else { return 0 };
    rest.iter().fold(first.len(), |common, folder| {
        first.iter().zip(folder).take(common).take_while(|(one, other)| one == other).count()
    })
}

/// Returns the name of the section of each folder: that of the folder, or of its whole path where folders have one name.
fn unique_names<'a>(folders: &[&'a [String]]) -> BTreeMap<&'a [String], String> {
    let paths = folders.iter().flat_map(|folder| (1..=folder.len()).filter_map(|depth| folder.get(..depth)));
    let mut names: BTreeMap<&[String], String> = BTreeMap::new();
    let mut named: HashMap<String, usize> = HashMap::new();
    for path in paths {
        if !names.contains_key(path) {
            let name = path.last().cloned().unwrap_or_default();
            *named.entry(name.to_lowercase()).or_default() += 1;
            names.insert(path, name);
        }
    }
    let is_shared = |name: &str| named.get(&name.to_lowercase()).is_some_and(|count| *count > 1);
    for (path, name) in &mut names {
        if path.len() > 1 && is_shared(name) {
            let whole = path.join(" / ");
            let from = whole.chars().count().saturating_sub(MAX_SECTION_NAME_CHARS);
            let whole: String = whole.chars().skip(from).collect();
            whole.trim().clone_into(name);
        }
    }
    names
}
