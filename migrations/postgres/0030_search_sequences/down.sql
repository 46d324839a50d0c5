DROP TABLE search_sequences;
ALTER FUNCTION search_sequences_but(BYTEA, INTEGER) RENAME TO search_pairs_but;
CREATE TABLE search_pairs (
    bucket BIGINT NOT NULL,
    block BIGINT NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (bucket, block)
) WITH (fillfactor = 70);
ALTER TABLE search_pairs ALTER COLUMN members SET STORAGE EXTERNAL;
TRUNCATE search_words;
DELETE FROM document_texts;
