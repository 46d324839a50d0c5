//! The use cases around documents.

mod reading;
mod removal;
mod search_counts;

pub use reading::{Counts, FileAccess, PanelRecord, Reading, RepositoryQuery};
pub use removal::Removal;
pub use search_counts::SearchCounts;
