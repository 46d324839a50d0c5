-- The index gets words that the program normalized, so that both databases find the same: the parser and the server's
-- locale have no part in it. The program writes it with the document; the step behind this migration writes it for the
-- documents that are there, and makes the index when they are in.
ALTER TABLE documents DROP COLUMN search;
CREATE TABLE documents_search (
    position BIGINT PRIMARY KEY REFERENCES documents (position) ON DELETE CASCADE,
    words TSVECTOR NOT NULL
);
