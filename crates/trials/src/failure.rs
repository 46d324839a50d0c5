//! Errors of the measurements.

use std::error::Error;

/// Any error; the program prints it and fails.
pub type Failure = Box<dyn Error + Send + Sync>;
