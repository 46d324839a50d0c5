-- Lists show the beginning of a document as plain text, which is kept beside it: null until the program wrote it. Drafts
-- and templates are no documents; their columns stay for nodes of the release before, and hold nothing.
ALTER TABLE documents ADD COLUMN preview TEXT;
ALTER TABLE documents ALTER COLUMN is_draft SET DEFAULT FALSE;
ALTER TABLE documents ALTER COLUMN is_template SET DEFAULT FALSE;
ALTER TABLE documents ADD CONSTRAINT documents_published CHECK (NOT is_draft AND NOT is_template);

DROP INDEX documents_listed;
DROP INDEX documents_scheduled;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at) WHERE NOT is_archived;
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived;

CREATE OR REPLACE FUNCTION document_counts_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, COUNT(*) FROM added
    GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION document_counts_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, -COUNT(*) FROM removed
    GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION document_counts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, SUM(moved) FROM (
        SELECT clearance_level, category, is_archived, 1 AS moved FROM added
        UNION ALL
        SELECT clearance_level, category, is_archived, -1 FROM removed
    ) AS moves
    GROUP BY clearance_level, category, is_archived HAVING SUM(moved) <> 0
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;

-- The index of words gets the plain text instead of Markdown. The step behind this migration writes it, and the beginnings,
-- and makes the index again when they are in.
DROP INDEX IF EXISTS documents_search_words;
TRUNCATE documents_search;
