//! Accounts, sign-in, sessions, mail and notifications.

pub(crate) mod account_changes;
pub(crate) mod account_rows;
pub(crate) mod accounts;
pub(crate) mod administrators;
pub(crate) mod claimants;
pub(crate) mod credentials;
pub(crate) mod last_day;
pub(crate) mod locked_names;
pub(crate) mod mail;
pub(crate) mod mail_choices;
pub(crate) mod notifications;
pub(crate) mod password_resets;
pub(crate) mod pending_logins;
pub(crate) mod second_factor;
pub(crate) mod second_factor_changes;
pub(crate) mod session_list;
pub mod session_store;
pub(crate) mod sessions;
pub(crate) mod sign_in;
pub(crate) mod site;
