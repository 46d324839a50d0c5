DROP INDEX documents_shown;
DROP TABLE search_pairs;
DROP TABLE search_words;
DROP FUNCTION search_members(BYTEA, BYTEA);
CREATE TABLE search_postings (
    block BIGINT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    members BYTEA NOT NULL,
    PRIMARY KEY (block, word)
) WITH (fillfactor = 70);
ALTER TABLE search_postings ALTER COLUMN members SET STORAGE PLAIN;
CREATE INDEX search_postings_words ON search_postings (word, block);
CREATE TABLE documents_search (
    position BIGINT PRIMARY KEY REFERENCES documents (position) ON DELETE CASCADE,
    words TSVECTOR NOT NULL
);
