DROP INDEX document_edits_author;
DROP INDEX drafts_revises;
ALTER TABLE drafts DROP COLUMN scheduled_release_at;
ALTER TABLE drafts DROP COLUMN revises;
