//! The comments of the demo: one file per comment below `crates/server/lore/comments`.

use super::fields::{age, refuse_unknown, split};
use std::time::Duration;

/// A comment on a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoreComment {
    /// The title of the document.
    pub document: String,
    /// The account that writes it.
    pub author: String,
    /// Time since it was written.
    pub age: Duration,
    /// The quoted passage of the document, as plain text on one line.
    pub quote: Option<String>,
    /// The account that deleted it, if it is deleted.
    pub deleted_by: Option<String>,
    /// The text, in Markdown.
    pub content: String,
}

impl LoreComment {
    /// Parses a file. Errors: the missing, invalid or unknown value.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut fields, content) = split(text)?;
        let mut required = |name: &str| fields.remove(name).ok_or_else(|| format!("{name} is missing"));
        let (document, author) = (required("document")?, required("author")?);
        let comment = Self {
            document: document.to_owned(),
            author: author.to_owned(),
            age: age(&mut fields)?,
            quote: fields.remove("quote").map(str::to_owned),
            deleted_by: fields.remove("deleted-by").map(str::to_owned),
            content: content.trim().to_owned(),
        };
        refuse_unknown(fields)?;
        Ok(comment)
    }
}

#[cfg(test)]
mod tests {
    use crate::demo::lore::{Library, LoreStatus, library};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn comments_are_younger_than_the_publication_of_their_documents() {
        let Library { lore, comments, .. } = library().unwrap();
        let mut conversations: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for comment in &comments {
            let of = lore.iter().find(|lore| lore.title == comment.document);
            let of = of.unwrap_or_else(|| panic!("there is no {}", comment.document));
            assert!(of.status == LoreStatus::Published && of.trashed.is_none(), "{}", of.title);
            assert!(of.age > comment.age + super::Duration::from_hours(48), "{}", comment.content);
            conversations.entry(&comment.document).or_default().insert(&comment.author);
        }
        assert!(conversations.values().any(|authors| authors.len() >= 4));
        assert!(comments.iter().any(|comment| comment.deleted_by.is_some()));
        assert!(comments.iter().filter(|comment| comment.quote.is_some()).count() >= 6);
    }
}
