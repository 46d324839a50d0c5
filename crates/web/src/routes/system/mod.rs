//! The server and the site.

pub mod docs;
pub mod site;
pub mod status;
