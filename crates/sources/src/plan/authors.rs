//! The accounts that authors become.

use super::{Authors, Options};
use crate::collection::{Finding, Page};
use crate::map::Map;
use facility_kernel::nfc;
use facility_users::user::Username;
use icu_normalizer::DecomposingNormalizerBorrowed;
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

pub(crate) const BECOMES_ACCOUNT: &str = "author becomes an account";
pub(crate) const STAYS_TEXT: &str = "author stays text, no user name can be made of it";
pub(crate) const SAME_NAME: &str = "author stays text, another one has the user name";

/// Returns the account of each author by the name in the source. Authors without one stay text.
pub(super) fn accounts(pages: &[&Page], options: &Options, changes: &mut Vec<Finding>) -> BTreeMap<String, Username> {
    if options.authors == Authors::AsText {
        return BTreeMap::new();
    }
    let names = pages.iter().flat_map(|page| &page.revisions).filter_map(|revision| revision.author.as_deref());
    let names: BTreeSet<&str> = names.filter(|name| !name.trim().is_empty()).collect();
    let (mut accounts, mut owners) = (BTreeMap::new(), BTreeMap::new());
    for name in names {
        let mapped = options.map.author(name).cloned();
        let Some(username) = mapped.clone().or_else(|| username(name)) else {
            changes.push(Finding::of(STAYS_TEXT, name, ""));
            continue;
        };
        let own = nfc(name.trim()).to_lowercase();
        let owner = owners.entry(username.key()).or_insert_with(|| own.clone());
        if mapped.is_none() && *owner != own {
            changes.push(Finding::of(SAME_NAME, name, username.as_str()));
            continue;
        }
        changes.push(Finding::of(BECOMES_ACCOUNT, name, username.as_str()));
        accounts.insert(name.to_owned(), username);
    }
    accounts
}

/// Returns the user name that resembles an author's name: its letters without accents, with hyphens between words.
/// `None` for addresses of computers, several names, names with other letters, and names that nobody may register.
fn username(author: &str) -> Option<Username> {
    if author.trim().parse::<IpAddr>().is_ok() || author.contains([',', ';', '&']) {
        return None;
    }
    let plain = DecomposingNormalizerBorrowed::new_nfkd().normalize(author.trim());
    if plain.chars().any(|c| c.is_alphanumeric() && !c.is_ascii()) {
        return None;
    }
    let words = plain.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_');
    let words = words.map(|word| word.chars().filter(char::is_ascii).collect::<String>());
    let name = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    Username::parse(&name).ok().filter(|name| !name.is_reserved())
}

impl Map {
    /// Returns the user name that the map gives to an author.
    fn author(&self, name: &str) -> Option<&Username> {
        self.authors.get(&nfc(name.trim()).to_lowercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_names_resemble_the_names_of_authors() {
        for (author, expected) in [
            ("Edda Marsh", Some("Edda-Marsh")),
            (" José  Núñez ", Some("Jose-Nunez")),
            ("o_brien@example.org", Some("o_brien-example-org")),
            ("J. R.", Some("J-R")),
            ("Jo", None),
            ("Админ", None),
            ("李雷 Li", None),
            ("Admin", None),
            ("Edda, Vane", None),
            ("192.0.2.7", None),
            ("2001:db8::7", None),
            ("...", None),
        ] {
            assert_eq!(username(author).as_ref().map(Username::as_str), expected, "{author}");
        }
    }
}
