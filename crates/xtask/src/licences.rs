//! The outside crates that are linked: every licence must be one that an MIT-licensed program may be shipped under, and a
//! few crates must stay out.

use std::path::Path;

use cargo_metadata::{CargoOpt, MetadataCommand};
use spdx::{Expression, ParseMode};

use crate::finding::Finding;

/// An outside crate and what its manifest says of its licence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideCrate {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The SPDX expression, if it has one.
    pub licence: Option<String>,
}

/// Licences that ask for no more than their own text to be passed on.
const ALLOWED: [&str; 16] = [
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0", // weak: it binds its own files alone, which are used as they are
    "OpenSSL",
    "PostgreSQL",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that must not come in by a changed feature, each for its reason.
const BANNED: [(&str, &str); 2] = [
    ("aws-lc-sys", "ring is the one TLS provider; a second one adds a minute of C to every build"),
    ("native-tls", "TLS goes through rustls"),
];

/// Reads the resolved dependencies of the workspace at `root`, all features on, tests included. Needs what a build has
/// downloaded already.
pub fn read(root: &Path) -> Result<Vec<OutsideCrate>, String> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(vec!["--filter-platform".to_owned(), "x86_64-unknown-linux-gnu".to_owned()])
        .exec()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    Ok(metadata
        .packages
        .iter()
        .filter(|package| package.source.is_some())
        .map(|package| OutsideCrate {
            name: package.name.to_string(),
            version: package.version.to_string(),
            licence: package.license.clone(),
        })
        .collect())
}

/// Every crate whose licence does not allow our use or is not stated, and every banned one.
pub fn check(crates: &[OutsideCrate]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for outside in crates {
        let place = format!("{} {}", outside.name, outside.version);
        match &outside.licence {
            None => findings.push(Finding::about(&place, "states no licence")),
            Some(licence) if !is_allowed(licence) => {
                findings.push(Finding::about(&place, format!("its licence is not allowed: {licence}")));
            }
            Some(_) => {}
        }
        if let Some((_, reason)) = BANNED.iter().find(|(name, _)| *name == outside.name) {
            findings.push(Finding::about(&place, format!("must not be linked: {reason}")));
        }
    }
    findings
}

/// Whether one way to satisfy the expression uses allowed licences alone.
fn is_allowed(licence: &str) -> bool {
    // Lax: old manifests write "MIT/Apache-2.0" for a choice of the two.
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| {
        expression
            .evaluate(|requirement| requirement.license.id().is_some_and(|id| ALLOWED.contains(&id.name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_needs_one_allowed_way() {
        for licence in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "GPL-3.0-or-later OR MIT",
            "ISC AND (MIT OR Apache-2.0)",
        ] {
            assert!(is_allowed(licence), "{licence}");
        }
        for licence in [
            "GPL-3.0-or-later",
            "AGPL-3.0-only",
            "MIT AND GPL-2.0-only",
            "LicenseRef-own",
            "no licence at all",
            "",
        ] {
            assert!(!is_allowed(licence), "{licence}");
        }
    }

    #[test]
    fn a_crate_must_state_its_licence_and_not_be_banned() {
        let named = |name: &str, licence: Option<&str>| OutsideCrate {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
        };
        assert_eq!(check(&[named("some", Some("MIT"))]), Vec::new());
        let bad =
            [named("some", None), named("other", Some("GPL-3.0-only")), named("native-tls", Some("MIT"))];
        assert_eq!(check(&bad).len(), 3);
    }

    #[test]
    fn what_this_workspace_links_is_allowed() {
        let crates = read(&crate::repository()).unwrap();
        assert!(crates.iter().any(|outside| outside.name == "spdx"), "the crates were not read");
        let findings = check(&crates);
        assert!(findings.is_empty(), "\n{}", crate::finding::lines(&findings));
    }
}
