//! Figures about the whole site.

pub mod activity;
pub mod security;
pub mod series;
pub mod system;
