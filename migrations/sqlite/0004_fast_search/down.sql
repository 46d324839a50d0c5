DROP TABLE documents_search;
CREATE VIRTUAL TABLE documents_search USING fts5 (
    title, content, content = 'documents', content_rowid = 'position',
    tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO documents_search (documents_search) VALUES ('rebuild');
