-- What users are writing. Each draft belongs to its owner alone and is no document.
CREATE TABLE drafts (
    position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL CONSTRAINT drafts_id_key UNIQUE,
    owner_id TEXT NOT NULL REFERENCES users (id),
    title TEXT,
    content TEXT,
    -- The start of the content as plain text.
    preview TEXT NOT NULL,
    category TEXT,
    clearance_level INTEGER CHECK (clearance_level BETWEEN 1 AND 5),
    file_path TEXT,
    -- Another one after each change.
    revision TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX drafts_owner ON drafts (owner_id, updated_at);
