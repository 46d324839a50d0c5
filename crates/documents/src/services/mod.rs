//! The use cases around documents.

mod commenting;
mod history;
mod linking;
mod noting;
mod reading;
mod releases;
mod removal;
mod search_counts;
mod talking;
mod templates;
mod trash;

pub use commenting::Commenting;
pub use history::History;
pub use linking::Linking;
pub use reading::{Counts, FileAccess, Reading, RepositoryQuery};
pub use releases::Releases;
pub use removal::Removal;
pub use search_counts::SearchCounts;
pub use templates::Templates;
pub use trash::Trash;
