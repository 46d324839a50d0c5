//! What the log says when a server starts: which installation runs, with which settings, and what an operator should
//! know about them.

use crate::config::Config;
use facility_infra::db::conn::Target;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::SocketAddr;

/// Raises this process's soft limit of open files to its hard limit: each connection takes two. Returns the limit, or
/// `None` if there is none.
fn raise_open_files() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    // An equal limit is not set again, because a sandbox may forbid the call.
    if limit.current == limit.maximum {
        return limit.current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum }) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "cannot raise the limit of open files");
            limit.current
        }
    }
}

/// Raises the limit of open files, and logs what starts.
pub fn announce(config: &Config, listen: SocketAddr) {
    let open_files = raise_open_files().map_or("unlimited".to_owned(), |limit| limit.to_string());
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        data_dir = %absolute(&config.data_dir.display().to_string()),
        database = shown(&config.database_url),
        object_store = shown(&config.object_store_url),
        public_url = config.origin.as_str(),
        %listen,
        open_files,
        "starting"
    );
    for risk in risks(config) {
        tracing::warn!("{risk}");
    }
    for note in notes(config) {
        tracing::info!("{note}");
    }
}

fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or(path.to_owned(), |path| path.display().to_string())
}

/// The address of a store without names, passwords and options.
fn shown(url: &str) -> String {
    if let Some((scheme @ ("sqlite" | "file"), path)) = url.split_once(':') {
        return format!("{scheme}:{}", absolute(path.strip_prefix("//").unwrap_or(path)));
    }
    let Some((scheme, rest)) = url.split_once("://") else { return String::new() };
    let place = rest.split(['?', '#']).next().unwrap_or_default();
    let place = place.rsplit_once('@').map_or(place, |(_secret, place)| place);
    format!("{scheme}://{place}")
}

/// Settings that weaken the protection.
fn risks(config: &Config) -> Vec<String> {
    let mut risks = Vec::new();
    if config.rate_limits == facility_kernel::RateLimits::Open {
        risks.push("rate_limits is open: requests and sign-ins are not limited, only the lockout remains".to_owned());
    }
    let url = config.origin.as_str();
    if !config.origin.is_https() && !config.origin.is_local() {
        risks.push(format!("public_url is {url}: without https, passwords and sessions travel unencrypted"));
    }
    if let Some(address) = config.metrics_listen.filter(|address| !address.ip().is_loopback()) {
        risks.push(format!("metrics_listen is {address}: anyone who reaches it can read the metrics"));
    }
    risks
}

/// What is off, or has no effect any more.
fn notes(config: &Config) -> Vec<String> {
    let mut notes = Vec::new();
    if config.mail.is_none() {
        notes.push("smtp_url is not set: messages to users are kept unsent".to_owned());
    }
    if matches!(Target::parse(&config.database_url), Ok(Target::Postgres(_))) {
        notes.push("the server makes no backups of PostgreSQL: use pg_dump".to_owned());
    } else if config.backups.is_none() {
        notes.push("backup_dir is not set: the server makes no backups".to_owned());
    }
    let first = [
        ("admin_password", config.admin_password.is_some()),
        ("emergency_key", config.emergency_key.is_some()),
        ("master_key", config.master_key.is_some()),
    ];
    let first: Vec<&str> = first.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| *name).collect();
    if !first.is_empty() {
        let names = first.join(", ");
        notes.push(format!("read on the first start only, remove from the configuration afterwards: {names}"));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn store_is_shown_without_name_password_and_options() {
        for (url, expected) in [
            (
                "postgres://me:p@ss@db.example:5432/facility?sslmode=require&password=x",
                "postgres://db.example:5432/facility",
            ),
            ("postgresql://db/f", "postgresql://db/f"),
            ("s3://key:secret@bucket/prefix", "s3://bucket/prefix"),
            ("sqlite:/var/lib/facility/x.db", "sqlite:/var/lib/facility/x.db"),
            ("file:///srv/files", "file:/srv/files"),
        ] {
            assert_eq!(shown(url), expected, "{url}");
        }
        assert!(shown("sqlite:data/x.db").ends_with("/data/x.db"));
    }

    #[test]
    fn limit_of_open_files_is_the_hard_one() {
        assert_eq!(raise_open_files(), getrlimit(Resource::Nofile).maximum);
        assert_eq!(getrlimit(Resource::Nofile).current, getrlimit(Resource::Nofile).maximum);
    }
}
