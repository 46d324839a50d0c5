//! The use cases.

mod installation;
mod own;

pub use installation::Exporting;
pub use own::OwnExporting;
