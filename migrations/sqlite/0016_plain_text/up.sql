-- Lists show the beginning of a document as plain text, which is kept beside it: null until the program wrote it. The
-- content comes last, so that reading the rest of a document does not walk past it. Drafts and templates are no documents;
-- their columns stay for nodes of the release before, and hold nothing.
CREATE TABLE documents_new (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT documents_id_key UNIQUE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    submitted_by TEXT NOT NULL REFERENCES users (id),
    is_archived BOOLEAN NOT NULL,
    archive_section TEXT,
    archived_at BIGINT,
    archived_by TEXT,
    archive_requested BOOLEAN NOT NULL,
    archive_requested_at BIGINT,
    archive_requested_by TEXT,
    archive_request_section TEXT,
    scheduled_release_at BIGINT,
    is_template BOOLEAN NOT NULL DEFAULT FALSE CHECK (NOT is_template),
    template_category TEXT,
    version INTEGER NOT NULL,
    parent_document_id TEXT,
    is_draft BOOLEAN NOT NULL DEFAULT FALSE CHECK (NOT is_draft),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    preview TEXT,
    content TEXT NOT NULL
);
INSERT INTO documents_new (
    position, id, title, category, clearance_level, file_path, submitted_by, is_archived, archive_section, archived_at, archived_by,
    archive_requested, archive_requested_at, archive_requested_by, archive_request_section, scheduled_release_at, is_template,
    template_category, version, parent_document_id, is_draft, created_at, updated_at, content
)
SELECT
    position, id, title, category, clearance_level, file_path, submitted_by, is_archived, archive_section, archived_at, archived_by,
    archive_requested, archive_requested_at, archive_requested_by, archive_request_section, scheduled_release_at, is_template,
    template_category, version, parent_document_id, is_draft, created_at, updated_at, content
FROM documents;
-- A position is never given twice, also where the newest documents are gone.
DELETE FROM sqlite_sequence WHERE name = 'documents_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'documents_new', seq FROM sqlite_sequence WHERE name = 'documents';
DROP TABLE documents;
ALTER TABLE documents_new RENAME TO documents;

CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at) WHERE NOT is_archived;
CREATE INDEX documents_file ON documents (file_path) WHERE file_path IS NOT NULL;
CREATE INDEX documents_owner ON documents (submitted_by, position);
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived;
CREATE INDEX documents_shown ON documents (position, clearance_level, scheduled_release_at, category)
WHERE NOT is_archived;
CREATE INDEX documents_release ON documents (scheduled_release_at) WHERE scheduled_release_at IS NOT NULL;
CREATE INDEX documents_labels ON documents (id, clearance_level, scheduled_release_at);

CREATE TRIGGER document_counts_insert AFTER INSERT ON documents BEGIN
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER document_counts_delete AFTER DELETE ON documents BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
END;
CREATE TRIGGER document_counts_update AFTER UPDATE OF clearance_level, category, is_archived ON documents BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;

-- The index of words gets the plain text instead of Markdown. The step behind this migration writes it, and the beginnings.
DROP TABLE documents_search;
CREATE VIRTUAL TABLE documents_search USING fts5 (
    title, content, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '2 3'
);
CREATE TRIGGER documents_search_delete AFTER DELETE ON documents BEGIN
    DELETE FROM documents_search WHERE rowid = OLD.position;
END;
