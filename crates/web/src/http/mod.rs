//! HTTP itself: reading requests, building responses, and the one mapping of errors to statuses.

pub mod characters;
pub mod cookie;
pub mod cursor_seal;
pub mod error;
pub mod etag;
pub mod failures;
pub mod fallback;
pub mod headers;
pub mod input;
pub mod listing;
pub mod range;
pub mod raw_body;
