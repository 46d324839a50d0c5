//! A facility filled with lore, for whoever wants to look around: what `facility demo` shows.
//!
//! [`lore`] is what is told, [`cast`] who tells it, and [`fill`] brings both in through the services, as people would.

pub mod cast;
pub mod fill;
pub mod lore;
