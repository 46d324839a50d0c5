//! The layers: the allowed dependencies between packages, and the external crates of each layer.
//!
//! Dependencies run in one direction: kernel <- audit <- users <- files <- documents <- submissions, archive <-
//! oversight, transfer, sources. `infra` and `web` both depend on the domain but not on each other. `server` combines
//! everything, `trials` measures it, and `xtask` is independent. Every kind of dependency counts, including those of
//! tests and build scripts.

use std::path::Path;

use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::finding::Finding;

/// The prefix of all package names in the workspace. A bare `users` would be the name of a published crate with its own
/// security advisories.
const PREFIX: &str = "facility-";

/// A package of the workspace with its dependencies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// Its name, without [`PREFIX`].
    pub name: String,
    /// Its direct dependencies, inside and outside the workspace.
    pub dependencies: Vec<Dependency>,
}

/// One dependency as a manifest declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The package's original name, without [`PREFIX`] if it belongs to the workspace.
    pub name: String,
    /// Whether it is only for tests.
    pub for_tests: bool,
}

/// The domain, innermost first. A package may use those before it, but `archive` does not use `submissions`.
const DOMAIN: [&str; 10] =
    ["kernel", "audit", "users", "files", "documents", "submissions", "archive", "oversight", "transfer", "sources"];

/// The external crates that a domain package may use: values, errors, digests and traces. None of them does I/O.
const DOMAIN_CRATES: [&str; 32] = [
    "async-trait",
    "base64",
    "bytes",
    "chrono",
    "ed25519-dalek",
    "encoding_rs", // text files to Unicode
    "flate2",      // histories of wikis
    "futures-core",
    "futures-util",
    "hex",
    "hmac",
    "htmd",           // HTML to Markdown
    "aho-corasick",   // finding words in texts
    "icu_casemap",    // Unicode: case folding
    "icu_normalizer", // Unicode: normalization forms
    "icu_properties", // Unicode: what it says of a character
    "idna",           // domains of mail addresses in the form of the DNS
    "mockall",        // behind a feature, for the mocks that other layers' tests use
    "pulldown-cmark", // Markdown to words
    "quick-xml",      // exports of wikis
    "saphyr-parser",  // YAML to events
    "serde",
    "serde_json",
    "sha2",
    "similar", // compares texts
    "subtle",
    "thiserror",
    "toml",
    "tracing",
    "unicode-segmentation", // where words and characters end
    "uuid",
    "zip", // exports of wikis
];

/// Additional crates for the tests of a domain package.
const DOMAIN_TEST_CRATES: [&str; 4] = ["insta", "proptest", "tempfile", "tokio"];

/// Crates for databases, object stores, password hashing and mail, which only adapters may use.
const ADAPTER_CRATES: [&str; 12] = [
    "argon2",
    "diesel",
    "getrandom",
    "lettre",
    "libsqlite3-sys",
    "object_store",
    "pq-sys",
    "r2d2",
    "rusty-s3",
    "scheduled-thread-pool",
    "tokio-postgres",
    "totp-rs",
];

/// Crates that implement HTTP for browsers. A prefix covers a whole family.
const HTTP_FAMILIES: [&str; 2] = ["actix", "utoipa"];

/// Reads the manifests of the workspace at `root`. Requires cargo, but neither a build nor a network.
pub fn read(root: &Path) -> Result<Vec<Package>, String> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    metadata
        .packages
        .iter()
        .map(|package| {
            let name = package
                .name
                .strip_prefix(PREFIX)
                .ok_or_else(|| format!("package {}: its name must begin with {PREFIX}", package.name))?;
            let dependencies = package.dependencies.iter().map(|dependency| Dependency {
                name: dependency.name.strip_prefix(PREFIX).unwrap_or(&dependency.name).to_owned(),
                for_tests: dependency.kind == DependencyKind::Development,
            });
            Ok(Package { name: name.to_owned(), dependencies: dependencies.collect() })
        })
        .collect()
}

/// Finds dependencies that violate the layers, and packages without a layer.
pub fn check(packages: &[Package]) -> Vec<Finding> {
    let members: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut findings = Vec::new();
    for package in packages {
        let Some(inside) = allowed_inside(&package.name) else {
            findings.push(Finding::about(&package.name, "has no layer: give it one in xtask's layers.rs"));
            continue;
        };
        for dependency in &package.dependencies {
            let name = dependency.name.as_str();
            let breach = if name == package.name {
                None // a package may turn its own features on for its tests
            } else if members.contains(&name) {
                (!inside.contains(&name)).then(|| format!("must not depend on {name}: dependencies run one way"))
            } else {
                outside_breach(&package.name, dependency)
            };
            findings.extend(breach.map(|message| Finding::about(&package.name, message)));
        }
    }
    findings
}

/// The workspace packages on which `name` may depend. `None` for a package without a layer.
fn allowed_inside(name: &str) -> Option<Vec<&'static str>> {
    match name {
        "infra" | "web" => Some(DOMAIN.to_vec()),
        // The measurements are a tool, like the server's tests, and may use all layers.
        "server" | "trials" => Some(DOMAIN.into_iter().chain(["infra", "web"]).collect()),
        "xtask" => Some(Vec::new()),
        "archive" => Some(DOMAIN.into_iter().take_while(|inner| *inner != "submissions").collect()),
        _ if DOMAIN.contains(&name) => Some(DOMAIN.into_iter().take_while(|inner| *inner != name).collect()),
        _ => None,
    }
}

/// Returns why an external crate is not allowed in the layer of `package`. `None` if it is.
fn outside_breach(package: &str, dependency: &Dependency) -> Option<String> {
    let name = dependency.name.as_str();
    let is_adapter = ADAPTER_CRATES.contains(&name);
    let is_http = HTTP_FAMILIES.iter().any(|family| name.starts_with(family));
    match package {
        _ if DOMAIN.contains(&package) => {
            let allowed = DOMAIN_CRATES.contains(&name) || (dependency.for_tests && DOMAIN_TEST_CRATES.contains(&name));
            (!allowed).then(|| format!("must not depend on {name}: it is not on the list of crates for the domain"))
        }
        "web" => is_adapter.then(|| format!("must not depend on {name}: only infra may use it")),
        "infra" => is_http.then(|| format!("must not depend on {name}: only web and server may use it")),
        // Only the end-to-end tests, not the server itself, may access the database directly.
        "server" => {
            (is_adapter && !dependency.for_tests).then(|| format!("must not depend on {name}: only infra may use it"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[&str]) -> Package {
        let dependencies = dependencies
            .iter()
            .map(|name| match name.strip_prefix("test:") {
                Some(name) => Dependency { name: name.to_owned(), for_tests: true },
                None => Dependency { name: (*name).to_owned(), for_tests: false },
            })
            .collect();
        Package { name: name.to_owned(), dependencies }
    }

    /// The findings for a workspace in which one package is replaced.
    fn findings_with(changed: Package) -> Vec<String> {
        let mut packages = vec![
            package("kernel", &["serde", "uuid", "test:proptest"]),
            package("audit", &["kernel", "sha2", "hmac"]),
            package("users", &["kernel", "audit", "mockall", "test:tokio"]),
            package("documents", &["kernel", "audit", "users", "tracing"]),
            package("submissions", &["kernel", "audit", "users", "documents", "bytes"]),
            package("archive", &["kernel", "documents"]),
            package("infra", &["kernel", "submissions", "diesel", "argon2", "tokio"]),
            package("web", &["kernel", "submissions", "actix-web", "utoipa"]),
            package("server", &["infra", "web", "users", "clap", "actix-web", "test:diesel"]),
            package("xtask", &["regex"]),
        ];
        packages.retain(|package| package.name != changed.name);
        packages.push(changed);
        check(&packages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn valid_workspace_has_no_findings() {
        assert_eq!(findings_with(package("kernel", &["kernel", "thiserror"])), Vec::<String>::new());
    }

    #[test]
    fn dependency_against_the_layers_is_found() {
        for (name, dependency) in [
            ("kernel", "audit"),
            ("audit", "users"),
            ("users", "documents"),
            ("documents", "submissions"),
            ("submissions", "archive"),
            ("archive", "submissions"),
            ("submissions", "infra"),
            ("kernel", "web"),
            ("web", "infra"),
            ("infra", "web"),
            ("web", "server"),
            ("xtask", "kernel"),
            ("server", "xtask"),
        ] {
            for asked in [dependency.to_owned(), format!("test:{dependency}")] {
                let found = findings_with(package(name, &[&asked]));
                assert_eq!(found.len(), 1, "{name} -> {asked}: {found:?}");
                assert!(found[0].starts_with(&format!("{name}: must not depend on {dependency}")), "{found:?}");
            }
        }
    }

    #[test]
    fn external_crate_in_the_wrong_layer_is_found() {
        for (name, dependency) in [
            ("users", "diesel"),
            ("documents", "actix-web"),
            ("submissions", "object_store"),
            ("users", "argon2"),
            ("kernel", "tokio"),
            ("kernel", "regex"),
            ("kernel", "test:regex"),
            ("web", "diesel"),
            ("web", "test:argon2"),
            ("web", "object_store"),
            ("infra", "actix-web"),
            ("infra", "utoipa-actix-web"),
            ("server", "diesel"),
        ] {
            let found = findings_with(package(name, &[dependency]));
            assert_eq!(found.len(), 1, "{name} -> {dependency}: {found:?}");
        }
    }

    #[test]
    fn package_without_a_layer_is_found() {
        assert_eq!(findings_with(package("utils", &["serde"])).len(), 1);
    }

    #[test]
    fn this_workspace_keeps_its_layers() {
        let packages = read(&crate::repository()).unwrap();
        assert!(packages.iter().any(|package| package.name == "xtask"), "the workspace was not read");
        let findings = check(&packages);
        assert!(findings.is_empty(), "\n{}", crate::finding::lines(&findings));
    }
}
