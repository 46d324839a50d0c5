//! Pages of other programs: how folders of Markdown and exports of wikis are read, and how pages, links and files become records.
//!
//! A [`collection::Collection`] is what a reader found in a source. A [`plan::Plan`] says what comes in, what is changed
//! on the way and what cannot come in, and a [`report::Report`] prints it. Nothing here writes.

pub mod collection;
mod dates;
pub mod folder;
mod front_matter;
mod headings;
pub mod map;
mod packed;
mod paths;
pub mod plan;
mod references;
pub mod report;
mod resolve;
mod split;
mod text;
pub mod wikis;
mod yaml;
