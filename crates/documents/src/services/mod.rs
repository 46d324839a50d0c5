//! The use cases around documents.

mod comments;
mod documents;
mod history;
mod links;
mod marks;
mod releases;
mod removal;
mod search_counts;
mod talk;
mod templates;
mod trash;

pub use comments::Comments;
pub use documents::{Counts, Documents, FileAccess, RepositoryQuery};
pub use history::History;
pub use links::Links;
pub use releases::Releases;
pub use removal::Removal;
pub use search_counts::SearchCounts;
pub use templates::Templates;
pub use trash::Trash;
