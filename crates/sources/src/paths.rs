//! Paths in a source, with `/` between folders.

use facility_kernel::nfc;

/// Endings of Markdown files, in lower case.
pub(crate) const NOTE_ENDINGS: [&str; 4] = ["md", "markdown", "mdx", "mkd"];
/// Names of index pages, in lower case.
const INDEXES: [&str; 3] = ["index", "_index", "readme"];

/// Returns the folder of a path, without the `/` at its end.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last part of a path.
pub(crate) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns the ending of a file's name in lower case, without the dot.
pub(crate) fn ending(path: &str) -> Option<String> {
    let (stem, ending) = name(path).rsplit_once('.')?;
    (!stem.is_empty()).then(|| ending.to_lowercase())
}

/// Whether this is the path of a Markdown file.
pub(crate) fn is_note(path: &str) -> bool {
    ending(path).is_some_and(|ending| NOTE_ENDINGS.contains(&ending.as_str()))
}

/// Returns the path of a page without its ending. Paths of other files stay as they are.
pub(crate) fn without_ending(path: &str) -> &str {
    let is_page = is_note(path) || ending(path).is_some_and(|ending| matches!(ending.as_str(), "html" | "htm"));
    if is_page { path.rsplit_once('.').map_or(path, |(stem, _)| stem) } else { path }
}

/// Whether a page is the index page of its folder.
pub(crate) fn is_index(path: &str) -> bool {
    INDEXES.contains(&name(without_ending(path)).to_lowercase().as_str())
}

/// Returns the name of a page for people: that of its file, or that of its folder for an index page.
pub(crate) fn title(path: &str) -> String {
    let page = if is_index(path) && !folder(path).is_empty() { folder(path) } else { without_ending(path) };
    let words = name(page).replace(['-', '_'], " ");
    let title = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.is_empty() { name(page).to_owned() } else { title }
}

/// Returns the form in which paths are compared: in one normal form and case, without empty parts.
pub(crate) fn key(path: &str) -> String {
    let parts = path.split('/').filter(|part| !part.is_empty() && *part != ".");
    nfc(&parts.collect::<Vec<_>>().join("/")).to_lowercase()
}

/// Returns the [`key`] of a page without its ending; for an index page, that of its folder.
pub(crate) fn page_key(path: &str) -> String {
    let key = key(without_ending(path.trim_end_matches('/')));
    if is_index(&key) { folder(&key).to_owned() } else { key }
}

/// Returns a key with hyphens for everything except letters and digits, and without numbers or dates before the parts.
pub(crate) fn loose(key: &str) -> String {
    let parts = key.split('/').map(|part| {
        let unnumbered = part.trim_start_matches(|c: char| c.is_ascii_digit() || "-_. ".contains(c));
        let part = if unnumbered.is_empty() { part } else { unnumbered };
        part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Returns the path to which `target` leads from a folder. `None`: it leads out of the source.
pub(crate) fn join(folder: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Decodes `%20` and the like. What is not such a sequence, or not UTF-8, stays as it is.
pub(crate) fn decoded(address: &str) -> String {
    if !address.contains('%') {
        return address.to_owned();
    }
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%')
            .then(|| after.get(..2).and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()))
            .flatten();
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_not_text| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_page_has_the_name_of_its_folder() {
        assert_eq!(page_key("Docs/Setup/_index.MD"), "docs/setup");
        assert_eq!(page_key("docs/setup/README.md"), "docs/setup");
        assert_eq!(page_key("docs/setup.html"), "docs/setup");
        assert_eq!(page_key("docs/v1.2"), "docs/v1.2");
        assert_eq!((title("a/the-red_door.md").as_str(), title("a/b/index.md").as_str()), ("the red door", "b"));
    }

    #[test]
    fn paths_are_joined_within_the_source() {
        assert_eq!(join("a/b", "../c.md").as_deref(), Some("a/c.md"));
        assert_eq!(join("a", "./x//y").as_deref(), Some("a/x/y"));
        assert_eq!(join("a", "../../x"), None);
    }

    #[test]
    fn addresses_are_decoded_and_numbers_left_out() {
        assert_eq!(
            (decoded("a%20b%C3%A9").as_str(), decoded("50%").as_str(), decoded("%ff").as_str()),
            ("a b\u{e9}", "50%", "%ff")
        );
        assert_eq!(loose("01-intro/2020-01-02-the red_door"), "intro/the-red-door");
    }
}
