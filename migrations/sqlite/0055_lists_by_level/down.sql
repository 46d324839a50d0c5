DROP INDEX documents_archive_levels;
DROP INDEX documents_listed;
CREATE INDEX documents_listed ON documents (clearance_level, position, scheduled_release_at) WHERE NOT is_archived;
DROP INDEX documents_scheduled;
CREATE INDEX documents_scheduled ON documents (scheduled_release_at, clearance_level, category)
WHERE scheduled_release_at IS NOT NULL AND NOT is_archived;

CREATE TABLE document_places_moved AS SELECT block, clearance_level, documents FROM document_places;
DROP TABLE document_places;
CREATE TABLE document_places (
    block INTEGER NOT NULL,
    clearance_level INTEGER NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (block, clearance_level)
) WITHOUT ROWID;
INSERT INTO document_places (block, clearance_level, documents) SELECT block, clearance_level, documents FROM document_places_moved;
DROP TABLE document_places_moved;
