//! Full-text search over the program's own index of words, which is the same on both databases.
//!
//! The program splits texts into words (`facility_documents::folding`) and writes, for each block of 8,192 documents
//! and each word, which of them have it (`search_words`), and the same for sequences of two and three words
//! (`search_sequences`). A search reads the blocks of its words, newest first, combines them as sets of bits, and stops
//! when its page is full. Its cost therefore depends on the page and the number of blocks, not on the number of
//! documents with a word, and both databases return the same results.

pub(crate) mod excerpts;
pub(crate) mod files;
pub(crate) mod index;
pub(crate) mod matching;
mod members;
mod phrases;
mod postings;
pub(crate) mod ranks;
mod replacing;
mod rows;
mod sequences;
pub(crate) mod suggestions;
mod visible;
pub(crate) mod words;

use crate::db::conn::Functions;

/// The SQL functions of the index, for connections to SQLite.
pub(crate) const FUNCTIONS: Functions = &[members::register, replacing::register];
