-- Files whose bytes the object store is still to delete, and when it last failed to (microseconds; 0: never).
CREATE TABLE discarded_files (
    upload_id TEXT PRIMARY KEY NOT NULL,
    failed_at BIGINT NOT NULL DEFAULT 0
);

-- A purge removes the submission that became the document.
CREATE INDEX submissions_document ON submissions (document_id) WHERE document_id IS NOT NULL;

-- What purges before this migration left. The step after it removes the words of documents that are gone from the index.
DELETE FROM notifications WHERE entity_type = 'document'
AND entity_id NOT IN (SELECT id FROM documents) AND entity_id NOT IN (SELECT document_id FROM trash);
DELETE FROM notifications WHERE entity_id IN (
    SELECT id FROM submissions WHERE document_id IS NOT NULL
    AND document_id NOT IN (SELECT id FROM documents) AND document_id NOT IN (SELECT document_id FROM trash)
);
DELETE FROM approval_steps WHERE submission_id IN (
    SELECT id FROM submissions WHERE document_id IS NOT NULL
    AND document_id NOT IN (SELECT id FROM documents) AND document_id NOT IN (SELECT document_id FROM trash)
);
DELETE FROM submissions WHERE document_id IS NOT NULL
AND document_id NOT IN (SELECT id FROM documents) AND document_id NOT IN (SELECT document_id FROM trash);
UPDATE submissions SET file_path = NULL WHERE file_path IN (SELECT '/objects/' || id FROM uploads WHERE status = 'deleted');
UPDATE uploads SET filename = NULL, content_type = NULL, size = NULL, sha256 = NULL WHERE status = 'deleted';
