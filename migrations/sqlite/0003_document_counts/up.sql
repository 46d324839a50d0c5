-- How many documents there are, drafts aside, so that no list has to count them. Kept by the triggers below.
CREATE TABLE document_counts (
    clearance_level INTEGER NOT NULL,
    category TEXT NOT NULL,
    is_archived BOOLEAN NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (clearance_level, category, is_archived)
);
INSERT INTO document_counts (clearance_level, category, is_archived, documents)
SELECT clearance_level, category, is_archived, COUNT(*) FROM documents
WHERE NOT is_draft GROUP BY clearance_level, category, is_archived;

CREATE TRIGGER document_counts_insert AFTER INSERT ON documents WHEN NOT NEW.is_draft BEGIN
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    VALUES (NEW.clearance_level, NEW.category, NEW.is_archived, 1)
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER document_counts_delete AFTER DELETE ON documents WHEN NOT OLD.is_draft BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
END;
CREATE TRIGGER document_counts_update
AFTER UPDATE OF clearance_level, category, is_archived, is_draft ON documents BEGIN
    UPDATE document_counts SET documents = documents - 1
    WHERE NOT OLD.is_draft
        AND clearance_level = OLD.clearance_level AND category = OLD.category AND is_archived = OLD.is_archived;
    INSERT INTO document_counts (clearance_level, category, is_archived, documents)
    SELECT NEW.clearance_level, NEW.category, NEW.is_archived, 1 WHERE NOT NEW.is_draft
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = documents + 1;
END;

-- What is not released yet is counted but not shown: it is found by its release.
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived AND NOT is_draft;
-- Whether a document that has the words of a search is shown to a reader, told without its text.
CREATE INDEX documents_shown ON documents (position, clearance_level, scheduled_release_at, category)
WHERE NOT is_archived AND NOT is_draft;
