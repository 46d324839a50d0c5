//! A person's own account: registering, signing in and out, settings.

pub mod current;
pub mod login;
pub mod logout;
pub mod register;
pub mod settings;
