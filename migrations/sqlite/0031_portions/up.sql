-- Previews of texts with portions are stored for each level (crates/documents/src/previews.rs). What an older release stored
-- for a text with such marks is removed: the server makes it again when it reads or indexes the text.
UPDATE documents SET preview = NULL WHERE content LIKE '%:::level %' OR content LIKE '%{{%|%}}%';
UPDATE document_versions SET preview = NULL WHERE content LIKE '%:::level %' OR content LIKE '%{{%|%}}%';
UPDATE submissions SET preview = NULL WHERE content LIKE '%:::level %' OR content LIKE '%{{%|%}}%';
-- An edit always has a preview.
UPDATE document_edits SET preview = '' WHERE content LIKE '%:::level %' OR content LIKE '%{{%|%}}%';
