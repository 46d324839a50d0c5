-- Comments on documents. They go with their document.
CREATE TABLE comments (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT comments_id_key UNIQUE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- The level of the document when the comment was written: the lowest that may read it.
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    author_id TEXT NOT NULL REFERENCES users (id),
    -- A quoted passage, and the level from which it could be read when it was quoted.
    quote TEXT,
    quote_level INTEGER CHECK (quote_level BETWEEN 1 AND 5),
    deleted_by TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    content TEXT NOT NULL,
    CONSTRAINT comments_quote CHECK ((quote IS NULL) = (quote_level IS NULL))
);
CREATE INDEX comments_document ON comments (document_id, position, clearance_level);
