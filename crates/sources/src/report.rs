//! What an import does, for people and as JSON.

use crate::collection::Finding;
use crate::plan::{FileUse, Plan, State};
use crate::resolve::Found;
use crate::text::grouped;
use facility_users::user::Username;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

/// Findings of a cause that are shown.
const SHOWN: usize = 2;
/// Width of a path before its detail.
const PATH_WIDTH: usize = 28;

/// What an import does.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    source: Source,
    comes_in: ComesIn,
    changes: Vec<Item>,
    faults: Vec<Item>,
    /// The files that no page uses.
    unused: Vec<String>,
    links: Links,
}

#[derive(Debug, Serialize)]
struct Source {
    kind: String,
    notes: usize,
    pictures: usize,
    files: usize,
    ignored: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ComesIn {
    new: usize,
    changed: usize,
    already_here: usize,
    no_longer_in_the_source: usize,
    versions: usize,
    pictures: usize,
    files: usize,
    records_with_files: usize,
    sections: usize,
    accounts: usize,
}

#[derive(Debug, Serialize)]
struct Item {
    cause: &'static str,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    detail: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Links {
    total: usize,
    resolved: usize,
    faulty: usize,
    several_meanings: usize,
    not_in_the_source: usize,
    kept_as_text: Vec<Item>,
}

/// What the end of the report says.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Whether nothing is changed in any case.
    pub is_dry_run: bool,
    /// Whether items with a fault are left out. Otherwise nothing is imported while one remains.
    pub skips_faults: bool,
}

/// Returns the option that settles a cause.
fn option(cause: &str) -> Option<&'static str> {
    match cause {
        crate::plan::making::UNKNOWN_CATEGORY
        | crate::plan::making::UNKNOWN_LEVEL
        | crate::plan::authors::STAYS_TEXT
        | crate::plan::authors::SAME_NAME => Some("name them with --map FILE"),
        crate::plan::checks::TOO_LONG => Some("--long split"),
        crate::plan::titles::SAME_TITLE => Some("--same-title folder"),
        _ => None,
    }
}

fn item(finding: &Finding) -> Item {
    let Finding { cause, path, line, detail } = finding.clone();
    Item { cause, path, line, detail }
}

impl Report {
    /// Reports what is known now. Faults of files are known once they were read.
    pub fn of(plan: &Plan) -> Self {
        let is_picture = |at: &usize| crate::plan::is_picture(&plan.files, *at);
        let pictures = (0..plan.files.len()).filter(is_picture).count();
        let count = |wanted: fn(&State) -> bool| plan.pages.iter().filter(|page| wanted(&page.state)).count();
        let (wanted, files, records_with_files) = plan.files_that_come_in();
        let accounts: BTreeSet<&str> = plan.accounts_that_come_in().into_values().map(Username::as_str).collect();
        let coming = plan.pages.iter().filter(|page| page.comes_in());
        let unused = plan.files.iter().zip(&plan.uses).filter(|(_, used)| **used == FileUse::Unused);
        Self {
            source: Source {
                kind: plan.kind.clone(),
                notes: plan.notes,
                pictures,
                files: plan.files.len() - pictures,
                ignored: plan.ignored,
            },
            comes_in: ComesIn {
                new: count(|state| *state == State::New),
                changed: count(|state| matches!(state, State::Changed(_))),
                already_here: count(|state| matches!(state, State::Here(_))),
                no_longer_in_the_source: plan.gone,
                versions: coming.map(|page| page.page.revisions.len()).sum(),
                pictures: wanted,
                files,
                records_with_files,
                sections: plan.sections.len(),
                accounts: accounts.len(),
            },
            changes: plan.changes.iter().map(item).collect(),
            faults: plan.faults.iter().map(item).collect(),
            unused: unused.map(|(file, _)| file.path.clone()).collect(),
            links: links(plan),
        }
    }

    /// Whether something cannot come in.
    pub const fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Whether anything would be written.
    pub const fn has_news(&self) -> bool {
        self.comes_in.new + self.comes_in.changed > 0
    }

    /// Returns all of it as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns it for people.
    pub fn text(&self, ending: Ending) -> String {
        let mut text = String::new();
        if ending.is_dry_run {
            text.push_str("DRY RUN. Nothing was changed.\n\n");
        }
        self.write_counts(&mut text);
        let is_kept = self.changes.iter().all(|item| !item.cause.contains("left out"));
        let kept = if is_kept { "  (every word is kept)" } else { "" };
        section(&mut text, &format!("CHANGED ON THE WAY{kept}"), &self.changes);
        let causes = grouped_by_cause(&self.faults).len();
        let plural = if causes == 1 { "cause" } else { "causes" };
        section(&mut text, &format!("FAULTS  {} in {causes} {plural}", grouped(self.faults.len())), &self.faults);
        if !self.unused.is_empty() {
            let pictures = self.unused.len();
            line(
                &mut text,
                format_args!(
                    "NOT USED BY ANY NOTE  {}       listed with --report FILE\n",
                    of(pictures, "file", "files")
                ),
            );
        }
        self.write_links(&mut text);
        self.write_ending(&mut text, ending);
        text
    }

    fn write_counts(&self, text: &mut String) {
        let Source { kind, notes, pictures, files, ignored } = &self.source;
        line(text, format_args!("SOURCE  {kind}"));
        for (count, name) in [
            (notes, "notes"),
            (pictures, "pictures"),
            (files, "other files"),
            (ignored, "ignored (hidden, or of the system)"),
        ] {
            counted(text, *count, name);
        }
        let ComesIn { new, changed, already_here, versions, .. } = self.comes_in;
        line(text, "\nCOMES IN");
        let records = format!(
            "records: {} new, {} changed, {} already here",
            grouped(new),
            grouped(changed),
            grouped(already_here)
        );
        counted_always(text, new + changed, &records);
        if versions > new + changed {
            counted(text, versions, "versions of them, with their dates");
        }
        counted(text, self.comes_in.pictures, "pictures, metadata removed");
        let attached = format!("files, attached to {}", of(self.comes_in.records_with_files, "record", "records"));
        counted(text, self.comes_in.files, &attached);
        counted(text, self.comes_in.sections, "sections of the archive, from folders");
        counted(text, self.comes_in.accounts, "accounts, from authors: those that are new have no password yet");
        counted(text, self.comes_in.no_longer_in_the_source, "no longer in the source, left as they are here");
        text.push('\n');
    }

    fn write_links(&self, text: &mut String) {
        let Links { total, resolved, faulty, several_meanings, not_in_the_source, .. } = self.links;
        line(text, format_args!("LINKS  {}", grouped(total)));
        if total > 0 {
            let known = resolved + faulty + several_meanings;
            let permille = (resolved * 1000).checked_div(known).unwrap_or(1000);
            let share =
                format!("resolve, {}.{} % of those whose target is in the source", permille / 10, permille % 10);
            counted_always(text, resolved, &share);
            let both =
                format!("target is in the source, but has a fault ({faulty}) or two meanings ({several_meanings})");
            counted(text, faulty + several_meanings, &both);
            counted(text, not_in_the_source, "target is not in the source, kept as text");
        }
        text.push('\n');
    }

    fn write_ending(&self, text: &mut String, Ending { is_dry_run, skips_faults }: Ending) {
        let records = self.comes_in.new + self.comes_in.changed;
        if self.has_faults() {
            let (stop, skip) = if skips_faults { ("       ", "  (now)") } else { ("  (now)", "       ") };
            line(text, format_args!("  --on-fault stop{stop}  imports nothing while a fault remains"));
            let left = of(self.faults.len(), "item", "items");
            line(
                text,
                format_args!(
                    "  --on-fault skip{skip}  imports {} and leaves {left} out",
                    of(records, "record", "records")
                ),
            );
        }
        line(text, "  --report FILE          everything above as JSON, with file and line");
        if self.has_faults() && (is_dry_run || !skips_faults) {
            line(text, "\nStatus 2: faults found.");
        }
    }
}

fn links(plan: &Plan) -> Links {
    let readable = plan.pages.iter().filter(|page| page.state != State::Faulty);
    let is_faulty = |found: &Found| match found {
        Found::Page(page) => plan.pages.get(*page).is_none_or(|page| page.state == State::Faulty),
        found => *found == Found::Faulty,
    };
    let mut links =
        Links { total: 0, resolved: 0, faulty: 0, several_meanings: 0, not_in_the_source: 0, kept_as_text: Vec::new() };
    for page in readable {
        links.total += page.links.len();
        for link in &page.links {
            let (count, cause) = match &link.found {
                found if is_faulty(found) => (&mut links.faulty, "target has a fault"),
                Found::Many => (&mut links.several_meanings, "target has two meanings"),
                Found::Missing => (&mut links.not_in_the_source, "target is not in the source"),
                _ => {
                    links.resolved += 1;
                    continue;
                }
            };
            *count += 1;
            let (path, line, detail) = (page.page.path.clone(), Some(link.line), link.target.clone());
            links.kept_as_text.push(Item { cause, path, line, detail });
        }
    }
    links
}

/// The items of each cause, the most frequent first.
fn grouped_by_cause(items: &[Item]) -> Vec<(&'static str, Vec<&Item>)> {
    let mut groups: Vec<(&'static str, Vec<&Item>)> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|(cause, _)| *cause == item.cause) {
            Some((_, group)) => group.push(item),
            None => groups.push((item.cause, vec![item])),
        }
    }
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    groups
}

/// Writes the items by cause, with two examples each. Items that differ only in one word are counted by it.
fn section(text: &mut String, heading: &str, items: &[Item]) {
    if items.is_empty() {
        return;
    }
    line(text, heading);
    for (cause, group) in grouped_by_cause(items) {
        let settled = option(cause).map(|option| format!("      {option}")).unwrap_or_default();
        counted(text, group.len(), &format!("{cause}{settled}"));
        if cause == crate::plan::making::UNKNOWN_CATEGORY || cause == "read as another encoding" {
            line(text, format_args!("         {}", by_word(&group)));
            continue;
        }
        for item in group.iter().take(SHOWN) {
            let place = item.line.map_or_else(|| item.path.clone(), |line| format!("{}:{line}", item.path));
            let shown = format!("         {place:<PATH_WIDTH$} {}", item.detail);
            line(text, shown.trim_end());
        }
        if group.len() > SHOWN {
            line(text, format_args!("         ... {} more", grouped(group.len() - SHOWN)));
        }
    }
    text.push('\n');
}

fn by_word(group: &[&Item]) -> String {
    const WORDS: usize = 8;
    let mut words: Vec<(String, usize)> = Vec::new();
    for item in group {
        let word = item.detail.to_lowercase();
        match words.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => words.push((word, 1)),
        }
    }
    words.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let more = words.len().saturating_sub(WORDS);
    let shown = words.iter().take(WORDS).map(|(word, count)| format!("{count} {word}"));
    let shown = shown.collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{shown}, {more} more words") } else { shown }
}

fn of(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

fn counted(text: &mut String, count: usize, name: &str) {
    if count > 0 {
        counted_always(text, count, name);
    }
}

fn counted_always(text: &mut String, count: usize, name: &str) {
    line(text, format_args!("{:>7}  {name}", grouped(count)));
}

fn line(text: &mut String, line: impl Display) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}
