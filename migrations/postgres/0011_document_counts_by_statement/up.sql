-- The counters move once a statement, by what it changed in all. A trigger for each row updates the same counter again
-- and again, and each time walks past all the versions of it that the transaction has left.
DROP TRIGGER document_counts_keep ON documents;
DROP FUNCTION document_counts_keep();

-- Counters are moved in one order everywhere, so that two transactions never wait for each other.
CREATE FUNCTION document_counts_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, COUNT(*) FROM added
    WHERE NOT is_draft GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE FUNCTION document_counts_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, -COUNT(*) FROM removed
    WHERE NOT is_draft GROUP BY clearance_level, category, is_archived
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;
CREATE FUNCTION document_counts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_counts AS kept (clearance_level, category, is_archived, documents)
    SELECT clearance_level, category, is_archived, SUM(moved) FROM (
        SELECT clearance_level, category, is_archived, 1 AS moved FROM added WHERE NOT is_draft
        UNION ALL
        SELECT clearance_level, category, is_archived, -1 FROM removed WHERE NOT is_draft
    ) AS moves
    GROUP BY clearance_level, category, is_archived HAVING SUM(moved) <> 0
    ORDER BY clearance_level, category, is_archived
    ON CONFLICT (clearance_level, category, is_archived) DO UPDATE SET documents = kept.documents + EXCLUDED.documents;
    RETURN NULL;
END $$;

-- PostgreSQL shows a trigger the rows of one kind of statement only, and of no list of columns.
CREATE TRIGGER document_counts_added AFTER INSERT ON documents
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_counts_added();
CREATE TRIGGER document_counts_removed AFTER DELETE ON documents
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION document_counts_removed();
CREATE TRIGGER document_counts_changed AFTER UPDATE ON documents
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION document_counts_changed();
