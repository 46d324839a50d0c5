//! What a reclassification changed.

use facility_documents::document::Document;
use facility_documents::text::Category;
use facility_kernel::Clearance;
use std::fmt;

/// What a reclassification changed, each as it was and as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reclassified {
    /// The level, if it changed.
    pub level: Option<[Clearance; 2]>,
    /// The category, if it changed.
    pub category: Option<[Category; 2]>,
}

impl Reclassified {
    /// Returns what differs between two versions of a document.
    pub fn between(before: &Document, after: &Document) -> Self {
        let (level, category) =
            ([before.clearance, after.clearance], [before.text.category, after.text.category]);
        Self {
            level: (before.clearance != after.clearance).then_some(level),
            category: (before.text.category != after.text.category).then_some(category),
        }
    }

    /// Returns the form in the database.
    pub fn stored(self) -> String {
        let level = self.level.map(|[from, to]| format!("{from}>{to}")).unwrap_or_default();
        let category = self.category.map(|[from, to]| format!("{}>{}", from.as_str(), to.as_str()));
        format!("{level}|{}", category.unwrap_or_default())
    }

    /// Reads the form in the database.
    pub fn parse(text: &str) -> Option<Self> {
        let (level, category) = text.split_once('|')?;
        let level = match level.split_once('>') {
            Some((from, to)) => Some([parse_level(from)?, parse_level(to)?]),
            None => None,
        };
        let category = match category.split_once('>') {
            Some((from, to)) => Some([from.parse().ok()?, to.parse().ok()?]),
            None => None,
        };
        Some(Self { level, category })
    }
}

fn parse_level(text: &str) -> Option<Clearance> {
    Clearance::parse(text.parse().ok()?).ok()
}

impl fmt::Display for Reclassified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some([from, to]) = self.level {
            write!(f, "L{from} to L{to}")?;
        }
        if let Some([from, to]) = self.category {
            let separator = if self.level.is_some() { ", " } else { "" };
            write!(f, "{separator}{} to {}", from.as_str(), to.as_str())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_stored_and_named() {
        let level = |n| Clearance::parse(n).unwrap();
        let (levels, categories) =
            ([level(2), level(4)], [Category::Research, Category::ContainmentProtocol]);
        for (level, category, words) in [
            (Some(levels), Some(categories), "L2 to L4, RESEARCH to CONTAINMENT PROTOCOL"),
            (Some(levels), None, "L2 to L4"),
            (None, Some(categories), "RESEARCH to CONTAINMENT PROTOCOL"),
        ] {
            let change = Reclassified { level, category };
            assert_eq!(Reclassified::parse(&change.stored()), Some(change));
            assert_eq!(change.to_string(), words);
        }
        assert_eq!(Reclassified::parse("2>9|"), None);
    }
}
