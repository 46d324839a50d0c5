//! How many connections there are.

use super::conn::Target;

/// Number of connections per purpose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    /// Connections for reading.
    pub(super) reading: usize,
    /// How many of those may search at a time: half, so that other reads never wait for searches. On SQLite, which
    /// searches in this process, at most one per core, because more would only use more memory.
    pub(super) searching: usize,
    /// Connections for writing, on PostgreSQL. Writes are serialized at the end of the audit log in any case.
    pub(super) writing: usize,
}

impl Sizes {
    /// Returns the sizes for a machine with this number of cores.
    pub(super) fn of(target: &Target, cores: usize) -> Self {
        match target {
            Target::Postgres(_) => {
                let reading = (cores * 4).clamp(8, 24);
                Self { reading, searching: reading / 2, writing: reading / 2 }
            }
            Target::Sqlite(_) => {
                let reading = (cores * 2).clamp(4, 16);
                Self { reading, searching: cores.min(reading / 2), writing: 1 }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_leave_half_of_the_connections_on_any_machine() {
        for target in [Target::Sqlite("x.db".to_owned()), Target::Postgres("postgres://h/d".to_owned())] {
            for cores in 1..=128 {
                let Sizes { reading, searching, writing } = Sizes::of(&target, cores);
                assert!(searching >= 1 && searching * 2 <= reading && writing >= 1, "{target:?} {cores}");
            }
        }
    }
}
