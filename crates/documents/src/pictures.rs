//! Pictures in texts: `![description](file:ID)`, or `![description|WIDTH](file:ID)`.
//!
//! A text names a picture wherever `file:` stands before its id, even where Markdown shows no picture, as in code. Who
//! may read the text may see the pictures that it names, so this must not depend on how Markdown is parsed.

use async_trait::async_trait;
use facility_files::picture::MAX_PICTURES;
use facility_kernel::{Actor, RequestContext, StoreError, UploadId};

/// What the address of a picture begins with.
pub(crate) const SCHEME: &str = "file:";
/// Characters of an id.
const ID_CHARS: usize = 36;

/// Returns the pictures that a text names, in order and without duplicates.
pub fn named(text: &str) -> Vec<UploadId> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(SCHEME) {
        let start = at + SCHEME.len();
        let id = text.get(start..start + ID_CHARS).and_then(|id| id.parse().ok());
        found.extend(id.filter(|id| !found.contains(id)));
    }
    found
}

/// Whether a text names this picture.
pub fn names(text: &str, id: UploadId) -> bool {
    text.contains(SCHEME) && named(text).contains(&id)
}

/// Decides who may see pictures.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait PictureAccess: Send + Sync {
    /// Whether this user may see all of these pictures now.
    async fn sees_all(
        &self,
        context: &RequestContext,
        actor: &Actor,
        pictures: Vec<UploadId>,
    ) -> Result<bool, StoreError>;
}

/// Checks that the author of this text may see the pictures that it names: readers of the text will see them.
///
/// Errors: a picture does not exist or is not shown to the author, which is not distinguished, or there are too many.
pub async fn check<E: From<StoreError>>(
    access: &dyn PictureAccess,
    (context, actor): (&RequestContext, &Actor),
    text: &str,
    invalid: impl FnOnce(&'static str, String) -> E,
) -> Result<(), E> {
    check_new(access, (context, actor), text, "", invalid).await
}

/// Like [`check`], for a text that replaces another one which its author reads: what that one names already is accepted.
pub async fn check_new<E: From<StoreError>>(
    access: &dyn PictureAccess,
    (context, actor): (&RequestContext, &Actor),
    text: &str,
    base: &str,
    invalid: impl FnOnce(&'static str, String) -> E,
) -> Result<(), E> {
    let known = named(base);
    let named: Vec<UploadId> = named(text).into_iter().filter(|id| !known.contains(id)).collect();
    if named.is_empty() {
        return Ok(());
    }
    if named.len() + known.len() > MAX_PICTURES {
        return Err(invalid("content", format!("A text can show at most {MAX_PICTURES} different pictures")));
    }
    if access.sees_all(context, actor, named).await? {
        return Ok(());
    }
    let message = "A picture in the text is not available to you. Remove it, or upload it again";
    Err(invalid("content", message.to_owned()))
}

#[cfg(any(test, feature = "testing"))]
pub mod testing {
    //! Access to pictures for tests.

    use super::{MockPictureAccess, PictureAccess};
    use std::sync::Arc;

    /// Shows every picture to every user.
    pub fn all_shown() -> Arc<dyn PictureAccess> {
        let mut access = MockPictureAccess::new();
        access.expect_sees_all().returning(|_, _, _| Ok(true));
        Arc::new(access)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;

    fn id(n: u64) -> UploadId {
        UploadId::from_uuid(numbered(n))
    }

    #[test]
    fn a_text_names_each_picture_once_and_in_order() {
        let (one, two) = (id(1), id(2));
        let text =
            format!("![The gate](file:{two}) and ![|240](file:{one} \"Old\")\n\n[x]: <file:{two}>\n`file:{one}`");
        assert_eq!(named(&text), [two, one]);
        assert!(names(&text, one) && !names(&text, id(3)));
    }

    #[test]
    fn other_addresses_name_nothing() {
        for text in ["", "file:", "![x](file:uploading)", "![x](file:7b0c)", "profile: \u{e9}", "file:\u{1f600}"] {
            assert_eq!(named(text), [], "{text}");
        }
        let beyond = format!("file:{}\u{e9}", "a".repeat(ID_CHARS - 1));
        assert_eq!(named(&beyond), []);
    }
}
