DROP INDEX documents_listed;
DROP INDEX documents_scheduled;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at)
WHERE NOT is_archived AND NOT is_draft;
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived AND NOT is_draft;
DROP INDEX documents_shown;
CREATE INDEX documents_shown ON documents (position, clearance_level, scheduled_release_at, category)
WHERE NOT is_archived AND NOT is_draft;
ALTER TABLE documents DROP COLUMN preview;
