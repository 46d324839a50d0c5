-- The number of documents of the repository in each 2,048 positions (crates/infra/src/tables/document_places.rs), so that a
-- page far down the list is found without walking past the rows before it. Maintained by the triggers below.
CREATE TABLE document_places (
    block INTEGER NOT NULL,
    clearance_level INTEGER NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (block, clearance_level)
) WITHOUT ROWID;
INSERT INTO document_places (block, clearance_level, documents)
SELECT position >> 11, clearance_level, COUNT(*) FROM documents
WHERE NOT is_archived AND NOT is_draft GROUP BY position >> 11, clearance_level;

CREATE TRIGGER document_places_insert AFTER INSERT ON documents WHEN NOT NEW.is_archived AND NOT NEW.is_draft BEGIN
    INSERT INTO document_places (block, clearance_level, documents) VALUES (NEW.position >> 11, NEW.clearance_level, 1)
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = documents + 1;
END;
CREATE TRIGGER document_places_delete AFTER DELETE ON documents WHEN NOT OLD.is_archived AND NOT OLD.is_draft BEGIN
    UPDATE document_places SET documents = documents - 1
    WHERE block = OLD.position >> 11 AND clearance_level = OLD.clearance_level;
END;
CREATE TRIGGER document_places_update
AFTER UPDATE OF position, clearance_level, is_archived, is_draft ON documents BEGIN
    UPDATE document_places SET documents = documents - 1
    WHERE NOT OLD.is_archived AND NOT OLD.is_draft
        AND block = OLD.position >> 11 AND clearance_level = OLD.clearance_level;
    INSERT INTO document_places (block, clearance_level, documents)
    SELECT NEW.position >> 11, NEW.clearance_level, 1 WHERE NOT NEW.is_archived AND NOT NEW.is_draft
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = documents + 1;
END;
