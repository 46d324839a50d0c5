DROP INDEX documents_archive_levels;
DROP INDEX documents_listed;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at) WHERE NOT is_archived;
DROP INDEX documents_scheduled;
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived;
ALTER TABLE document_places DROP CONSTRAINT document_places_pkey, ADD PRIMARY KEY (block, clearance_level);
