//! Accounts: signing in, one's own account, and the administration of all.

pub mod account;
pub mod administration;
pub mod codes;
pub mod mail_settings;
pub mod passwords;
pub mod second_factor;
pub mod sessions;
pub mod sign_in;
