//! What a run comes to: the bench makes it, the report writes it.

use crate::arrivals::Arrivals;
use crate::corpus::Corpus;
use crate::load::Figures;
use crate::news::News;

/// The yardstick that reads a row.
pub const ROW: &str = "yardstick: a row by its key";
/// The yardstick that hashes a password.
pub const HASH: &str = "yardstick: a hash of a password";

/// The figure of opening a document.
pub const READ: &str = "document read";
/// The figure of a page of the list.
pub const LIST: &str = "list, a page of 50";

/// Requests that arrived at a rate of their own.
pub struct Arriving {
    /// The figure that they belong to.
    pub name: &'static str,
    /// Requests a second.
    pub rate: f64,
    /// How long they took.
    pub times: Arrivals,
}

/// The figures of one database.
pub struct Part {
    /// Which database, and how much is in it.
    pub title: String,
    /// How long the documents were.
    pub corpus: Corpus,
    /// How many documents there were.
    pub documents: u64,
    /// How long the server took to answer, in milliseconds.
    pub start: f64,
    /// Memory before the load and after it, in MiB.
    pub memory: (f64, f64),
    /// How soon a change is on another screen.
    pub news: News,
    /// What was measured; the first three are the yardsticks.
    pub figures: Vec<Figures>,
    /// What was measured at 70 % load.
    pub arriving: Vec<Arriving>,
}

impl Part {
    /// Whether it was measured on SQLite.
    pub fn is_sqlite(&self) -> bool {
        self.title.starts_with("SQLite")
    }

    /// The figures of this name.
    pub fn find(&self, name: &str) -> Option<&Figures> {
        self.figures.iter().find(|figures| figures.name == name)
    }
}
