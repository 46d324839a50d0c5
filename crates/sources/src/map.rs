//! What a source's own words mean here: the file given with `--map`.

use facility_documents::text::Category;
use facility_kernel::{Clearance, UserId, nfc};
use facility_users::user::Username;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Categories, levels and user names by the words of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// By the source's word in lower case.
    categories: BTreeMap<String, Category>,
    /// By a folder, a category or a level of the source, in lower case.
    levels: BTreeMap<String, Clearance>,
    /// By the name of an author in lower case.
    pub(crate) authors: BTreeMap<String, Username>,
}

/// Why a map cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MapError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    category: BTreeMap<String, String>,
    #[serde(default)]
    level: BTreeMap<String, i64>,
    #[serde(default)]
    author: BTreeMap<String, String>,
}

impl Map {
    /// Parses TOML with the tables `[category]`, `[level]` and `[author]`. Errors: the first entry that is not valid.
    pub fn parse(text: &str) -> Result<Self, MapError> {
        let Written { category, level, author } =
            toml::from_str(text).map_err(|error| MapError(error.to_string().trim_end().to_owned()))?;
        let mut map = Self::default();
        for (word, own) in category {
            let known = Category::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(own.trim()));
            let names = || Category::ALL.map(Category::as_str).join(", ");
            let known = known.ok_or_else(|| MapError(format!("{own} is not one of {}", names())))?;
            map.categories.insert(word.trim().to_lowercase(), known);
        }
        for (word, own) in level {
            let own = Clearance::parse(own).map_err(|error| MapError(format!("{word}: {}", error.message)))?;
            map.levels.insert(word.trim().trim_matches('/').to_lowercase(), own);
        }
        for (name, own) in author {
            let own = Username::parse(&own).map_err(|error| MapError(format!("{name}: {}", error.message)))?;
            if own.key() == UserId::EMERGENCY_ACCESS {
                return Err(MapError(format!("{name}: {} owns no records", own.as_str())));
            }
            map.authors.insert(nfc(name.trim()).to_lowercase(), own);
        }
        Ok(map)
    }

    /// Returns the category that a word of a source means.
    pub(crate) fn category(&self, word: &str) -> Option<Category> {
        let key = word.trim().to_lowercase();
        let own =
            Category::ALL.into_iter().find(|known| known.as_str().eq_ignore_ascii_case(&key.replace(['-', '_'], " ")));
        self.categories.get(&key).copied().or(own)
    }

    /// Returns the level of a page: of its own field, else of its innermost folder in the map, else of its category.
    /// A number from 1 to 5 in the field is a level without a map.
    pub(crate) fn level(&self, field: Option<&str>, path: &str, category: Option<&str>) -> Option<Clearance> {
        let word = |word: &str| self.levels.get(&word.trim().to_lowercase()).copied();
        let of_field = |field: &str| word(field).or_else(|| Clearance::parse(field.trim().parse().ok()?).ok());
        let path = path.to_lowercase();
        let mut folders = path.match_indices('/').map(|(at, _)| path.get(..at).unwrap_or_default()).rev();
        field.and_then(of_field).or_else(|| folders.find_map(word)).or_else(|| category.and_then(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_source_become_categories_and_levels() {
        let map = Map::parse(
            "[category]\nNPC = \"entity\"\n[level]\n\"people/\" = 2\n\"people/dead\" = 4\nnpc = 3\nsecret = 5\n",
        );
        let map = map.unwrap();
        assert_eq!(map.category("npc"), Some(Category::Entity));
        assert_eq!(map.category("containment-protocol"), Some(Category::ContainmentProtocol));
        assert_eq!(map.category("place"), None);
        let level = |field, path, category| map.level(field, path, category).map(Clearance::level);
        assert_eq!(level(None, "People/dead/a.md", None), Some(4));
        assert_eq!(level(None, "people/a.md", Some("npc")), Some(2));
        assert_eq!(level(None, "a.md", Some("NPC")), Some(3));
        assert_eq!(level(Some("Secret"), "people/a.md", None), Some(5));
        assert_eq!((level(Some("1"), "a.md", None), level(Some("12"), "a.md", None)), (Some(1), None));
    }

    #[test]
    fn a_map_that_is_not_valid_is_refused() {
        for (text, reason) in [
            ("[category]\nnpc = \"monster\"", "monster is not one of ENTITY"),
            ("[level]\nnpc = 9", "npc: "),
            ("[levels]\nnpc = 1", "unknown field"),
            ("[author]\nEdda = \"e m\"", "Edda: Username"),
            ("[author]\nEdda = \"emergency-access\"", "Edda: "),
            ("[category", "TOML"),
        ] {
            assert!(Map::parse(text).unwrap_err().to_string().contains(reason), "{text}: {:?}", Map::parse(text));
        }
    }
}
