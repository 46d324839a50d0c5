-- Documents that were deleted less than 30 days ago, by what the list of them shows. They are in no other table.
CREATE TABLE trash (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL CONSTRAINT trash_document_id_key UNIQUE,
    title TEXT NOT NULL,
    category TEXT NOT NULL,
    clearance_level INTEGER NOT NULL CHECK (clearance_level BETWEEN 1 AND 5),
    submitted_by TEXT NOT NULL REFERENCES users (id),
    version INTEGER NOT NULL,
    -- The archive section that it was in.
    archive_section TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    trashed_by TEXT NOT NULL REFERENCES users (id),
    trashed_at BIGINT NOT NULL
);
CREATE INDEX trash_age ON trash (trashed_at);

-- The rows of such a document and of all that belongs to it, each as a JSON object of its columns, in the order in which
-- they can be inserted again.
CREATE TABLE trashed_rows (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL REFERENCES trash (document_id) ON DELETE CASCADE,
    source TEXT NOT NULL,
    content TEXT NOT NULL
);
CREATE INDEX trashed_rows_document ON trashed_rows (document_id, position);
