//! Pages of other programs: reads folders of Markdown and exports of wikis, and plans the records that their pages,
//! links and files become.
//!
//! A [`collection::Collection`] is what a reader found in a source. A [`plan::Plan`] says what is imported, what is
//! changed and what is refused, and a [`report::Report`] prints it. Nothing here writes.

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
mod walk;
pub mod wikis;
mod yaml;
