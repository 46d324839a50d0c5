//! The use cases around documents.

mod reading;
mod removal;

pub use reading::{Counts, FileAccess, PanelRecord, Reading, RepositoryQuery};
pub use removal::Removal;
