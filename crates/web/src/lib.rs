//! The HTTP adapter: offers the product's services to browsers.
//!
//! A request passes through [`observe::middleware`], the operation's [`gate::guard::Guarded`] and its handler in
//! [`routes`].
//! Errors become responses in [`http::error`] only.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod areas;
pub mod client;
pub mod description;
pub mod gate;
pub mod http;
pub mod live;
pub mod observe;
pub mod openapi;
mod parts;
mod routes;
pub mod server;
pub mod state;
#[cfg(test)]
mod testing;
