-- The index of words with blocks of 8,192 positions, and members that are a list of two bytes each or, of many documents, a
-- set of bits (crates/infra/src/search/members.rs). The words "@1" to "@4" hold the documents that a reader of that level
-- may read. The table has a new name, so that nodes of the release before fail instead of mixing the two.
DROP TABLE search_postings;
CREATE TABLE search_words (
    block INTEGER NOT NULL,
    word TEXT NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (block, word)
) WITHOUT ROWID;
CREATE INDEX search_words_words ON search_words (word, block);

-- The pairs of neighboring words, for phrases: four bytes each, the rest of the pair's hash above the offset in the block.
CREATE TABLE search_pairs (
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (bucket, block)
) WITHOUT ROWID;

-- The index that nothing has read or written since 0022.
DROP TRIGGER documents_search_delete;
DROP TABLE documents_search;

-- Marks every document as not indexed, for the step after this migration.
DELETE FROM document_texts;
