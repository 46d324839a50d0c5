-- How many documents there are, drafts aside, so that no list has to count them. Kept by the trigger below.
CREATE TABLE document_counts (
    clearance_level INTEGER NOT NULL,
    category TEXT NOT NULL,
    is_archived BOOLEAN NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (clearance_level, category, is_archived)
);

CREATE FUNCTION document_counts_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND NOT OLD.is_draft THEN
        UPDATE document_counts SET documents = documents - 1
        WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
    END IF;
    IF TG_OP <> 'DELETE' AND NOT NEW.is_draft THEN
        INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
        VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
        ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + 1;
    END IF;
    RETURN NULL;
END $$;
-- The trigger comes before the counting: making it waits for whoever writes documents, and keeps the others out.
CREATE TRIGGER document_counts_keep
AFTER INSERT OR DELETE OR UPDATE OF clearance_level, category, is_archived, is_draft ON documents
FOR EACH ROW EXECUTE FUNCTION document_counts_keep();
INSERT INTO document_counts (clearance_level, category, is_archived, documents)
SELECT clearance_level, category, is_archived, COUNT(*) FROM documents
WHERE NOT is_draft GROUP BY clearance_level, category, is_archived;

-- What is not released yet is counted but not shown: it is found by its release.
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived AND NOT is_draft;
