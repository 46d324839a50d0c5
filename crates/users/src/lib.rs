//! Accounts: registering, signing in, sessions, lockout, and who may administer whom.
//!
//! [`ports`] is what the rules need from outside; [`services`] are the use cases, each a struct of ports. Everything
//! else is pure: [`policy`] decides rights, [`lockout`] and [`session`] decide by the clock they are handed.

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
