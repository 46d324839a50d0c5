DROP TABLE search_pairs;
DROP TABLE search_words;
CREATE TABLE search_postings (
    block INTEGER NOT NULL,
    word TEXT NOT NULL,
    members BLOB NOT NULL,
    PRIMARY KEY (block, word)
) WITHOUT ROWID;
CREATE INDEX search_postings_words ON search_postings (word, block);
CREATE VIRTUAL TABLE documents_search USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
);
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
    DELETE FROM documents_search WHERE rowid = OLD.position;
END;
