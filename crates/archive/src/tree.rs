//! Nesting of sections: without cycles, and at most a few levels deep.

use facility_kernel::SectionId;
use std::collections::{BTreeMap, HashSet};

/// Maximum number of sections, including inactive ones.
pub const MAX_SECTIONS: u64 = 500;

/// Maximum number of levels. A section without a parent is at the first level.
pub const MAX_LEVELS: usize = 5;

/// Why a section cannot have a parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// The parent does not exist.
    UnknownParent,
    /// The parent is the section itself or below it.
    Cycle,
    /// The section, or one below it, would be deeper than [`MAX_LEVELS`].
    TooDeep,
}

/// Checks whether the section may have this parent. `sections` contains every section with its current parent,
/// including the section itself unless it is new.
///
/// Errors: see [`Misplaced`].
pub fn admit(
    sections: &[(SectionId, Option<SectionId>)],
    section: SectionId,
    parent: Option<SectionId>,
) -> Result<(), Misplaced> {
    let parents: BTreeMap<SectionId, Option<SectionId>> = sections.iter().copied().collect();
    let Some(parent) = parent else { return Ok(()) };
    let mut level = 0;
    let mut above = Some(parent);
    while let Some(id) = above {
        if id == section {
            return Err(Misplaced::Cycle);
        }
        level += 1;
        if level >= MAX_LEVELS {
            return Err(Misplaced::TooDeep);
        }
        above = *parents.get(&id).ok_or(Misplaced::UnknownParent)?;
    }
    if level + height(sections, section) > MAX_LEVELS { Err(Misplaced::TooDeep) } else { Ok(()) }
}

/// Returns the number of levels from this section down, including itself.
fn height(sections: &[(SectionId, Option<SectionId>)], section: SectionId) -> usize {
    let mut row: HashSet<SectionId> = HashSet::from([section]);
    let mut levels = 0;
    while !row.is_empty() && levels < MAX_LEVELS {
        levels += 1;
        let is_below = |parent: Option<SectionId>| parent.is_some_and(|parent| row.contains(&parent));
        row = sections.iter().filter(|(_, parent)| is_below(*parent)).map(|(id, _)| *id).collect();
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use facility_kernel::testing::numbered;
    use proptest::prelude::*;

    fn id(n: u64) -> SectionId {
        SectionId::from_uuid(numbered(n))
    }

    /// The sections 1 to `n`, each a child of the one before.
    fn chain(n: u64) -> Vec<(SectionId, Option<SectionId>)> {
        (1..=n).map(|n| (id(n), (n > 1).then(|| id(n - 1)))).collect()
    }

    #[test]
    fn section_below_itself_is_refused() {
        let three = chain(3);
        assert_eq!(admit(&three, id(1), Some(id(1))), Err(Misplaced::Cycle));
        assert_eq!(admit(&three, id(1), Some(id(3))), Err(Misplaced::Cycle));
        assert_eq!(admit(&three, id(3), Some(id(1))), Ok(()));
        assert_eq!(admit(&three, id(3), None), Ok(()));
    }

    #[test]
    fn unknown_parent_is_refused() {
        assert_eq!(admit(&chain(2), id(2), Some(id(9))), Err(Misplaced::UnknownParent));
    }

    #[test]
    fn sections_nest_to_five_levels_with_all_below_them() {
        let mut sections = chain(5);
        assert_eq!(admit(&chain(4), id(9), Some(id(4))), Ok(()));
        assert_eq!(admit(&sections, id(9), Some(id(5))), Err(Misplaced::TooDeep));
        sections.extend([(id(20), None), (id(21), Some(id(20))), (id(22), Some(id(20)))]);
        assert_eq!(admit(&sections, id(20), Some(id(3))), Ok(()));
        assert_eq!(admit(&sections, id(20), Some(id(4))), Err(Misplaced::TooDeep));
    }

    proptest! {
        /// Whatever is moved where, no section is below itself and none is too deep.
        #[test]
        fn admitted_moves_keep_a_tree(moves in proptest::collection::vec((0_u64..12, proptest::option::of(0_u64..12)), 0..60)) {
            let mut sections: Vec<(SectionId, Option<SectionId>)> = (0..12).map(|n| (id(n), None)).collect();
            for (section, parent) in moves {
                let (section, parent) = (id(section), parent.map(id));
                if admit(&sections, section, parent).is_ok() {
                    for entry in &mut sections {
                        if entry.0 == section {
                            entry.1 = parent;
                        }
                    }
                }
            }
            for (section, _) in &sections {
                let mut levels = 1;
                let mut at = *section;
                while let Some((_, Some(parent))) = sections.iter().find(|(id, _)| *id == at) {
                    at = *parent;
                    levels += 1;
                    prop_assert!(levels <= MAX_LEVELS);
                }
            }
        }
    }
}
