//! One page of BookStack as a page of Markdown.

use super::book::{Entry, Export, Names};
use crate::collection::{Finding, NO_FILE, Page, Revision};
use crate::wikis::find::{cut, from, replaced};
use crate::wikis::markdown::{Blocks, escape, link, one_line, page_link};
use crate::wikis::notes::Notes;
use crate::wikis::source::{FileIndex, safe_path, time_of};

/// How a reference is written while the HTML around it is converted.
const SCHEME: &str = "bsexport:";

/// `[[bsexport:page:40]]` to `bsexport:page:40`, and those of files to the path of the file.
fn unfolded(text: &str, files: &FileIndex, notes: &mut Notes) -> String {
    replaced(text, "[[bsexport:", |after| {
        let end = after.bytes().take(300).position(|byte| byte == b']' || byte == b'\n')?;
        let name = cut(after, 0, end);
        if !from(after, end).starts_with("]]") {
            return None;
        }
        let file = name.strip_prefix("image:").or_else(|| name.strip_prefix("attachment:"));
        let path = file.and_then(|file| files.path_of(file));
        if let (Some(file), None) = (file, path) {
            notes.add(NO_FILE, 1, file);
        }
        let new = path.or(file).map_or_else(|| format!("{SCHEME}{name}"), str::to_owned);
        Some((new, end + 2))
    })
}

/// `[words](bsexport:page:40)` to a link between pages.
fn linked(text: &str, names: &Names, notes: &mut Notes) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](bsexport:") {
        out.push_str(before);
        let end = after.bytes().take(400).position(|byte| byte == b')');
        // Words are short: a bound keeps this linear.
        let window = out.floor_char_boundary(out.len().saturating_sub(1000));
        let open = from(&out, window).rfind('[').map(|open| window + open);
        let (Some(open), Some(end)) = (open, end) else {
            out.push_str("](bsexport:");
            rest = after;
            continue;
        };
        // Anchors of BookStack are random: they name nothing in the Markdown.
        let key = cut(after, 0, end).split(|letter: char| letter.is_whitespace() || letter == '#').next();
        let key = key.unwrap_or_default();
        let words = from(&out, open + 1).replace('\\', "");
        out.truncate(open);
        if let Some(name) = names.get(key) {
            out.push_str(&page_link(name, "", &words));
        } else {
            let reference = format!("{SCHEME}{key}");
            notes.add("link to a page that is not in the source, kept as words", 1, &reference);
            out.push_str(&escape(&words, false));
        }
        rest = from(after, end + 1);
    }
    out.push_str(rest);
    out
}

fn html(text: &str, notes: &mut Notes) -> String {
    if text.contains("src=\"data:") {
        notes.add("picture inside of a page left out", 1, "a picture written into the page itself");
    }
    crate::wikis::html::convert(text).unwrap_or_else(|text| {
        notes.add("nested too deeply, shown as text", 1, "nested too deeply");
        text
    })
}

pub(super) fn of_entry(
    entry: &Entry<'_>,
    data: &Export,
    names: &Names,
    files: &FileIndex,
    changes: &mut Vec<Finding>,
) -> Option<Page> {
    let mut notes = Notes::new(&entry.path);
    let text = match entry.markdown() {
        Some(text) => unfolded(text, files, &mut notes),
        None => html(&unfolded(entry.html(), files, &mut notes), &mut notes),
    };
    if text.trim().is_empty() && entry.is_description() {
        return None;
    }
    let mut out = Blocks::default();
    out.push(&linked(&text, names, &mut notes));
    let attachments = entry.part.attachments.iter().filter_map(|attachment| {
        let file = attachment.file.as_deref().map(|file| files.path_of(file).unwrap_or(file));
        let target = file.or(attachment.link.as_deref())?;
        Some(format!("- {}", link(target, &escape(&attachment.name, false))))
    });
    let attachments: Vec<String> = attachments.collect();
    out.push(&attachments.join("\n"));
    changes.extend(notes.into_findings());
    let tags = entry.part.tags.iter().filter(|tag| !tag.name.trim().is_empty()).map(|tag| {
        let value = tag.value.as_deref().unwrap_or_default().trim();
        if value.is_empty() { tag.name.trim().to_owned() } else { format!("{}: {value}", tag.name.trim()) }
    });
    Some(Page {
        path: entry.path.clone(),
        title: Some(entry.part.name.clone()),
        tags: tags.collect(),
        category: entry.category.clone(),
        revisions: vec![Revision {
            markdown: out.finish(),
            at: data.exported_at.as_deref().and_then(time_of),
            ..Revision::default()
        }],
        ..Page::default()
    })
}

/// The text of the first element of this name that has one.
fn text_in(html: &str, lower: &str, name: &str) -> Option<String> {
    let start = lower.find(&format!("<{name}"))?;
    let open = start + from(lower, start).find('>')? + 1;
    let end = open + from(lower, open).find(&format!("</{name}"))?;
    let text = crate::wikis::html::convert(cut(html, open, end)).ok()?.replace('\\', "");
    (!text.trim().is_empty()).then(|| one_line(&text))
}

/// The pages of an export as HTML: a page alone, or all those of a chapter or book in one file.
pub(super) fn of_html(text: &str, file: &str, changes: &mut Vec<Finding>) -> Vec<Page> {
    let lower = text.to_ascii_lowercase();
    let body = lower.find("<body").unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let title = text_in(text, &lower, "title").unwrap_or_else(|| stem.to_owned());
    let mut starts: Vec<usize> = ["<h1 id=\"page-", "<h1 id=\"chapter-"]
        .iter()
        .flat_map(|mark| lower.match_indices(mark).map(|(at, _)| at))
        .filter(|at| *at >= body)
        .collect();
    starts.sort_unstable();
    let mut bounds = vec![body];
    bounds.extend(&starts);
    let book = safe_path(&title.replace('/', "-"));
    let mut chapter = None;
    let mut pages = Vec::new();
    for (number, start) in bounds.iter().enumerate() {
        let end = bounds.get(number + 1).copied().unwrap_or(text.len());
        let (part, part_lower) = (cut(text, *start, end), cut(&lower, *start, end));
        let name = text_in(part, part_lower, "h1").unwrap_or_else(|| title.clone());
        let own = safe_path(&name.replace('/', "-"));
        let is_chapter = part_lower.starts_with("<h1 id=\"chapter-");
        if is_chapter {
            chapter = Some(own.clone());
        }
        let path = match (&chapter, number, is_chapter) {
            (_, 0, _) => book.clone(),
            (_, _, true) | (None, _, _) => format!("{book}/{own}"),
            (Some(chapter), _, _) => format!("{book}/{chapter}/{own}"),
        };
        let mut notes = Notes::new(&path);
        let content = part_lower.find("</h1>").map_or(part, |end| from(part, end + 5));
        let markdown = html(content, &mut notes);
        if markdown.trim().is_empty() && !starts.is_empty() {
            continue;
        }
        changes.extend(notes.into_findings());
        let revisions = vec![Revision { markdown, ..Revision::default() }];
        pages.push(Page { path, title: Some(name), revisions, ..Page::default() });
    }
    pages
}
