-- The index gets words that the program normalized, parted by blanks: the tokenizer splits at the blanks and changes
-- nothing. It keeps no text of its own and needs none to forget a document. The program writes it with the document;
-- the step behind this migration writes it for the documents that are there.
DROP TRIGGER IF EXISTS documents_search_insert;
DROP TRIGGER IF EXISTS documents_search_update;
DROP TRIGGER IF EXISTS documents_search_delete;
DROP TABLE documents_search;
CREATE VIRTUAL TABLE documents_search USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
);
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
    DELETE FROM documents_search WHERE rowid = OLD.position;
END;
