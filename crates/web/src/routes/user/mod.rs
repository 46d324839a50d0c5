//! A user's own account: registration, sign-in and sign-out, settings, passwords, sessions.

pub mod current;
pub mod emergency;
pub mod login;
pub mod logout;
pub mod mail_settings;
pub mod password;
pub mod password_reset;
pub mod register;
pub mod sessions;
pub mod settings;
pub mod two_factor;
pub mod verify;
