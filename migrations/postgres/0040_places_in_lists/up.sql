-- The number of documents of the repository in each 2,048 positions (crates/infra/src/tables/document_places.rs), so that a
-- page far down the list is found without walking past the rows before it. Maintained by the triggers below, which update
-- counters in one order, so that two transactions never wait for each other.
CREATE TABLE document_places (
    block BIGINT NOT NULL,
    clearance_level INTEGER NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (block, clearance_level)
) WITH (fillfactor = 50);
INSERT INTO document_places (block, clearance_level, documents)
SELECT position >> 11, clearance_level, COUNT(*) FROM documents
WHERE NOT is_archived AND NOT is_draft GROUP BY position >> 11, clearance_level;

CREATE FUNCTION document_places_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT position >> 11, clearance_level, COUNT(*) FROM added
    WHERE NOT is_archived AND NOT is_draft GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE FUNCTION document_places_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT position >> 11, clearance_level, -COUNT(*) FROM removed
    WHERE NOT is_archived AND NOT is_draft GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE FUNCTION document_places_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_places AS kept (block, clearance_level, documents)
    SELECT block, clearance_level, SUM(moved) FROM (
        SELECT position >> 11 AS block, clearance_level, 1 AS moved FROM added WHERE NOT is_archived AND NOT is_draft
        UNION ALL
        SELECT position >> 11, clearance_level, -1 FROM removed WHERE NOT is_archived AND NOT is_draft
    ) AS moves
    GROUP BY 1, 2 HAVING SUM(moved) <> 0 ORDER BY 1, 2
    ON CONFLICT (block, clearance_level) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;

CREATE TRIGGER document_places_added AFTER INSERT ON documents
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_places_added();
CREATE TRIGGER document_places_removed AFTER DELETE ON documents
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION document_places_removed();
CREATE TRIGGER document_places_changed AFTER UPDATE ON documents
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_places_changed();
