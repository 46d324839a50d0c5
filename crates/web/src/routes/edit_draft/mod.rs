//! What the author of a document is changing: the draft of their edit, which nobody else sees.

pub mod delete;
pub mod get;
pub mod save;
