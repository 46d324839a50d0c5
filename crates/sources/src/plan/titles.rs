//! Titles that occur twice.

use super::{Planned, State};
use crate::collection::Finding;
use crate::paths;
use facility_documents::links::title_key;
use std::collections::HashMap;

pub(crate) const SAME_TITLE: &str = "two notes have one title";
const WITH_FOLDER: &str = "title occurs twice, its folder was added";

/// Adds the folder to each title that an earlier page has, or makes it a fault.
pub(super) fn settle(pages: &mut [Planned], adds_folders: bool, changes: &mut Vec<Finding>, faults: &mut Vec<Finding>) {
    let mut known: HashMap<String, String> = HashMap::new();
    for page in pages.iter_mut().filter(|page| page.state != State::Faulty) {
        let path = page.page.path.clone();
        let mut key = title_key(&page.title);
        if let Some(first) = known.get(&key) {
            if !adds_folders {
                faults.push(Finding::of(SAME_TITLE, &path, format!("{}, like {first}", page.title)));
                page.state = State::Faulty;
                continue;
            }
            let given = page.title.clone();
            let mut names = names(&path);
            while known.contains_key(&key) {
                let Some(name) = names.next() else { break };
                page.title = format!("{given} ({name})");
                key = title_key(&page.title);
            }
            changes.push(Finding::of(WITH_FOLDER, &path, page.title.clone()));
        }
        known.insert(key, path);
    }
}

/// Returns names that distinguish a page from others: its folder, its longer paths, and numbers.
fn names(path: &str) -> impl Iterator<Item = String> {
    let folder = paths::folder(if paths::is_index(path) { paths::folder(path) } else { path }).to_owned();
    let mut starts: Vec<usize> = folder.match_indices('/').map(|(at, _)| at + 1).collect();
    starts.insert(0, 0);
    let folders: Vec<String> =
        starts.into_iter().rev().filter_map(|at| Some(folder.get(at..)?.replace('/', ", "))).collect();
    folders.into_iter().filter(|name| !name.is_empty()).chain((2..10_000).map(|number: u32| number.to_string()))
}
