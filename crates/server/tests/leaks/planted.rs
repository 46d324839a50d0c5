//! Leaks that the tests plant into answers, to see that the comparison finds them. No shipped code has a switch for
//! them.

use crate::caller::Answer;
use serde_json::{Value, json};

/// A planted leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// The total of a list counts what is above.
    Count,
    /// A snippet ends with words from above.
    Snippet,
    /// The tag of a document changes with what is above.
    Tag,
    /// A word from above is suggested.
    Suggestion,
    /// A comparison of two versions mentions a third.
    Comparison,
    /// An export contains records from above. It is planted where the export is unpacked.
    Export,
}

impl Leak {
    /// Changes an answer to this call as a server with the leak would, for an archive with so many events above the
    /// reader's level.
    pub fn plant(self, path: &str, answer: &mut Answer, above: usize) {
        let is_search = path.starts_with("/api/documents?") && path.contains("q=");
        match self {
            Self::Count if path.starts_with("/api/documents?") => {
                let name = "x-total-count";
                let Ok(total) = answer.header(name).parse::<usize>() else { return };
                answer.headers.insert(name, (total + above).to_string().parse().unwrap());
            }
            Self::Snippet if is_search => {
                let Some(snippet) = answer.body.pointer_mut("/0/snippet") else { return };
                *snippet = Value::String(format!(
                    "{}{}",
                    snippet.as_str().unwrap_or_default(),
                    "obsidian ".repeat(above)
                ));
                answer.bytes = answer.body.to_string().into_bytes();
            }
            Self::Tag if !answer.header("etag").is_empty() => {
                let tag = format!("{}-{above}", answer.header("etag"));
                answer.headers.insert("etag", tag.parse().unwrap());
            }
            Self::Suggestion if path.starts_with("/api/documents/suggestions") && above % 2 == 1 => {
                answer.bytes = json!(["obsidian"]).to_string().into_bytes();
            }
            Self::Comparison if path.contains("/compare?") && answer.status == 200 => {
                answer.body["versions"] = json!(above);
                answer.bytes = answer.body.to_string().into_bytes();
            }
            _ => {}
        }
    }
}
