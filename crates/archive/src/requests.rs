//! Archive requests as administrators see them.

use crate::placing::is_for_another;
use facility_documents::view::Visible;
use facility_kernel::Actor;
use facility_users::ports::Administrator;

/// Maximum length in characters of the excerpt of a document's content in the list of requests.
pub const EXCERPT_CHARS: usize = 300;

/// A document with a pending request, as one administrator may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequestItem {
    pub document: Visible,
    /// The requester's username.
    pub requested_by_username: String,
    /// The name of the requested section, even if it is inactive. `None` if it does not exist.
    pub section_name: Option<String>,
    /// Whether another administrator must decide: the reader made the request and is not the only administrator.
    pub awaits_another: bool,
}

impl RequestItem {
    pub(crate) fn new(
        document: Visible,
        (requested_by_username, section_name): (String, Option<String>),
        reader: &Actor,
        administrators: &[Administrator],
    ) -> Self {
        let requester = document.document.placement.archive_request().map(|request| request.by);
        let awaits_another =
            requester.is_some_and(|requester| is_for_another(requester, reader.user_id, administrators));
        Self { document, requested_by_username, section_name, awaits_another }
    }
}
