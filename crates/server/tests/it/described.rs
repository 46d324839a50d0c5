//! Checks that the API description documents every error response that occurs in a test.

use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

static DESCRIBED: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(facility_web::openapi::openapi()).unwrap());

/// Error responses in this process that are not documented.
static UNDOCUMENTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Statuses that every operation can return. The description documents them once for all.
const EVERYWHERE: [u16; 3] = [405, 406, 431];

/// Records an error response unless it is documented.
pub fn record(method: &Method, path: &str, status: u16, code: &str) {
    let Some(operation) = operation(method, path) else { return };
    let described = operation["responses"][status.to_string()]["description"].as_str().unwrap_or_default();
    if !EVERYWHERE.contains(&status) && !described.contains(&format!("`{code}`: ")) {
        UNDOCUMENTED.lock().unwrap().insert(format!("{} {status} {code}", operation["operationId"]));
    }
}

/// Fails the test if an undocumented error response was recorded. Does nothing if the test has already failed.
pub fn assert_all() {
    let undocumented = UNDOCUMENTED.lock().unwrap().clone();
    assert!(std::thread::panicking() || undocumented.is_empty(), "undocumented error responses: {undocumented:#?}");
}

/// Returns the operation of this path. If several patterns match, returns the one with the fewest parameters.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let parameters = |pattern: &str| pattern.matches('{').count();
    let is_named = |pattern: &str| {
        let mut parts = pattern.split('/').zip(path.split('/'));
        pattern.split('/').count() == path.split('/').count()
            && parts.all(|(pattern, part)| pattern.starts_with('{') || pattern == part)
    };
    let patterns = DESCRIBED["paths"].as_object().unwrap().iter().filter(|(pattern, _)| is_named(pattern));
    let (_, item) = patterns.min_by_key(|(pattern, _)| parameters(pattern))?;
    item.get(method.as_str().to_lowercase())
}
