-- Documents are found by the beginning of their ids. What decides who sees them is in the index, so that no document is
-- read for it; older ids begin alike by the thousand. (The position is in every index.)
CREATE INDEX documents_labels ON documents (id, clearance_level, scheduled_release_at);
