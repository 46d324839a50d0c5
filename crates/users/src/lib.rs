//! Accounts: registration, sign-in, sessions, lockout, and the rules of administration.
//!
//! [`ports`] declares what the rules need from outside; [`services`] are the use cases, each a struct of ports. The
//! rest is pure: [`policy`] decides rights, and [`lockout`] and [`session`] decide by the time passed to them.

pub mod device;
mod error;
pub mod lockout;
mod password;
pub mod policy;
pub mod ports;
pub mod services;
pub mod session;
mod site;
mod user;

pub use error::UserError;
pub use password::{MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS, Password, PasswordPolicy};
pub use site::{SiteChange, SiteSettings};
pub use user::{
    Account, EndSessions, Initialization, PasswordChange, SettingsPatch, Theme, User, UserChange, UserUpdate,
    Username,
};
