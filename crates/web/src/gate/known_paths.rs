//! The paths of all operations.

use utoipa::openapi::{OpenApi, PathItem};

/// The paths of all operations with their methods, to refuse other methods and to label unrouted requests.
pub struct KnownPaths(Vec<Known>);

struct Known {
    path: String,
    allow: String,
}

impl KnownPaths {
    /// Reads the paths from the OpenAPI document, so that none is missing.
    pub fn of(document: &OpenApi) -> Self {
        let known = |(path, item): (&String, &PathItem)| Known { path: path.clone(), allow: allow(item) };
        Self(document.paths.paths.iter().map(known).collect())
    }

    /// Returns the `Allow` header of the operation at this path.
    pub(crate) fn allow(&self, path: &str) -> Option<&str> {
        self.find(path).map(|known| known.allow.as_str())
    }

    /// Returns the pattern of the operation at this path, such as `/api/documents/{id}`.
    pub(crate) fn pattern(&self, path: &str) -> Option<&str> {
        self.find(path).map(|known| known.path.as_str())
    }

    fn find(&self, path: &str) -> Option<&Known> {
        let fits = |known: &&Known| {
            let (mut known, mut asked) = (known.path.split('/'), path.split('/'));
            loop {
                match (known.next(), asked.next()) {
                    (None, None) => return true,
                    (Some(known), Some(asked)) if known.starts_with('{') && !asked.is_empty() => {}
                    (Some(known), Some(asked)) if known == asked => {}
                    _ => return false,
                }
            }
        };
        self.0.iter().find(fits)
    }
}

fn allow(item: &PathItem) -> String {
    let methods = [
        ("GET, HEAD", item.get.is_some()),
        ("POST", item.post.is_some()),
        ("PUT", item.put.is_some()),
        ("PATCH", item.patch.is_some()),
        ("DELETE", item.delete.is_some()),
    ];
    let taken: Vec<&str> = methods.into_iter().filter(|(_, taken)| *taken).map(|(name, _)| name).collect();
    taken.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_path_lists_its_methods() {
        let known = KnownPaths::of(&crate::openapi::openapi());
        assert_eq!(known.allow("/api/user"), Some("GET, HEAD"));
        assert_eq!(known.allow("/api/admin/users/some-id"), Some("DELETE"));
        assert_eq!(known.allow("/api/admin/users/"), None);
        assert_eq!(known.allow("/api/nothing"), None);
        assert_eq!(known.pattern("/api/admin/users/some-id"), Some("/api/admin/users/{id}"));
        assert_eq!(known.pattern("/api/admin/users/"), None);
    }
}
