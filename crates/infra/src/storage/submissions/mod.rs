//! Submissions, edits and drafts.

pub(crate) mod approval_steps;
pub(crate) mod draft_rows;
pub(crate) mod drafts;
pub(crate) mod edit_queue;
pub(crate) mod edits;
pub(crate) mod resubmissions;
pub(crate) mod submission_rows;
pub(crate) mod submitted;
pub(crate) mod time_outs;
pub(crate) mod waiting;
