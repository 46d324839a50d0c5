//! What is changed on a page.

use crate::collection::Finding;
use std::collections::BTreeMap;

const OF_A_CAUSE: usize = 20;
const DETAIL: usize = 160;

/// Collects the findings of one page and bounds their number.
#[derive(Debug, Default)]
pub struct Notes {
    path: String,
    quiet: bool,
    found: Vec<Finding>,
    counts: BTreeMap<&'static str, usize>,
}

impl Notes {
    pub fn new(path: &str) -> Self {
        Self { path: path.to_owned(), ..Self::default() }
    }

    /// For old revisions: what they changed is of no use to anybody.
    pub fn quiet() -> Self {
        Self { quiet: true, ..Self::default() }
    }

    pub fn add(&mut self, cause: &'static str, line: usize, detail: &str) {
        if self.quiet {
            return;
        }
        let count = self.counts.entry(cause).or_default();
        *count += 1;
        if *count > OF_A_CAUSE {
            return;
        }
        let mut detail: String = detail.chars().take(DETAIL).collect();
        if detail.contains(['\n', '\r', '\t']) {
            detail = detail.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        self.found.push(Finding::of(cause, &self.path, detail).at(line));
    }

    pub fn into_findings(mut self) -> Vec<Finding> {
        for (cause, count) in self.counts {
            if count > OF_A_CAUSE {
                let detail = format!("and {} more", count - OF_A_CAUSE);
                self.found.push(Finding::of(cause, &self.path, detail));
            }
        }
        self.found
    }
}
