//! A user's own account: registration, sign-in and sign-out, settings.

pub mod current;
pub mod login;
pub mod logout;
pub mod register;
pub mod settings;
