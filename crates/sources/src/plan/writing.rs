//! The texts of pages as they are written, with links to records and pictures.

use super::{Become, FileUse, Plan, Planned, State, is_picture};
use crate::dates;
use crate::headings::Anchors;
use crate::references::{Reference, replaced};
use crate::resolve::Found;
use facility_files::file::MAX_ATTACHED;
use facility_kernel::{Timestamp, UploadId, has_visible_character};

/// Maximum number of characters of the description of a version.
const MAX_DESCRIPTION: usize = 500;

/// What links and pictures become.
pub struct Targets<'a> {
    /// The label of the record of each page, such as `DOC-3fa9c1de`.
    pub label: &'a dyn Fn(usize) -> Option<String>,
    /// The stored picture of each file.
    pub picture: &'a dyn Fn(usize) -> Option<UploadId>,
}

/// A version of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    pub content: String,
    /// When it was written, if the source says so.
    pub at: Option<Timestamp>,
    pub description: Option<String>,
    /// The author, if they become an account.
    pub author: Option<String>,
}

impl Plan {
    /// Returns the pages that come in with the dates of their records, oldest first: of documents, when their first
    /// version was written. No two dates are equal, and none is later than now.
    pub fn dates(&self) -> Vec<(usize, Timestamp)> {
        let now = self.options.now;
        let date = |(at, page): (usize, &Planned)| {
            let revision = match self.options.r#become {
                Become::Documents(_) => page.page.revisions.first(),
                Become::Submissions => page.page.revisions.last(),
            };
            (revision.and_then(|revision| dates::parse(revision.at.as_deref()?, now)).unwrap_or(now), at)
        };
        let pages = self.pages.iter().enumerate().filter(|(_, page)| page.comes_in());
        let mut dated: Vec<(Timestamp, usize)> = pages.map(date).collect();
        dated.sort_unstable();
        let mut dates: Vec<Timestamp> = dated.iter().map(|(date, _)| *date).collect();
        dates::spread(&mut dates, now);
        dated.into_iter().map(|(_, at)| at).zip(dates).collect()
    }

    /// Returns the files that are attached to the record of a page, in the order of its links.
    pub fn attachments(&self, at: usize) -> Vec<usize> {
        let linked = self.pages.get(at).map(|page| page.attachments.as_slice()).unwrap_or_default();
        let attached = linked.iter().take(MAX_ATTACHED).copied();
        attached.filter(|file| self.uses.get(*file) == Some(&FileUse::Attachment)).collect()
    }

    /// Returns the text of a page with stand-ins that are as long as links and pictures will be.
    pub(super) fn stand_in(&self, at: usize) -> String {
        let label = |page: usize| self.label(page, || Some("DOC-000000000000".to_owned()));
        let picture = |_| Some(UploadId::from_uuid(uuid::Uuid::nil()));
        self.versions(at, &Targets { label: &label, picture: &picture }, true)
            .pop()
            .map_or_else(String::new, |version| version.content)
    }

    /// Returns how a link names the record of a page: `own` for documents, else its title, as for submissions, whose
    /// documents do not exist yet. `None`: the title cannot be part of a link.
    pub fn label(&self, page: usize, own: impl FnOnce() -> Option<String>) -> Option<String> {
        let target = self.pages.get(page).filter(|page| page.state != State::Faulty)?;
        own().or_else(|| (!target.title.contains(['[', ']', '|', '#', '\n'])).then(|| target.title.clone()))
    }

    /// Returns the versions of a page, oldest first, the last one with the lines at its end. Those without visible text
    /// are left out. With `last_only`, only the last one.
    pub fn versions(&self, at: usize, targets: &Targets<'_>, last_only: bool) -> Vec<Version> {
        let Some(planned) = self.pages.get(at) else { return Vec::new() };
        let revisions = &planned.page.revisions;
        let last = revisions.len().saturating_sub(1);
        let mut found = Vec::new();
        for (number, revision) in revisions.iter().enumerate() {
            if number < last && (last_only || !has_visible_character(&revision.markdown)) {
                continue;
            }
            let mut content = replaced(&revision.markdown, |reference| self.written(at, reference, targets));
            if number == last && !planned.footer.is_empty() {
                content = format!("{}\n\n{}\n", content.trim_end(), planned.footer);
            }
            if number < last {
                content = crate::text::without_controls(&content).0;
            }
            let at = revision.at.as_deref().and_then(|at| dates::parse(at, self.options.now));
            let comment = revision.comment.as_deref().filter(|comment| !comment.trim().is_empty());
            let (account, author) = match &revision.author {
                Some(author) if self.accounts.contains_key(author) => (Some(author.clone()), None),
                author => (None, author.as_deref().map(|author| format!("by {author} in the source"))),
            };
            let description = match (comment, author) {
                (Some(comment), Some(author)) => Some(format!("{comment} ({author})")),
                (Some(comment), None) => Some(comment.to_owned()),
                (None, author) => author,
            };
            let description =
                description.map(|text| text.chars().filter(|c| !c.is_control()).take(MAX_DESCRIPTION).collect());
            found.push(Version { content, at, description, author: account });
        }
        found
    }

    /// Returns what a reference becomes. `None`: it stays as it is.
    fn written(&self, from: usize, reference: &Reference, targets: &Targets<'_>) -> Option<String> {
        match self.index.find(from, reference) {
            Found::File(file) if is_picture(&self.files, file) => {
                let is_refused = self.uses.get(file) == Some(&FileUse::Refused);
                let id = (!is_refused).then(|| (targets.picture)(file)).flatten()?;
                let path = &self.files.get(file)?.path;
                let words = if reference.words.trim().is_empty() {
                    crate::paths::title(without_ending(path))
                } else {
                    plain(&reference.words)
                };
                let width = reference.width.map(|width| format!("|{width}")).unwrap_or_default();
                let bar = if reference.is_in_table { width.replace('|', "\\|") } else { width };
                Some(format!("![{words}{bar}](file:{id})"))
            }
            Found::Page(page) => {
                let label = (targets.label)(page)?;
                let anchor = reference.anchor.as_deref().map(|name| self.anchor(page, name));
                let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                let bar = if reference.is_in_table { "\\|" } else { "|" };
                let words = self.words(page, reference);
                if words == label && anchor.is_empty() {
                    return Some(format!("[[{label}]]"));
                }
                Some(format!("[[{label}{anchor}{bar}{words}]]"))
            }
            Found::Here => {
                let name = reference.anchor.as_deref()?;
                let anchor = self.anchor(from, name);
                if reference.form == crate::references::Form::Wiki || anchor == name {
                    return None;
                }
                Some(format!("[{}](#{anchor})", plain(&reference.words)))
            }
            Found::File(_) | Found::Faulty | Found::Many | Found::Missing => None,
        }
    }

    /// Returns the words of a link. A link without words shows what it names.
    fn words(&self, page: usize, reference: &Reference) -> String {
        let shown = plain(&reference.words);
        if !shown.trim().is_empty() {
            return shown;
        }
        let named = match (&reference.anchor, reference.form) {
            (Some(anchor), crate::references::Form::Wiki) => format!("{} \u{203a} {anchor}", reference.target),
            (None, crate::references::Form::Wiki) => reference.target.clone(),
            _ => self.pages.get(page).map_or_else(String::new, |page| page.title.clone()),
        };
        plain(&named)
    }

    /// Returns the anchor here to which a name leads on a page. An unknown name stays as it is.
    fn anchor(&self, page: usize, name: &str) -> String {
        let known = self.pages.get(page).and_then(|page| {
            let text = page.page.revisions.last().map_or("", |last| &last.markdown);
            page.anchors.get_or_init(|| Anchors::of(text)).find(name)
        });
        known.map_or_else(|| plain(name), str::to_owned)
    }
}

fn without_ending(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Returns words that can be part of a link: on one line, without brackets and bars, and without signs that would begin
/// other markup, which a link may not contain.
fn plain(words: &str) -> String {
    let words = words.replace('[', "(").replace(']', ")").replace('|', "\u{2223}");
    let mut plain = String::with_capacity(words.len());
    let mut before = ' ';
    let mut rest = words.trim().chars().peekable();
    while let Some(c) = rest.next() {
        let is_within_word = before.is_alphanumeric() && rest.peek().is_some_and(|next| next.is_alphanumeric());
        if c.is_whitespace() {
            if before != ' ' {
                plain.push(' ');
            }
            before = ' ';
            continue;
        }
        if matches!(c, '*' | '`' | '~' | '\\') || (c == '_' && !is_within_word) {
            plain.push('\\');
        }
        plain.push(c);
        before = c;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_links_contain_no_markup() {
        for (words, plain_words) in [
            ("the  red\ndoor", "the red door"),
            ("a [b] | c", "a (b) \u{2223} c"),
            ("__init__ snake_case", "\\_\\_init\\_\\_ snake_case"),
            ("*args `x`", "\\*args \\`x\\`"),
        ] {
            assert_eq!(plain(words), plain_words, "{words}");
        }
    }
}
