DROP TRIGGER document_counts_added ON documents;
DROP TRIGGER document_counts_removed ON documents;
DROP TRIGGER document_counts_changed ON documents;
DROP FUNCTION document_counts_added();
DROP FUNCTION document_counts_removed();
DROP FUNCTION document_counts_changed();
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
CREATE TRIGGER document_counts_keep
AFTER INSERT OR DELETE OR UPDATE OF clearance_level, category, is_archived, is_draft ON documents
FOR EACH ROW EXECUTE FUNCTION document_counts_keep();
