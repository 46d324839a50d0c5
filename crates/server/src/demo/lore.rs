//! The lore of the demo: one file per document below `crates/server/lore`, packed into the binary by the build
//! script.
//!
//! A file starts with fields, as lines of `name: value` between two lines of `---`. The rest is the document, in
//! Markdown. In files in `edits`, the rest is a passage of a document, a line of `===`, and the passage that replaces
//! it. In files in `comments`, it is a comment.

use super::comments::LoreComment;
use super::fields::{age, hours, number, refuse_unknown, split};
use facility_documents::text::Category;
use std::collections::BTreeMap;
use std::io::{BufRead, Read as _};
use std::time::Duration;

/// The folder of edits.
const EDITS: &str = "edits/";
/// The folder of comments.
const COMMENTS: &str = "comments/";
/// The folder of attached files.
const FILES: &str = "files/";

/// A document of the demo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lore {
    /// The title. An incident is published under its number and has this title as a heading in its content.
    pub title: String,
    /// The content, in Markdown.
    pub content: String,
    /// The category.
    pub category: Category,
    /// Its level, 1 to 5.
    pub level: u8,
    /// The account that submits it.
    pub author: String,
    /// Time since its submission.
    pub age: Duration,
    /// Its status.
    pub status: LoreStatus,
    /// The name of the attached file.
    pub attachment: Option<String>,
    /// Whether it is archived or requested to be.
    pub filing: Option<Filing>,
    /// Time from the start of the demo until its release, if it is scheduled.
    pub released_in: Option<Duration>,
    /// Its deletion, if it is in the trash.
    pub trashed: Option<Trashed>,
}

/// The deletion of a published document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trashed {
    /// The account that deleted it, either its author or an administrator.
    pub by: String,
    /// Time since the deletion.
    pub age: Duration,
}

/// The archive section of a published document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filing {
    /// An administrator archived it in this section.
    Archived(String),
    /// Its author requested this section, and nobody has decided yet.
    Requested(String),
}

/// A proposed edit of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoreEdit {
    /// The title of the document.
    pub document: String,
    /// Time since its proposal. An edit of less than three days waits for review.
    pub age: Duration,
    /// The version that it is based on, if that is not the current one.
    pub base: Option<i32>,
    /// The proposed level, if it differs.
    pub level: Option<u8>,
    /// The proposed category, if it differs.
    pub category: Option<Category>,
    /// The author's description of the change.
    pub description: Option<String>,
    /// The reason for its rejection, if it was rejected.
    pub rejection: Option<String>,
    /// A passage of the content, and its replacement.
    pub passage: [String; 2],
}

/// The status of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoreStatus {
    /// Approved by as many administrators as its level requires.
    Published,
    /// Rejected, for this reason.
    Rejected(String),
    /// Not reviewed yet.
    Waiting,
    /// Approved by one of two administrators.
    HalfApproved,
}

/// All content of the demo.
pub struct Library {
    /// The documents, in no particular order.
    pub lore: Vec<Lore>,
    /// Edits of documents, in no particular order.
    pub edits: Vec<LoreEdit>,
    /// Comments on documents, in no particular order.
    pub comments: Vec<LoreComment>,
    /// The attached files by name.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Unpacks and parses the lore. Errors: the invalid file and the reason.
pub fn library() -> Result<Library, String> {
    let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lore.gz"));
    let entries = unpack(packed).map_err(|error| format!("cannot unpack the lore: {error}"))?;
    let mut library = Library { lore: Vec::new(), edits: Vec::new(), comments: Vec::new(), files: BTreeMap::new() };
    for (path, bytes) in entries {
        if let Some(name) = path.strip_prefix(FILES) {
            library.files.insert(name.to_owned(), bytes);
            continue;
        }
        let text = String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))?;
        if path.starts_with(EDITS) {
            library.edits.push(parse_edit(&text).map_err(|error| format!("{path}: {error}"))?);
        } else if path.starts_with(COMMENTS) {
            library.comments.push(LoreComment::parse(&text).map_err(|error| format!("{path}: {error}"))?);
        } else {
            library.lore.push(parse(&text).map_err(|error| format!("{path}: {error}"))?);
        }
    }
    Ok(library)
}

fn unpack(packed: &[u8]) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut unpacked)?;
    let mut rest = unpacked.as_slice();
    let mut entries = Vec::new();
    while !rest.is_empty() {
        let path = line(&mut rest)?;
        let size = line(&mut rest)?.parse().map_err(std::io::Error::other)?;
        let mut bytes = vec![0; size];
        rest.read_exact(&mut bytes)?;
        entries.push((path, bytes));
    }
    Ok(entries)
}

fn line(rest: &mut &[u8]) -> std::io::Result<String> {
    let mut line = String::new();
    rest.read_line(&mut line)?;
    Ok(line.trim_end_matches('\n').to_owned())
}

fn parse_edit(text: &str) -> Result<LoreEdit, String> {
    let (mut fields, rest) = split(text)?;
    let (old, new) = rest.split_once("\n===\n").ok_or("has no line of ===")?;
    let edit = LoreEdit {
        document: fields.remove("document").ok_or("document is missing")?.to_owned(),
        age: age(&mut fields)?,
        base: fields.remove("base").map(|text| number("base", text)).transpose()?,
        level: fields.remove("level").map(|text| number("level", text)).transpose()?,
        category: fields.remove("category").map(|text| text.parse().map_err(|error| format!("{error}"))).transpose()?,
        description: fields.remove("description").map(str::to_owned),
        rejection: fields.remove("reason").map(str::to_owned),
        passage: [old.trim().to_owned(), new.trim().to_owned()],
    };
    refuse_unknown(fields)?;
    Ok(edit)
}

fn parse(text: &str) -> Result<Lore, String> {
    let (mut fields, content) = split(text)?;
    let mut required = |name: &str| fields.remove(name).ok_or_else(|| format!("{name} is missing"));
    let (title, category) = (required("title")?, required("category")?);
    let (level, author) = (required("level")?, required("author")?);
    let lore = Lore {
        title: title.to_owned(),
        content: content.trim().to_owned(),
        category: category.parse().map_err(|error| format!("{error}"))?,
        level: number("level", level)?,
        author: author.to_owned(),
        age: age(&mut fields)?,
        status: match (fields.remove("state"), fields.remove("reason")) {
            (None, None) => LoreStatus::Published,
            (Some("rejected"), Some(reason)) => LoreStatus::Rejected(reason.to_owned()),
            (Some("pending"), None) => LoreStatus::Waiting,
            (Some("half-approved"), None) => LoreStatus::HalfApproved,
            (state, reason) => return Err(format!("invalid state: {state:?}, {reason:?}")),
        },
        attachment: fields.remove("attachment").map(str::to_owned),
        filing: match (fields.remove("archive"), fields.remove("archive-request")) {
            (None, None) => None,
            (Some(section), None) => Some(Filing::Archived(section.to_owned())),
            (None, Some(section)) => Some(Filing::Requested(section.to_owned())),
            (Some(_), Some(_)) => return Err("both archive and archive-request".to_owned()),
        },
        released_in: hours(&mut fields, "release-in-days")?.map(|days| days * 24),
        trashed: match (fields.remove("trashed-by"), hours(&mut fields, "trashed-hours-ago")?) {
            (by, Some(age)) => Some(Trashed { by: by.unwrap_or(author).to_owned(), age }),
            (None, None) => None,
            (Some(_), None) => return Err("trashed-by without trashed-hours-ago".to_owned()),
        },
    };
    refuse_unknown(fields)?;
    Ok(lore)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::archive::SECTIONS;
    use crate::demo::cast::{CAST, Role};
    use facility_documents::text::DocumentText;
    use facility_submissions::case::REVIEW_WINDOW;
    use std::collections::BTreeSet;

    /// Permitted number of words of a document.
    const WORDS: std::ops::RangeInclusive<usize> = 40..=260;

    #[test]
    fn every_level_has_documents_of_every_category() {
        let Library { lore, .. } = library().unwrap();
        let exists = |level, category| {
            lore.iter()
                .any(|lore| lore.level == level && lore.category == category && lore.status == LoreStatus::Published)
        };
        let offered = Category::ALL.iter().filter(|category| **category != Category::Addendum);
        let missing: Vec<_> = offered
            .flat_map(|category| (1..=5).map(move |level| (level, *category)))
            .filter(|(level, category)| !exists(*level, *category))
            .collect();
        assert_eq!(missing, []);
        assert!(lore.iter().all(|lore| (1..=5).contains(&lore.level)));
    }

    #[test]
    fn every_document_is_valid() {
        let Library { lore, files, .. } = library().unwrap();
        let mut titles = BTreeSet::new();
        for Lore { title, content, category, author, level, attachment, .. } in &lore {
            assert!(titles.insert(title.to_lowercase()), "duplicate title: {title}");
            assert!(DocumentText::parse(title, content, category.as_str()).is_ok(), "{title}");
            let words = content.split_whitespace().count();
            assert!(WORDS.contains(&words), "{title} has {words} words");
            assert!(!is_html(content), "{title} contains HTML");
            let author = CAST.iter().find(|member| member.username == author);
            let writes = |author: &crate::demo::cast::Member| author.role != Role::Waiting && author.level >= *level;
            assert!(author.is_some_and(writes), "{title} is above its author's level");
            assert!(attachment.as_ref().is_none_or(|name| files.contains_key(name)), "{title}: no such file");
        }
    }

    #[test]
    fn pending_documents_are_recent_and_decided_ones_are_old_enough() {
        let Library { lore, .. } = library().unwrap();
        let of = |status: &LoreStatus| lore.iter().filter(|lore| lore.status == *status).collect::<Vec<_>>();
        let (waiting, half) = (of(&LoreStatus::Waiting), of(&LoreStatus::HalfApproved));
        assert!(waiting.len() + half.len() >= 12 && half.len() >= 2);
        assert!(waiting.iter().chain(&half).all(|lore| lore.age < REVIEW_WINDOW));
        assert!(waiting.iter().any(|lore| lore.age + Duration::from_hours(2) > REVIEW_WINDOW));
        let rejected = lore.iter().filter(|lore| matches!(lore.status, LoreStatus::Rejected(_)));
        assert!(rejected.clone().count() >= 4);
        let days = |days: u64| Duration::from_hours(24 * days);
        let decided = of(&LoreStatus::Published).into_iter().chain(rejected);
        assert!(decided.into_iter().all(|lore| (days(2)..=days(365)).contains(&lore.age)));
    }

    #[test]
    fn an_invalid_file_is_refused_with_the_reason() {
        let good = "---\ntitle: T\nlevel: 1\ncategory: SITE\nauthor: a\ndays-ago: 9\n---\n\nText.\n";
        assert_eq!(parse(good).unwrap().content, "Text.");
        for (from, to, said) in [
            ("---\ntitle", "title", "does not begin"),
            ("level: 1", "level: one", "level: invalid digit"),
            ("SITE", "RECIPE", "Category must be"),
            ("author: a\n", "", "author is missing"),
            ("days-ago: 9", "days-ago: 9\nmood: grim", "unknown name: mood"),
            ("days-ago: 9", "days-ago: 9\nstate: rejected", "invalid state"),
            ("days-ago: 9", "days-ago: 9\ntrashed-by: a", "trashed-by without"),
            ("days-ago: 9", "days-ago: 9\nrelease-in-days: soon", "release-in-days: invalid digit"),
        ] {
            let error = parse(&good.replace(from, to)).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn every_edit_changes_a_passage_of_its_document() {
        let Library { lore, edits, .. } = library().unwrap();
        let pending = edits.iter().filter(|edit| edit.age < REVIEW_WINDOW);
        assert!(pending.clone().count() >= 3 && pending.clone().any(|edit| edit.base.is_some()));
        for LoreEdit { document, passage: [old, new], .. } in &edits {
            let of = lore.iter().find(|lore| lore.title == *document).unwrap();
            assert_eq!(of.content.matches(old.as_str()).count(), 1, "{document}: {old}");
            assert!(old != new && of.status == LoreStatus::Published);
        }
    }

    #[test]
    fn archived_documents_are_published_and_their_sections_exist() {
        let Library { lore, .. } = library().unwrap();
        let known: BTreeSet<&str> = SECTIONS.iter().map(|section| section.name).collect();
        let mut archived = BTreeSet::new();
        let mut requests = 0;
        for Lore { title, status, filing, .. } in &lore {
            let Some(filing) = filing else { continue };
            assert_eq!(*status, LoreStatus::Published, "{title}");
            let (Filing::Archived(section) | Filing::Requested(section)) = filing;
            assert!(known.contains(section.as_str()), "{title}: no section {section}");
            match filing {
                Filing::Archived(section) => {
                    archived.insert(section.as_str());
                }
                Filing::Requested(_) => requests += 1,
            }
        }
        assert_eq!(archived, known, "every section has documents");
        assert!(requests >= 2);
    }

    #[test]
    fn deleted_and_scheduled_documents_are_published() {
        let Library { lore, .. } = library().unwrap();
        let (mut deleted, mut scheduled) = (0, 0);
        for Lore { title, status, age, released_in, trashed, .. } in &lore {
            let Some(at) = released_in.or(trashed.as_ref().map(|trashed| trashed.age)) else { continue };
            assert_eq!(*status, LoreStatus::Published, "{title}");
            // Deleted after its last review, and still within the 30 days of the trash.
            assert!(at + Duration::from_hours(24) < *age && at < facility_documents::trash::TRASH_RETENTION, "{title}");
            scheduled += usize::from(released_in.is_some());
            deleted += usize::from(trashed.is_some());
        }
        assert!(deleted >= 2 && scheduled >= 1);
    }

    #[test]
    fn the_lore_has_withheld_passages_within_lines_and_of_whole_lines() {
        let Library { lore, .. } = library().unwrap();
        let any = |mark: &str| lore.iter().any(|lore| lore.content.contains(mark));
        assert!([":::level 3", ":::level 4", ":::level 5", "{{2|", "{{4|"].iter().all(|mark| any(mark)));
    }

    fn is_html(text: &str) -> bool {
        text.match_indices('<').any(|(at, _)| {
            text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        })
    }
}
