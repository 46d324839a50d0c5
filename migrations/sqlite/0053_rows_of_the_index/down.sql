CREATE TABLE search_words_old (
    block INTEGER NOT NULL,
    word TEXT NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (block, word)
) WITHOUT ROWID;
INSERT INTO search_words_old SELECT block, word, members FROM search_words;
DROP TABLE search_words;
ALTER TABLE search_words_old RENAME TO search_words;
CREATE INDEX search_words_words ON search_words (word, block);

CREATE TABLE search_sequences_old (
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (bucket, block)
) WITHOUT ROWID;
INSERT INTO search_sequences_old SELECT bucket, block, members FROM search_sequences;
DROP TABLE search_sequences;
ALTER TABLE search_sequences_old RENAME TO search_sequences;
