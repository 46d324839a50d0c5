//! Accounts: sign-in, the caller's own account, and administration.

pub mod account;
pub mod administration;
pub mod codes;
pub mod mail_settings;
pub mod passwords;
pub mod second_factor;
pub mod sessions;
pub mod sign_in;
