//! The use cases around documents.

mod reading;
mod removal;

pub use reading::{Counts, PanelRecord, Reading, RepositoryQuery};
pub use removal::Removal;
