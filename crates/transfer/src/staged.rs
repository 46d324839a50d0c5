//! Archives that are made.

use facility_files::ports::ByteStream;
use std::fmt;

/// A finished archive that waits for its reader. Dropping it deletes it.
pub struct Staged {
    /// Its size in bytes.
    pub size: u64,
    /// Its bytes.
    pub bytes: ByteStream,
}

impl fmt::Debug for Staged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").field("size", &self.size).finish_non_exhaustive()
    }
}
