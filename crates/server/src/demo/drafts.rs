//! The drafts of the demo.

use facility_submissions::draft::DraftInput;
use std::time::Duration;

/// A draft of the demo.
pub struct DemoDraft {
    /// The account that owns it.
    pub author: &'static str,
    /// Time since it was last saved.
    pub age: Duration,
    title: &'static str,
    content: &'static str,
    category: Option<&'static str>,
    level: Option<i64>,
}

impl DemoDraft {
    /// Returns the input of the service. An empty title counts as missing.
    pub fn input(&self) -> DraftInput {
        DraftInput {
            title: Some(self.title).filter(|title| !title.is_empty()).map(str::to_owned),
            content: Some(self.content.to_owned()),
            category: self.category.map(str::to_owned),
            clearance_level: self.level,
            ..DraftInput::default()
        }
    }
}

/// All drafts, oldest first.
pub const DRAFTS: &[DemoDraft] = &[
    DemoDraft {
        author: "ottilie-vane",
        age: Duration::from_hours(24 * 6),
        title: "",
        content: "It does not run. It has not run since the spring. What we hear at night in the pump room is therefore",
        category: None,
        level: None,
    },
    DemoDraft {
        author: "tomas-reik",
        age: Duration::from_hours(50),
        title: "Keys That Fit Nothing",
        content: "Eleven of them, on one ring, found behind the night desk. The twelfth hook is worn bright.\n\n\
            1. Tried on every door of gallery three: no.\n2. Tried on every door of gallery four: no.\n3. Tried on",
        category: Some("SITE"),
        level: Some(3),
    },
    DemoDraft {
        author: "ottilie-vane",
        age: Duration::from_hours(26),
        title: "[Draft] Incident Report",
        content: "**Date and hour:** 02:40.\n\n**Place:** gallery, upper rail.\n\n**Witnesses:** the watch, and one other who \
            was not on the list.",
        category: Some("INCIDENT"),
        level: Some(3),
    },
    DemoDraft {
        author: "wim-pastor",
        age: Duration::from_hours(20),
        title: "Soup, Second Sitting",
        content: "Thursday. Forty-one bowls out, forty-two bowls back. I washed them twice to be sure, and",
        category: Some("OTHER"),
        level: Some(1),
    },
    DemoDraft {
        author: "ottilie-vane",
        age: Duration::from_mins(12),
        title: "Hook Inventory, Level Nine",
        content: "Forty-one trees, nineteen hooks, twenty coats. The odd one is always dry. I have begun to",
        category: Some("SITE"),
        level: Some(2),
    },
];
