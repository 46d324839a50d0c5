//! The use cases.

mod installation;
mod own;

pub use installation::InstallationExports;
pub use own::OwnExports;
