-- The sections of the archive. Documents name theirs in archive_section and archive_request_section.
CREATE TABLE archive_sections (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL CONSTRAINT archive_sections_id_key UNIQUE,
    name TEXT NOT NULL,
    -- The name in lower case.
    name_key TEXT NOT NULL CONSTRAINT archive_sections_name_key_key UNIQUE,
    description TEXT NOT NULL,
    section_type TEXT NOT NULL,
    parent_section TEXT REFERENCES archive_sections (id),
    display_order INTEGER NOT NULL,
    -- An inactive section takes no documents and is listed only for administrators. Its documents stay in it.
    is_active BOOLEAN NOT NULL,
    -- A JSON object of texts. Null without any.
    metadata TEXT,
    created_by TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);

-- A section's documents, the last archived first, and how many of them a reader may see, without reading the documents.
CREATE INDEX documents_archive ON documents (archive_section, archived_at, clearance_level, scheduled_release_at)
WHERE is_archived;
-- Pending requests, the oldest first.
CREATE INDEX documents_archive_requests ON documents (archive_requested_at) WHERE archive_requested;
