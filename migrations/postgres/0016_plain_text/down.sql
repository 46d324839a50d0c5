DROP INDEX documents_listed;
DROP INDEX documents_scheduled;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at)
WHERE NOT is_archived AND NOT is_draft;
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived AND NOT is_draft;
ALTER TABLE documents DROP CONSTRAINT documents_published;
ALTER TABLE documents ALTER COLUMN is_template DROP DEFAULT;
ALTER TABLE documents ALTER COLUMN is_draft DROP DEFAULT;
ALTER TABLE documents DROP COLUMN preview;
