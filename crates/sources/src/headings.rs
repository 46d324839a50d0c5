//! Headings of a text, and the names by which links lead to them.

use crate::references::OPTIONS;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use std::collections::HashMap;

/// A heading without its markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) text: String,
    /// The id that the text gives it, as in `Title {#id}`.
    id: Option<String>,
    is_first_level: bool,
}

/// Returns the headings of a Markdown text in order.
pub(crate) fn headings(markdown: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut open: Option<Heading> = None;
    for event in Parser::new_ext(markdown, OPTIONS) {
        match (event, &mut open) {
            (Event::Start(Tag::Heading { level, .. }), open) => {
                *open = Some(Heading { text: String::new(), id: None, is_first_level: level == HeadingLevel::H1 });
            }
            (Event::End(TagEnd::Heading(_)), open) => found.extend(open.take()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.text.push_str(&text),
            (Event::SoftBreak | Event::HardBreak, Some(heading)) => heading.text.push(' '),
            _ => {}
        }
    }
    for heading in &mut found {
        let (text, id) = without_id(heading.text.trim());
        (heading.text, heading.id) = (text.to_owned(), id.map(str::to_owned));
    }
    found
}

/// Returns the first heading of the first level.
pub(crate) fn title(markdown: &str) -> Option<String> {
    let found = headings(markdown).into_iter().find(|heading| heading.is_first_level)?;
    Some(wiki_words(&found.text)).filter(|text| !text.is_empty())
}

/// Replaces links between double brackets with their words.
fn wiki_words(text: &str) -> String {
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((inside, end)) = after.split_once("]]") else { break };
        words.push_str(before);
        words.push_str(inside.rsplit('|').next().unwrap_or(inside));
        rest = end;
    }
    words.push_str(rest);
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits off an id at the end, as in `Title {#id}`.
fn without_id(text: &str) -> (&str, Option<&str>) {
    let split = text.strip_suffix('}').and_then(|rest| rest.rsplit_once('{'));
    match split.and_then(|(words, id)| Some((words, id.trim().strip_prefix('#')?))) {
        Some((words, id)) if !id.is_empty() && !id.contains(char::is_whitespace) => (words.trim_end(), Some(id)),
        _ => (text, None),
    }
}

/// Returns the anchor of a heading in this product: lower case, with one hyphen for other characters than letters and
/// digits.
pub(crate) fn anchor(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns the anchor of a heading on GitHub and in most site generators.
fn slug(text: &str) -> String {
    let kept =
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_')).collect::<String>();
    kept.replace(' ', "-")
}

/// The anchors of a text.
#[derive(Debug)]
pub(crate) struct Anchors {
    /// From each name that a source may use to the anchor in this product.
    known: HashMap<String, String>,
}

impl Anchors {
    pub(crate) fn of(markdown: &str) -> Self {
        let mut known = HashMap::new();
        let mut used: HashMap<String, usize> = HashMap::new();
        let mut slugs: HashMap<String, usize> = HashMap::new();
        for heading in headings(markdown) {
            let id = heading.id;
            let full = id.as_ref().map_or_else(|| heading.text.clone(), |id| format!("{} {{#{id}}}", heading.text));
            let plain = anchor(&full);
            let times = used.entry(plain.clone()).or_default();
            *times += 1;
            let own = if *times > 1 { format!("{plain}-{times}") } else { plain };
            let theirs = slug(&heading.text);
            let repeated = slugs.entry(theirs.clone()).or_default();
            let numbered = if *repeated > 0 { format!("{theirs}-{repeated}") } else { theirs };
            *repeated += 1;
            for name in
                [Some(numbered), id, Some(own.clone()), Some(heading.text.to_lowercase()), Some(anchor(&heading.text))]
            {
                known.entry(name.unwrap_or_default()).or_insert_with(|| own.clone());
            }
        }
        Self { known }
    }

    /// Returns the anchor in this product to which a name of the source leads.
    pub(crate) fn find(&self, name: &str) -> Option<&str> {
        // Obsidian names a heading below others as `above#below`.
        let last = name.rsplit('#').next().unwrap_or(name).trim();
        let lower = last.to_lowercase();
        let found = [last, &lower, &anchor(last)].iter().find_map(|name| self.known.get(*name));
        found.map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_is_the_first_heading_of_the_first_level_without_markup() {
        for (text, found) in [
            ("Text\n\n# Heading #\n", Some("Heading")),
            ("```\n# code\n```\n\n# The **Red** `Door`\n", Some("The Red Door")),
            ("## Second\n\nTitle\n=====\n", Some("Title")),
            ("# [[red-door|The Red Door]]\n", Some("The Red Door")),
            ("# [Words](https://example.org) ##\n", Some("Words")),
            ("#no heading\n\n    # code\n", None),
            ("# C#\n", Some("C#")),
            ("# Setup {#start}\n", Some("Setup")),
        ] {
            assert_eq!(title(text).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn anchors_of_sources_lead_to_those_of_the_product() {
        let anchors = Anchors::of("# What's new?\n\n## Setup\n\n## Setup\n\n## Caf\u{e9} {#own-id}\n");
        for (name, anchor) in [
            ("whats-new", "what-s-new"),
            ("What's new?", "what-s-new"),
            ("setup", "setup"),
            ("setup-1", "setup-2"),
            ("own-id", "caf\u{e9}-own-id"),
            ("Top#Setup", "setup"),
        ] {
            assert_eq!(anchors.find(name), Some(anchor), "{name}");
        }
        assert_eq!(anchors.find("missing"), None);
    }
}
