//! The results of a run, as they are passed to the report.

use crate::arrivals::Arrivals;
use crate::corpus::Corpus;
use crate::load::Figures;
use crate::news::LiveUpdateFigures;

/// Name of the baseline that reads a row.
pub const ROW: &str = "baseline: a row by its key";
/// Name of the baseline that hashes a password.
pub const HASH: &str = "baseline: a hash of a password";

/// Name of the measurement of opening a document.
pub const READ: &str = "document read";
/// Name of the measurement of a page of the list.
pub const LIST: &str = "list, a page of 50";

/// Results at a fixed request rate.
pub struct ArrivalFigures {
    /// The measurement whose requests are repeated at this rate.
    pub name: &'static str,
    /// Requests per second.
    pub rate: f64,
    pub times: Arrivals,
}

/// The measurements of monitoring and analytics on one database.
pub struct MonitoringFigures {
    /// Name and size of the database.
    pub title: String,
    pub figures: Vec<Figures>,
}

/// The results of one database.
pub struct DatabaseFigures {
    /// Name and size of the database.
    pub title: String,
    /// Length of the documents.
    pub corpus: Corpus,
    /// Number of documents.
    pub documents: u64,
    /// Time to the first response, in milliseconds.
    pub start: f64,
    /// Memory before and after the load, in MiB.
    pub memory: (f64, f64),
    /// Delay of live updates.
    pub news: LiveUpdateFigures,
    /// The measurements. The first three are the baselines.
    pub figures: Vec<Figures>,
    /// The measurements at 70 % load.
    pub arriving: Vec<ArrivalFigures>,
}

impl DatabaseFigures {
    /// Whether it was measured on SQLite.
    pub fn is_sqlite(&self) -> bool {
        self.title.starts_with("SQLite")
    }

    /// Returns the measurement with this name.
    pub fn find(&self, name: &str) -> Option<&Figures> {
        self.figures.iter().find(|figures| figures.name == name)
    }
}
