-- What a list costs depends on what its reader may see: counters and release dates are read by level.
DROP INDEX documents_listed;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at, category) WHERE NOT is_archived;
DROP INDEX documents_scheduled;
CREATE INDEX documents_archive_levels ON documents (clearance_level, archive_section, archived_at, scheduled_release_at)
WHERE is_archived;
-- The condition is not that of the index of all release dates, which would be read past the dates of other levels.
CREATE INDEX documents_scheduled ON documents (clearance_level, scheduled_release_at, category)
WHERE COALESCE(scheduled_release_at, 0) <> 0 AND NOT is_archived;
ALTER TABLE document_places DROP CONSTRAINT document_places_pkey, ADD PRIMARY KEY (clearance_level, block);
