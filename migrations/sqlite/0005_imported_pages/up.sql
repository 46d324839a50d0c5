-- The pages of imported sources and what they became. A second import of a source writes only what is new or changed.
CREATE TABLE imported_pages (
    source TEXT NOT NULL,
    -- Where the page is in the source.
    path TEXT NOT NULL,
    -- SHA-256 of what the source said of the page.
    hash TEXT NOT NULL,
    -- The document or the submission.
    record_id TEXT NOT NULL,
    -- The version of the document that was imported. Null for a submission.
    version INTEGER,
    PRIMARY KEY (source, path)
);
