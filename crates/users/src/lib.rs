//! Accounts: registration, sign-in, sessions, lockout, and the rules of administration.
//!
//! [`ports`] and [`second_factor::ports`] declare what the rules need from outside; [`services`] are the use cases, each
//! a struct of ports. [`mail`] decides what is sent, and declares its own ports. The rest is pure: [`policy`] decides rights, and [`lockout`], [`session`] and [`second_factor`]
//! decide by the time passed to them.

mod authority;
pub mod claimed;
mod contact;
mod credential;
pub mod device;
mod error;
pub mod last_day;
pub mod lockout;
pub mod mail;
pub mod mail_choice;
mod password;
pub mod policy;
pub mod ports;
pub mod reset;
pub mod second_factor;
pub mod services;
pub mod session;
mod settings;
mod site;
mod user;

pub use authority::{Authority, NoAuthority};
pub use credential::CredentialName;
pub use error::UserError;
pub use password::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS, Password, PasswordPolicy, prepared};
pub use settings::SettingsPatch;
pub use site::{SiteChange, SiteSettings};
pub use user::{
    Account, EndSessions, Initialization, PasswordChange, Theme, TickedSteps, User, UserChange, UserUpdate,
    Username,
};
