//! The refusals that a test meets, and whether the API description tells of each.

use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

static DESCRIBED: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(facility_web::openapi::openapi()).unwrap());

/// The refusals of this process that the description does not tell.
static UNTOLD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Statuses of every operation, of which the description tells once.
const EVERYWHERE: [u16; 3] = [405, 406, 431];

/// Notes a refusal unless the description tells of it.
pub fn note(method: &Method, path: &str, status: u16, code: &str) {
    let Some(operation) = operation(method, path) else { return };
    let told = operation["responses"][status.to_string()]["description"].as_str().unwrap_or_default();
    if !EVERYWHERE.contains(&status) && !told.contains(&format!("`{code}`: ")) {
        UNTOLD.lock().unwrap().insert(format!("{} {status} {code}", operation["operationId"]));
    }
}

/// Fails the test if the description does not tell of a refusal that was noted. A test that fails already is left
/// alone.
pub fn assert_all() {
    let untold = UNTOLD.lock().unwrap().clone();
    assert!(
        std::thread::panicking() || untold.is_empty(),
        "answers that the API description does not tell: {untold:#?}"
    );
}

/// Returns the operation that this path names, of several the one with the fewest parameters.
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
