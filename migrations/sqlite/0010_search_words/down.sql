DROP TRIGGER documents_search_delete;
DROP TABLE documents_search;
CREATE VIRTUAL TABLE documents_search USING fts5 (
    title, content, content = 'documents', content_rowid = 'position',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO documents_search (documents_search) VALUES ('rebuild');
CREATE TRIGGER documents_search_insert AFTER INSERT ON documents BEGIN
    INSERT INTO documents_search (rowid, title, content) VALUES (NEW.position, NEW.title, NEW.content);
END;
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
    INSERT INTO documents_search (documents_search, rowid, title, content)
    VALUES ('delete', OLD.position, OLD.title, OLD.content);
END;
CREATE TRIGGER documents_search_update AFTER UPDATE OF title, content ON documents BEGIN
    INSERT INTO documents_search (documents_search, rowid, title, content)
    VALUES ('delete', OLD.position, OLD.title, OLD.content);
    INSERT INTO documents_search (rowid, title, content) VALUES (NEW.position, NEW.title, NEW.content);
END;
