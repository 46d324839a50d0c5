-- The sequences of two and of three words, for phrases: four bytes each, the rest of the hash above the offset in the block
-- (crates/infra/src/search/sequences.rs). The table has a new name, so that nodes of the release before fail instead of
-- writing pairs only.
DROP TABLE search_pairs;
CREATE TABLE search_sequences (
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (bucket, block)
) WITHOUT ROWID;

-- Marks every document as not indexed, for the step after this migration.
DELETE FROM search_words;
DELETE FROM document_texts;
