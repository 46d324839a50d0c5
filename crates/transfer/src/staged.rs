//! Finished archives.

use facility_files::ports::ByteStream;
use std::fmt;

/// A finished archive that has not been sent yet. Dropping it deletes it.
pub struct Staged {
    pub size: u64,
    pub bytes: ByteStream,
}

impl fmt::Debug for Staged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Staged").field("size", &self.size).finish_non_exhaustive()
    }
}
