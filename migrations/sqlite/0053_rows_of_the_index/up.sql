-- The rows of the index of words in tables with row ids. A row with a set has more than a kilobyte. In a table WITHOUT ROWID a
-- quarter of a page is the most that a row can have there: the rest was in a page of its own, which every comparison with the
-- row's key read too.
CREATE TABLE search_words_new (
    id INTEGER PRIMARY KEY,
    block INTEGER NOT NULL,
    word TEXT NOT NULL,
    members BLOB NOT NULL
);
INSERT INTO search_words_new (block, word, members) SELECT block, word, members FROM search_words ORDER BY block, word;
DROP TABLE search_words;
ALTER TABLE search_words_new RENAME TO search_words;
CREATE UNIQUE INDEX search_words_key ON search_words (block, word);
CREATE INDEX search_words_words ON search_words (word, block);

CREATE TABLE search_sequences_new (
    id INTEGER PRIMARY KEY,
    bucket INTEGER NOT NULL,
    block INTEGER NOT NULL,
    members BLOB NOT NULL
);
INSERT INTO search_sequences_new (bucket, block, members)
SELECT bucket, block, members FROM search_sequences ORDER BY bucket, block;
DROP TABLE search_sequences;
ALTER TABLE search_sequences_new RENAME TO search_sequences;
CREATE UNIQUE INDEX search_sequences_key ON search_sequences (bucket, block);
