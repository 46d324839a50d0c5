-- The texts of attached files, read in the background. Rows of files that are older than this table are added by the server.
CREATE TABLE file_texts (
    upload_id TEXT NOT NULL PRIMARY KEY REFERENCES uploads (id),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'ready', 'none')),
    due_at BIGINT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    plain TEXT,
    CHECK ((state = 'ready') = (plain IS NOT NULL))
);
CREATE INDEX file_texts_due ON file_texts (due_at) WHERE state = 'waiting';
