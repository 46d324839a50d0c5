DROP TABLE search_sequences;
CREATE TABLE search_pairs (
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (bucket, block)
) WITHOUT ROWID;
DELETE FROM search_words;
DELETE FROM document_texts;
