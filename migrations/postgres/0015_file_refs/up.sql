-- What holds which file. A file is kept for as long as anything holds it: the change that lets the last holder go marks
-- the upload as deleted in the same transaction, and its bytes go afterwards.
CREATE TABLE file_refs (
    upload_id TEXT NOT NULL REFERENCES uploads (id),
    -- What kind of record holds it: 'document' or 'submission'.
    holder_kind TEXT NOT NULL,
    holder_id TEXT NOT NULL,
    PRIMARY KEY (upload_id, holder_kind, holder_id)
);
CREATE INDEX file_refs_holder ON file_refs (holder_kind, holder_id);

-- A path is '/objects/' and the upload's id. What was approved handed its file to the document.
INSERT INTO file_refs (upload_id, holder_kind, holder_id)
SELECT uploads.id, 'document', documents.id FROM documents
JOIN uploads ON uploads.id = substr(documents.file_path, 10);
INSERT INTO file_refs (upload_id, holder_kind, holder_id)
SELECT uploads.id, 'submission', submissions.id FROM submissions
JOIN uploads ON uploads.id = substr(submissions.file_path, 10)
WHERE submissions.status <> 'approved' AND uploads.status = 'final';

-- Nodes of the release before still write the column that this replaces. It goes with the next release.
CREATE FUNCTION uploads_carried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO file_refs (upload_id, holder_kind, holder_id) VALUES (NEW.id, 'submission', NEW.carried_by)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER uploads_carried AFTER UPDATE OF carried_by ON uploads
FOR EACH ROW WHEN (NEW.carried_by IS NOT NULL) EXECUTE FUNCTION uploads_carried();
