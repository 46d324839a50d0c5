//! HTTP itself: reading requests, building responses, and the one mapping of errors to statuses.

pub(crate) mod answers;
pub(crate) mod characters;
pub mod cookie;
pub mod cursor_seal;
pub mod error;
pub(crate) mod etag;
pub(crate) mod fallback;
pub(crate) mod headers;
pub(crate) mod input;
pub(crate) mod listing;
pub(crate) mod range;
pub(crate) mod raw_body;
pub(crate) mod refused;
pub(crate) mod request;
pub mod security_txt;
pub(crate) mod wire;
