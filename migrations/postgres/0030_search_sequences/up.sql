-- The sequences of two and of three words, for phrases: four bytes each, the rest of the hash above the offset in the block
-- (crates/infra/src/search/sequences.rs). The table has a new name, so that nodes of the release before fail instead of
-- writing pairs only.
DROP TABLE search_pairs;
CREATE TABLE search_sequences (
    bucket BIGINT NOT NULL,
    block BIGINT NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (bucket, block)
) WITH (fillfactor = 70);
ALTER TABLE search_sequences ALTER COLUMN members SET STORAGE EXTERNAL;
ALTER FUNCTION search_pairs_but(BYTEA, INTEGER) RENAME TO search_sequences_but;

-- Marks every document as not indexed, for the step after this migration.
TRUNCATE search_words;
DELETE FROM document_texts;
