//! Accounts: registration, sign-in, sessions, lockout and administration.
//!
//! [`services`] holds the use cases, each a struct of ports. [`ports`] and [`second_factor::ports`] declare these
//! ports. [`mail`] decides what mail is sent and declares its own ports. The other modules are pure: [`policy`] decides
//! rights; [`lockout`], [`session`] and [`second_factor`] depend only on the time passed to them.

pub mod authority;
pub mod claimed;
pub mod contact;
pub mod credential;
pub mod device;
pub mod error;
pub mod last_day;
pub mod lockout;
pub mod mail;
pub mod mail_choice;
pub mod news;
pub mod password;
pub mod policy;
pub mod ports;
pub mod reset;
pub mod second_factor;
pub mod services;
pub mod session;
pub mod settings;
pub mod sign_in_record;
pub mod site;
pub mod user;
