-- The rejected submission that a draft revises, of which a user has one draft, and the release date that its author wants.
ALTER TABLE drafts ADD COLUMN revises TEXT;
ALTER TABLE drafts ADD COLUMN scheduled_release_at BIGINT;
CREATE UNIQUE INDEX drafts_revises ON drafts (owner_id, revises) WHERE revises IS NOT NULL;
-- The edits of one author, newest first.
CREATE INDEX document_edits_author ON document_edits (submitted_by, position);
