-- Documents are found by the beginning of their ids. What decides who sees them is in the index, so that no document is
-- read for it; older ids begin alike by the thousand. Compared by characters: by a language, hyphens count for little.
CREATE INDEX documents_labels ON documents (id text_pattern_ops, position, clearance_level, scheduled_release_at);
