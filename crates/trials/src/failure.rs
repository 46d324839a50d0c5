//! The error type of the measurements.

use std::error::Error;

/// Any error. The program prints it and exits with a failure.
pub type Failure = Box<dyn Error + Send + Sync>;
